import type { EntityManager } from 'typeorm';
import { type CompanyRow, companyTable } from '../companies/company.ts';
import { type NewCompany, newCompanyInput } from '../companies/company-input.ts';
import type { CompanyService } from '../companies/company-service.ts';
import { AllCompanies, type CompanyTransaction } from '../database/company-scope.ts';
import type { Database } from '../database/database.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { notFound, ShaonError } from '../errors.ts';
import { isPossibleId } from '../input/possible-id.ts';
import { validate } from '../input/validate.ts';

/** Whom the rows belong to: a company by id, by its exact name, or a new one. */
export type ImportTarget = { readonly id: number } | { readonly name: string } | { readonly create: NewCompany };

/** Finds the company, or makes it. Throws `not_found`, `state_conflict`, `invalid_input`. */
export async function openTarget(
  { database, companies }: { readonly database: Database; readonly companies: Pick<CompanyService, 'create'> },
  target: ImportTarget,
  manager: EntityManager,
): Promise<{ readonly id: number }> {
  const all = new AllCompanies(manager, database.dialect);
  if ('id' in target) {
    const [found] = isPossibleId(target.id) ? await all.find(companyTable, { id: target.id }) : [];
    if (found === undefined) throw unknownCompany(`with the id ${target.id}`);
    return found;
  }
  if ('create' in target) {
    // As it will be stored: a blank at the end makes no other company.
    const { name } = validate(newCompanyInput, target.create);
    const found = await all.find(companyTable, { name });
    if (found.length > 0) throw nameTaken(name, found);
    return companies.create(target.create, { manager });
  }
  const found = await all.find(companyTable, { name: target.name.trim().normalize('NFC') });
  if (found.length > 1) throw nameTaken(target.name, found);
  if (found[0] === undefined) throw unknownCompany(`named ${target.name}`);
  return found[0];
}

/** Two imports into one company follow each other: the second then knows the first one's rows. */
export async function lockCompany(company: CompanyTransaction): Promise<CompanyRow> {
  const { forUpdate } = DIFFERENCES[company.dialect];
  const all = new AllCompanies(company.manager, company.dialect);
  await all.rows(`SELECT id FROM "shaon_company" WHERE id = $1 ${forUpdate}`, [company.companyId]);
  const [row] = await all.find(companyTable, { id: company.companyId });
  if (row === undefined) throw notFound('company');
  return row;
}

function nameTaken(name: string, found: readonly CompanyRow[]): ShaonError {
  const ids = found.map(({ id }) => id).join(', ');
  return new ShaonError('state_conflict', `There is a company of this name (${name}), id ${ids}: say its id.`);
}

/** The operator may know which companies there are: unlike `notFound` this says what was looked for. */
function unknownCompany(which: string): ShaonError {
  return new ShaonError('not_found', `There is no company ${which}. Nothing was imported.`, { thing: 'company' });
}
