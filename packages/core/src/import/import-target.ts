import type { EntityManager } from 'typeorm';
import { type CompanyRow, companyTable } from '../companies/company.ts';
import { type NewCompany, newCompanyInput } from '../companies/company-input.ts';
import { storeCompany } from '../companies/company-queries.ts';
import type { CompanyService } from '../companies/company-service.ts';
import type { CompanyWrites } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { ShaonError, stateConflict } from '../errors.ts';
import { storedLabel } from '../input/text-fields.ts';
import { validate } from '../input/validate.ts';
import { exportedCompanyInput } from './exported-input.ts';

/** The company of the rows: by id, by its exact name, or a new one. */
export type ImportTarget = { readonly id: number } | { readonly name: string } | { readonly create: NewCompany };

/** Makes imports that create companies of one name run one after the other; SQLite has a single writer. */
const LOCK_NAME = everyCompanySql`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`;

/** Finds or creates the company. Throws `not_found`, `state_conflict`, `invalid_input`. */
export async function openTarget(
  { database, companies }: { readonly database: CompanyWrites; readonly companies: Pick<CompanyService, 'create'> },
  target: ImportTarget,
  manager: EntityManager,
): Promise<{ readonly id: number }> {
  const all = database.withinAllCompanies(manager);
  if ('id' in target) {
    const [found] = await all.find(companyTable, { id: target.id });
    if (found === undefined) throw unknownCompany(`with the id ${target.id}`);
    return found;
  }
  if ('create' in target) {
    // Compared in its stored form: a blank at the end does not make another name.
    const { name } = validate(newCompanyInput, target.create);
    if (all.dialect === 'postgres') await all.run(LOCK_NAME, [name]);
    const found = await all.find(companyTable, { name });
    if (found.length > 0) throw nameTaken(name, found);
    return companies.create(target.create, { manager });
  }
  const found = await all.find(companyTable, { name: storedLabel(target.name) ?? '' });
  if (found.length > 1) throw nameTaken(target.name, found);
  if (found[0] === undefined) throw unknownCompany(`named ${target.name}`);
  return found[0];
}

function nameTaken(name: string, found: readonly CompanyRow[]): ShaonError {
  const ids = found.map(({ id }) => id).join(', ');
  return stateConflict(`A company named ${name} exists already (id ${ids}): to import into it, name it by its id.`);
}

/** The operator may know which companies exist, so unlike `notFound` the message names the company. */
function unknownCompany(which: string): ShaonError {
  return new ShaonError('not_found', `There is no company ${which}. Nothing was imported.`, { thing: 'company' });
}

/** Sets the values of an export that `companies.create` does not take on a new company. Throws `invalid_input`. */
export async function completeNewCompany(
  company: CompanyTransaction,
  made: CompanyRow,
  exported: object,
): Promise<CompanyRow> {
  const { second_factor_since: secondFactorSince = null, sms_notices } = validate(exportedCompanyInput, exported);
  const row = { ...made, secondFactorSince, smsNotices: sms_notices ?? false };
  if (secondFactorSince !== null || row.smsNotices) await storeCompany(company, row);
  return row;
}
