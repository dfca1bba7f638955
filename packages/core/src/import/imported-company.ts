import type { SystemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyRow } from '../companies/company.ts';
import { type CompanySettings, newCompanyInput } from '../companies/company-input.ts';
import { storeCompany } from '../companies/company-queries.ts';
import { changedSettings, type SettingColumns } from '../companies/company-settings.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { validate } from '../input/validate.ts';
import { exportedCompanyInput } from './exported-input.ts';

/** Sets the values of an export that `companies.create` does not take on a new company. Throws `invalid_input`. */
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

/** A copy that is updated from its source, and the audit of that. */
interface FollowedCompany {
  readonly company: CompanyTransaction;
  readonly audit: AuditLog;
  readonly actor: SystemActor;
  readonly now: Date;
}

/** The names of settings in `companies.update`, by their columns. */
const SETTING_NAMES: Readonly<Record<keyof SettingColumns, keyof CompanySettings>> = {
  name: 'name',
  zone: 'zone',
  locale: 'locale',
  phoneRegion: 'phone_region',
  openShiftHours: 'open_shift_hours',
  breakHours: 'break_hours',
  workDayHours: 'work_day_hours',
};

/** Updates a copy's settings from a later export, audited; absent ones stay. Throws `invalid_input`. */
export async function followCompany(
  { company, audit, actor, now }: FollowedCompany,
  before: CompanyRow,
  exported: object,
): Promise<CompanyRow> {
  const settings = validate(newCompanyInput, exported);
  const { second_factor_since: secondFactorSince = before.secondFactorSince } = validate(
    exportedCompanyInput,
    exported,
  );
  const row = { ...before, ...changedSettings(before, settings), secondFactorSince };
  const isOther = (column: keyof SettingColumns): boolean => row[column] !== before[column];
  const changed = (Object.keys(SETTING_NAMES) as (keyof SettingColumns)[]).filter(isOther);
  const isSecondFactorOther = row.secondFactorSince?.getTime() !== before.secondFactorSince?.getTime();
  if (changed.length === 0 && !isSecondFactorOther) return row;
  await storeCompany(company, { ...row, updatedAt: now });
  if (changed.length > 0) {
    await auditAct(audit, company, actor, 'company.update', { fields: changed.map((one) => SETTING_NAMES[one]) });
  }
  if (isSecondFactorOther) {
    const required = row.secondFactorSince !== null;
    await auditAct(audit, company, actor, 'company.require_second_factor', { required });
  }
  return row;
}
