import type { LoginRole } from '@shaon/core';
import type { IconName } from './components/icon.ts';
import type { Texts } from './locales/index.ts';
import type { PageGroup } from './page-groups.ts';

/** An item of the navigation, shown to people who may see its pages. */
export interface NavigationItem {
  /** Under the mount. */
  readonly path: string;
  readonly label: keyof Texts['navigation'];
  readonly icon: IconName;
  readonly group: PageGroup;
  readonly roles: readonly LoginRole[];
  /** Shown only if the product sends webhooks. */
  readonly needsWebhooks?: boolean;
}

const managing = ['admin', 'manager'] as const;
const admins = ['admin'] as const;

/** The pages of daily work. */
export const DAILY: readonly NavigationItem[] = [
  { path: '/attendance', label: 'attendance', icon: 'calendar', group: 'attendance', roles: managing },
  { path: '/leave', label: 'leave', icon: 'leave', group: 'leave', roles: managing },
  { path: '/people', label: 'people', icon: 'people', group: 'people', roles: managing },
];

/** The API group, for admins. */
export const CONNECTIONS: readonly NavigationItem[] = [
  { path: '/tokens', label: 'tokens', icon: 'key', group: 'tokens', roles: admins },
  { path: '/webhooks', label: 'webhooks', icon: 'hook', group: 'webhooks', roles: admins, needsWebhooks: true },
  { path: '/deliveries', label: 'deliveries', icon: 'send', group: 'webhooks', roles: admins, needsWebhooks: true },
  { path: '/audit', label: 'audit', icon: 'shield', group: 'audit', roles: admins },
];

/** The items at the foot of the navigation. */
export const FOOT: readonly NavigationItem[] = [
  { path: '/my-day', label: 'myDay', icon: 'clock', group: 'my-day', roles: managing },
  { path: '/company', label: 'company', icon: 'gear', group: 'company', roles: admins },
  { path: '/account', label: 'account', icon: 'user', group: 'account', roles: managing },
];

/** The four items at the bottom of an employee's phone page. */
export const EMPLOYEE: readonly NavigationItem[] = [
  { path: '/my-day', label: 'myDay', icon: 'clock', group: 'my-day', roles: ['employee', 'manager', 'admin'] },
  {
    path: '/my-day/month',
    label: 'myMonth',
    icon: 'calendar',
    group: 'my-day',
    roles: ['employee', 'manager', 'admin'],
  },
  { path: '/my-day/leave', label: 'myLeave', icon: 'leave', group: 'my-day', roles: ['employee', 'manager', 'admin'] },
  { path: '/account', label: 'accountShort', icon: 'user', group: 'account', roles: ['employee', 'manager', 'admin'] },
];
