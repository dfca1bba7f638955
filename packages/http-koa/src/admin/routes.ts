import type { Admin } from './admin-parts.ts';
import type { PageRoute, PageRoutes } from './page-route.ts';
import { absenceTypeRoutes } from './pages/absence-types/absence-types.ts';
import { accountRoutes } from './pages/account/account-routes.ts';
import { accountsRoutes } from './pages/accounts/accounts-routes.ts';
import { attendanceRoutes } from './pages/attendance/attendance-routes.ts';
import { auditRoutes } from './pages/audit/audit-routes.ts';
import { companyRoutes } from './pages/company/company.ts';
import { deliveryRoutes } from './pages/deliveries/delivery-routes.ts';
import { homeRoutes } from './pages/home/home-routes.ts';
import { leaveRoutes } from './pages/leave/leave-routes.ts';
import { myDayRoutes } from './pages/my-day/my-day-routes.ts';
import { organizationRoutes } from './pages/organization/organization.ts';
import { peopleRoutes } from './pages/people/people-routes.ts';
import { shiftRoutes } from './pages/shifts/shifts.ts';
import { signInRoutes } from './pages/sign-in/sign-in-routes.ts';
import { tokenRoutes } from './pages/tokens/token-routes.ts';
import { webhookRoutes } from './pages/webhooks/webhook-routes.ts';

/** All groups of pages, each with its own table. */
const GROUPS: readonly PageRoutes[] = [
  { group: 'account', routes: signInRoutes },
  { group: 'account', routes: accountRoutes },
  { group: 'people', routes: peopleRoutes },
  { group: 'people', routes: organizationRoutes },
  { group: 'my-day', routes: myDayRoutes },
  { group: 'attendance', routes: attendanceRoutes },
  { group: 'leave', routes: leaveRoutes },
  { group: 'tokens', routes: tokenRoutes },
  { group: 'company', routes: companyRoutes },
  { group: 'company', routes: shiftRoutes },
  { group: 'company', routes: absenceTypeRoutes },
  { group: 'account', routes: accountsRoutes },
  { group: 'webhooks', routes: [...webhookRoutes, ...deliveryRoutes] },
  { group: 'audit', routes: auditRoutes },
];

/** All pages. */
export function allPageRoutes(): PageRoute[] {
  return [...homeRoutes, ...GROUPS.flatMap(({ routes }) => routes)];
}

/** The pages that the product has chosen. */
export function pageRoutes({ options }: Admin): PageRoute[] {
  const chosen = GROUPS.filter(({ group }) => options.groups.has(group));
  return [...homeRoutes, ...chosen.flatMap(({ routes }) => routes)];
}
