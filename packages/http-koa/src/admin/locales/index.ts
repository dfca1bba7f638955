import type { Locale } from '@shaon/core';
import { absenceTypesTexts } from '../pages/absence-types/texts.ts';
import { noticesTexts } from '../pages/account/notice-texts.ts';
import { accountTexts } from '../pages/account/texts.ts';
import { accountsTexts } from '../pages/accounts/texts.ts';
import { attendanceTexts } from '../pages/attendance/texts.ts';
import { auditTexts } from '../pages/audit/texts.ts';
import { clocksTexts } from '../pages/clocks/texts.ts';
import { companyTexts } from '../pages/company/texts.ts';
import { correctionsTexts } from '../pages/corrections/texts.ts';
import { deliveriesTexts } from '../pages/deliveries/texts.ts';
import { leaveTexts } from '../pages/leave/texts.ts';
import { payrollTexts } from '../pages/months/payroll-texts.ts';
import { monthsTexts } from '../pages/months/texts.ts';
import { myDayTexts, myLeaveTexts } from '../pages/my-day/texts.ts';
import { organizationTexts } from '../pages/organization/texts.ts';
import { peopleTexts } from '../pages/people/texts.ts';
import { signInTexts } from '../pages/sign-in/texts.ts';
import { tokensTexts } from '../pages/tokens/texts.ts';
import { webhooksTexts } from '../pages/webhooks/texts.ts';
import { commonTexts } from './common.ts';
import { errorsTexts } from './errors.ts';
import { frontTexts } from './front.ts';

const textsIn = (reader: { readonly locale: Locale }) => ({
  absenceTypes: absenceTypesTexts(reader),
  account: accountTexts(reader),
  accounts: accountsTexts(reader),
  attendance: attendanceTexts(reader),
  audit: auditTexts(reader),
  clocks: clocksTexts(reader),
  common: commonTexts(reader),
  company: companyTexts(reader),
  corrections: correctionsTexts(reader),
  deliveries: deliveriesTexts(reader),
  errors: errorsTexts(reader),
  front: frontTexts(reader),
  leave: leaveTexts(reader),
  months: monthsTexts(reader),
  myDay: myDayTexts(reader),
  myLeave: myLeaveTexts(reader),
  notices: noticesTexts(reader),
  organization: organizationTexts(reader),
  payroll: payrollTexts(reader),
  people: peopleTexts(reader),
  signIn: signInTexts(reader),
  tokens: tokensTexts(reader),
  webhooks: webhooksTexts(reader),
});

export type Texts = ReturnType<typeof textsIn>;

/** The texts of every language. */
export const CATALOGUES: Readonly<Record<Locale, Texts>> = {
  he: textsIn({ locale: 'he' }),
  en: textsIn({ locale: 'en' }),
};
