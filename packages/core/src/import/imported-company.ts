import type { CompanyRow } from '../companies/company.ts';
import { storeCompany } from '../companies/company-queries.ts';
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
