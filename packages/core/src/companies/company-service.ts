import { authorize } from '../abilities-and-roles.ts';
import { type Actor, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { validate } from '../input/validate.ts';
import type { ServiceParts } from '../service-parts.ts';
import { resolveZone } from '../time/zone.ts';
import { type CompanyRow, companyTable } from './company.ts';
import { type CompanySettings, companySettingsInput, type NewCompany, newCompanyInput } from './company-input.ts';
import { lockCompany, readCompany, storeCompany } from './company-queries.ts';

/** The columns of a company that its admins may change. */
type SettingColumns = Pick<
  CompanyRow,
  | 'name'
  | 'zone'
  | 'locale'
  | 'phoneRegion'
  | 'openShiftHours'
  | 'breakHours'
  | 'workDayHours'
  | 'correctionDays'
  | 'smsNotices'
>;

/** The settings of a new company, unless its creator passes others. */
export const DEFAULT_SETTINGS: Omit<SettingColumns, 'name'> = {
  zone: 'Asia/Jerusalem',
  locale: 'he',
  phoneRegion: 'IL',
  openShiftHours: 16,
  breakHours: 4,
  workDayHours: 24,
  correctionDays: 45,
  smsNotices: false,
};

/** The settings after a change; absent ones stay as they were. */
export function changedSettings(before: SettingColumns, change: CompanySettings): SettingColumns {
  return {
    name: change.name ?? before.name,
    zone: change.zone == null ? before.zone : (resolveZone(change.zone) ?? before.zone),
    locale: change.locale ?? before.locale,
    phoneRegion: change.phone_region ?? before.phoneRegion,
    openShiftHours: change.open_shift_hours ?? before.openShiftHours,
    breakHours: change.break_hours ?? before.breakHours,
    workDayHours: change.work_day_hours ?? before.workDayHours,
    correctionDays: change.correction_days ?? before.correctionDays,
    smsNotices: change.sms_notices ?? before.smsNotices,
  };
}

/** The companies: created by the operator or the product; their own admins change their settings. */
export interface CompanyService {
  /** The actor's own company. */
  get(actor: Actor): Promise<CompanyRow>;
  /** Creates a company: an act of the operator or the product, as it has no actors yet. Throws `invalid_input`. */
  create(input: NewCompany, options?: WriteOptions): Promise<CompanyRow>;
  /**
   * Changes settings. A new zone changes the offsets that are shown, never stored dates (D:T4). Throws `invalid_input`,
   * and `state_conflict` if the company no longer has the expected `versionOf`.
   */
  update(actor: Actor, change: CompanySettings, options?: WriteOptions & ExpectedVersion): Promise<CompanyRow>;
  /**
   * Sets whether admins need a second factor. If so, an admin without one can only set one up, also in open sessions.
   * Setting the current value changes nothing.
   */
  requireSecondFactor(actor: Actor, isRequired: boolean, options?: WriteOptions): Promise<CompanyRow>;
}

export function createCompanyService({ database, audit, clock }: ServiceParts): CompanyService {
  return {
    get: (actor) => readCompany(database.scope(actor)),

    async create(input, options = {}) {
      const company = validate(newCompanyInput, input);
      return database.writeAllCompanies('companies.create', options, async (all, manager) => {
        const now = clock.now();
        const row = await all.insert(companyTable, {
          ...changedSettings({ ...DEFAULT_SETTINGS, name: company.name }, company),
          secondFactorSince: null,
          createdAt: now,
          updatedAt: now,
        });
        const actor = systemActor(row.id);
        await auditAct(audit, database.within(manager, actor), actor, 'company.create', {});
        return row;
      });
    },

    async update(actor, input, { expectedVersion, ...options } = {}) {
      authorize(actor, 'company.settings');
      const change = validate(companySettingsInput, input);
      return database.write(actor, 'companies.update', options, async (company) => {
        const before = await lockCompany(company);
        assertVersion(expectedVersion, 'company', () => before);
        const after = { ...before, ...changedSettings(before, change), updatedAt: clock.now() };
        await storeCompany(company, after);
        await auditAct(audit, company, actor, 'company.update', {
          fields: Object.keys(change),
          ...changesOf(before, after),
        });
        return after;
      });
    },

    async requireSecondFactor(actor, isRequired, options = {}) {
      authorize(actor, 'company.settings');
      return database.write(actor, 'companies.requireSecondFactor', options, async (company) => {
        const before = await lockCompany(company);
        if ((before.secondFactorSince !== null) === isRequired) return before;
        const now = clock.now();
        const after = { ...before, secondFactorSince: isRequired ? now : null, updatedAt: now };
        await storeCompany(company, after);
        await auditAct(audit, company, actor, 'company.require_second_factor', { required: isRequired });
        return after;
      });
    },
  };
}
