import { absenceTypes } from './absence-types.ts';
import { account } from './account.ts';
import { accounts } from './accounts.ts';
import { attendance } from './attendance.ts';
import { audit } from './audit.ts';
import { common } from './common.ts';
import { company } from './company.ts';
import { deliveries } from './deliveries.ts';
import { errors } from './errors.ts';
import { front } from './front.ts';
import { leave } from './leave.ts';
import { myDay, myLeave } from './my-day.ts';
import { navigation } from './navigation.ts';
import { organization } from './organization.ts';
import { people } from './people.ts';
import { signIn } from './sign-in.ts';
import { tokens } from './tokens.ts';
import { webhooks } from './webhooks.ts';

/** All texts in Hebrew, by the group of pages that shows them. English must have the same structure. */
export const he = {
  absenceTypes,
  account,
  accounts,
  attendance,
  audit,
  common,
  company,
  deliveries,
  errors,
  front,
  leave,
  myDay,
  myLeave,
  navigation,
  organization,
  people,
  signIn,
  tokens,
  webhooks,
};
