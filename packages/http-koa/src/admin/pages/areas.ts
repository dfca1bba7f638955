import type { Admin, NavigationItem } from '../admin-parts.ts';
import type { PageGroup } from '../page-groups.ts';
import { admins, everyone, managers, type PageRoute } from '../page-route.ts';
import { absenceTypeRoutes } from './absence-types/absence-types.ts';
import { accountRoutes } from './account/account.ts';
import { accountsRoutes } from './accounts/accounts.ts';
import { attendanceRoutes } from './attendance/attendance-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { clockRoutes } from './clocks/clock-routes.ts';
import { companyRoutes } from './company/company.ts';
import { correctionRoutes } from './corrections/corrections.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { homeRoutes } from './home/home-routes.ts';
import { leaveRoutes } from './leave/leave-routes.ts';
import { monthRoutes } from './months/month.ts';
import { myDayRoutes } from './my-day/my-day-routes.ts';
import { organizationRoutes } from './organization/organization.ts';
import { peopleRoutes } from './people/people.ts';
import { shiftRoutes } from './shifts/shifts.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** Pages that belong together. */
interface Area {
  /** Switches them on and off; without one they are always there. */
  readonly group?: PageGroup;
  readonly routes: readonly PageRoute[];
  /** The items that lead to them, each in its place of the navigation. */
  readonly items?: readonly NavigationItem[];
}

/** Every area of pages, in the order of the navigation. */
// biome-ignore format: a table is read by its columns
const AREAS: readonly Area[] = [
  { routes: homeRoutes },
  { group: 'my-day', routes: myDayRoutes, items: [
    { at: 'foot', path: '/my-day', label: (t) => t.myDay.title, icon: 'clock', roles: managers },
    { at: 'phone', path: '/my-day', label: (t) => t.myDay.title, icon: 'clock', roles: everyone },
    { at: 'phone', path: '/my-day/month', label: (t) => t.myDay.month, icon: 'calendar', roles: everyone },
    { at: 'phone', path: '/my-day/leave', label: (t) => t.leave.short, icon: 'leave', roles: everyone },
  ] },
  { group: 'attendance', routes: attendanceRoutes, items: [
    { at: 'daily', path: '/attendance', label: (t) => t.attendance.title, icon: 'calendar', roles: managers },
  ] },
  { group: 'attendance', routes: clockRoutes },
  { group: 'leave', routes: leaveRoutes, items: [
    { at: 'daily', path: '/leave', label: (t) => t.corrections.requests, icon: 'leave', roles: managers,
      waiting: async (core, actor, groups) => await core.leave.countGroups(actor, { status: 'pending' }) +
        (groups.has('attendance') ? await core.correctionRequests.count(actor) : 0) },
  ] },
  { group: 'attendance', routes: correctionRoutes, items: [
    { at: 'daily', path: '/corrections', label: (t) => t.corrections.requests, icon: 'leave', roles: managers,
      unless: 'leave', waiting: (core, actor) => core.correctionRequests.count(actor) },
  ] },
  { group: 'people', routes: peopleRoutes, items: [
    { at: 'daily', path: '/people', label: (t) => t.people.title, icon: 'people', roles: managers },
  ] },
  { group: 'attendance', routes: monthRoutes, items: [
    { at: 'daily', path: '/month', label: (t) => t.months.title, icon: 'lock', roles: managers },
  ] },
  { group: 'people', routes: organizationRoutes },
  { group: 'tokens', routes: tokenRoutes, items: [
    { at: 'connections', path: '/tokens', label: (t) => t.tokens.short, icon: 'key', roles: admins },
  ] },
  { group: 'webhooks', routes: webhookRoutes, items: [
    { at: 'connections', path: '/webhooks', label: (t) => t.webhooks.title, icon: 'hook', roles: admins },
  ] },
  { group: 'webhooks', routes: deliveryRoutes, items: [
    { at: 'connections', path: '/deliveries', label: (t) => t.deliveries.title, icon: 'send', roles: admins },
  ] },
  { group: 'audit', routes: auditRoutes, items: [
    { at: 'connections', path: '/audit', label: (t) => t.audit.title, icon: 'shield', roles: admins },
  ] },
  { group: 'company', routes: companyRoutes, items: [
    { at: 'foot', path: '/company', label: (t) => t.company.title, icon: 'gear', roles: admins },
    { at: 'settings', path: '/company', label: (t) => t.company.general, roles: admins },
  ] },
  { group: 'company', routes: shiftRoutes, items: [
    { at: 'settings', path: '/shifts', label: (t) => t.company.shifts.title, roles: admins },
  ] },
  { group: 'company', routes: absenceTypeRoutes, items: [
    { at: 'settings', path: '/absence-types', label: (t) => t.absenceTypes.title, roles: admins },
  ] },
  { group: 'account', routes: accountsRoutes, items: [
    { at: 'settings', path: '/accounts', label: (t) => t.accounts.title, roles: admins },
  ] },
  { group: 'account', routes: accountRoutes, items: [
    { at: 'foot', path: '/account', label: (t) => t.account.title, icon: 'user', roles: managers },
    { at: 'phone', path: '/account', label: (t) => t.account.short, icon: 'user', roles: everyone },
  ] },
  { group: 'account', routes: signInRoutes },
];

const chosenAreas = ({ options }: Pick<Admin, 'options'>): Area[] =>
  AREAS.filter(({ group }) => group === undefined || options.groups.has(group));

/** All pages. */
export const allPageRoutes = (): PageRoute[] => AREAS.flatMap(({ routes }) => routes);

/** The pages that the product has chosen. */
export const pageRoutes = (admin: Pick<Admin, 'options'>): PageRoute[] =>
  chosenAreas(admin).flatMap(({ routes }) => routes);

/** The navigation to the pages that are there: those about webhooks are, only if the product sends some. */
export const navigationItems = (admin: Pick<Admin, 'options' | 'webhooks'>): NavigationItem[] =>
  chosenAreas(admin)
    .flatMap(({ group, items = [] }) => (group === 'webhooks' && admin.webhooks === null ? [] : items))
    .filter(({ unless }) => unless === undefined || !admin.options.groups.has(unless));
