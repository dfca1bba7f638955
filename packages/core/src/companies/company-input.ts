import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { canonicalInteger } from '../input/number-fields.ts';
import { oneOf, plainString, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { resolveZone } from '../time/zone.ts';

const zone = () =>
  plainString().test('zone', issue('zone'), (value) => typeof value !== 'string' || resolveZone(value) !== null);
const hours = () => canonicalInteger({ min: 1, max: 48 });

const settings = {
  zone: zone(),
  locale: oneOf(['he', 'en']),
  phone_region: oneOf(['IL', 'US', 'GB', 'DE', 'FR', 'CY', 'GR', 'IT', 'ES', 'RO', 'UA', 'IN']),
  open_shift_hours: hours(),
  break_hours: hours(),
  work_day_hours: hours(),
};

export const newCompanyInput = defineInput(
  object({ name: text({ max: 255 }).required(issue('required')), ...settings }),
);
export type NewCompany = InputOf<typeof newCompanyInput>;

export const companySettingsInput = defineInput(object({ name: text({ max: 255 }), ...settings }));
export type CompanySettings = InputOf<typeof companySettingsInput>;
