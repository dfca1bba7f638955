import type { CompanyRow } from '../companies/company.ts';
import { storeCompany } from '../companies/company-queries.ts';
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
