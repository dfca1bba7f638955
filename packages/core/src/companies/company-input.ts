import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { canonicalInteger, flag } from '../input/number-fields.ts';
import { oneOf, plainString, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { LOCALES } from '../locale.ts';
import { resolveZone } from '../time/zone.ts';

const zone = () =>
  plainString().test('zone', issue('zone'), (value) => typeof value !== 'string' || resolveZone(value) !== null);
const hours = () => canonicalInteger({ min: 1, max: 48 });

/** ISO 3166 regions whose numbers are read without a country code. */
export const PHONE_REGIONS = ['IL', 'US', 'GB', 'DE', 'FR', 'CY', 'GR', 'IT', 'ES', 'RO', 'UA', 'IN'] as const;

const settings = {
  zone: zone(),
  locale: oneOf(LOCALES),
  phone_region: oneOf(PHONE_REGIONS),
  open_shift_hours: hours(),
  break_hours: hours(),
  work_day_hours: hours(),
  correction_days: canonicalInteger({ min: 1, max: 366 }),
  sms_notices: flag(),
};

export const newCompanyInput = defineInput(
  object({ name: text({ max: 255 }).required(issue('required')), ...settings }),
);
export type NewCompany = InputOf<typeof newCompanyInput>;

/** The settings that an admin may change; an absent one stays as it is. */
export const companySettingsInput = defineInput(object({ name: text({ max: 255 }), ...settings }));
/** Changes of a company's settings: an absent one stays as it is, hours and days are whole numbers (D:T4, T6, A106). */
export type CompanySettings = InputOf<typeof companySettingsInput>;
