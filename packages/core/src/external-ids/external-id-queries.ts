import type { CompanyTransaction } from '../database/company-scope.ts';

/** Forgets where a removed record came from, so that importing its source row again makes a new one. */
export async function forgetExternalId(company: CompanyTransaction, kind: string, recordId: number): Promise<void> {
  await company.rows('DELETE FROM "shaon_external_id" WHERE company_id = $1 AND kind = $2 AND record_id = $3', [
    kind,
    recordId,
  ]);
}
