import type { CompanyRow } from '../companies/company.ts';
import { newCompanyInput } from '../companies/company-input.ts';
import { storeCompany } from '../companies/company-queries.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { validate } from '../input/validate.ts';
import { resolveZone } from '../time/zone.ts';
import { exportedCompanyInput } from './exported-input.ts';

/** Gives a new company what its export says beside what `companies.create` takes. Throws `invalid_input`. */
export async function completeNewCompany(
  company: CompanyTransaction,
  made: CompanyRow,
  exported: object,
): Promise<CompanyRow> {
  const { second_factor_since: secondFactorSince = null } = validate(exportedCompanyInput, exported);
  const row = { ...made, secondFactorSince };
  if (secondFactorSince !== null) await storeCompany(company, row);
  return row;
}

/** Gives a copy the settings that a later export says; what it does not say stays. Throws `invalid_input`. */
export async function followCompany(
  company: CompanyTransaction,
  before: CompanyRow,
  exported: object,
  now: Date,
): Promise<CompanyRow> {
  const settings = validate(newCompanyInput, exported);
  const { second_factor_since: secondFactorSince = before.secondFactorSince } = validate(
    exportedCompanyInput,
    exported,
  );
  const row: CompanyRow = {
    ...before,
    name: settings.name,
    zone: (settings.zone == null ? null : resolveZone(settings.zone)) ?? before.zone,
    locale: settings.locale ?? before.locale,
    phoneRegion: settings.phone_region ?? before.phoneRegion,
    openShiftHours: settings.open_shift_hours ?? before.openShiftHours,
    breakHours: settings.break_hours ?? before.breakHours,
    workDayHours: settings.work_day_hours ?? before.workDayHours,
    secondFactorSince,
  };
  const isSame = JSON.stringify(row) === JSON.stringify(before);
  if (!isSame) await storeCompany(company, { ...row, updatedAt: now });
  return row;
}
