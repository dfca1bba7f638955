import type { SystemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyRow } from '../companies/company.ts';
import { type CompanySettings, newCompanyInput } from '../companies/company-input.ts';
import { storeCompany } from '../companies/company-queries.ts';
import { changedSettings, type SettingColumns } from '../companies/company-settings.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { validate } from '../input/validate.ts';
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

/** A copy that follows its source, and who notes it. */
interface FollowedCompany {
  readonly company: CompanyTransaction;
  readonly audit: AuditLog;
  readonly actor: SystemActor;
  readonly now: Date;
}

/** Names of settings as `companies.update` takes them, by their columns. */
const SETTING_NAMES: Readonly<Record<keyof SettingColumns, keyof CompanySettings>> = {
  name: 'name',
  zone: 'zone',
  locale: 'locale',
  phoneRegion: 'phone_region',
  openShiftHours: 'open_shift_hours',
  breakHours: 'break_hours',
  workDayHours: 'work_day_hours',
};

/** Gives a copy the settings that a later export says, audited; what it does not say stays. Throws `invalid_input`. */
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
