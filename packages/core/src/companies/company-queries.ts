import type { CompanyScope } from '../database/company-scope.ts';
import { notFound } from '../errors.ts';
import { type CompanyRow, companyTable } from './company.ts';

/** The scope's own company. Throws `not_found` when it does not exist. */
export async function readCompany(scope: CompanyScope): Promise<CompanyRow> {
  const [raw] = await scope.rows(
    `SELECT ${companyTable.selection(scope.dialect)} FROM (SELECT *, id AS company_id FROM "shaon_company") AS company WHERE company_id = $1`,
  );
  if (raw === undefined) throw notFound('company');
  return companyTable.fromDatabase(raw);
}
