import type { Texts } from '../texts.ts';
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

export const en: Texts = {
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
