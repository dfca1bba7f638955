import { authorize } from '../abilities-and-roles.ts';
import { type Actor, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { validate } from '../input/validate.ts';
import type { WriteParts } from '../service-parts.ts';
import { type CompanyRow, companyTable } from './company.ts';
import { type CompanySettings, companySettingsInput, type NewCompany, newCompanyInput } from './company-input.ts';
import { lockCompany, storeCompany } from './company-queries.ts';
import { changedSettings, DEFAULT_SETTINGS } from './company-settings.ts';

/** Creates companies and changes their settings. (`CompanyWrites` is the interface of all writes within a company.) */
export interface CompanyAdministration {
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

export function createCompanyWrites({ database, audit, clock }: WriteParts): CompanyAdministration {
  return {
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
