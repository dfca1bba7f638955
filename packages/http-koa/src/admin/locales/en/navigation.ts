import type { Texts } from '../texts.ts';

export const navigation: Texts['navigation'] = {
  attendance: 'Attendance',
  leave: 'Leave',
  people: 'People',
  connections: 'Connections (API)',
  tokens: 'Tokens',
  webhooks: 'Webhook endpoints',
  deliveries: 'Delivery log',
  audit: 'Audit log',
  company: 'Company settings',
  account: 'My account',
  signOut: 'Sign out',
  myDay: 'My day',
  myMonth: 'My month',
  myLeave: 'Leave',
  accountShort: 'Account',
  waiting: (_count, shown) => `${shown} waiting`,
};
