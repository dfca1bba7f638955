import type { CompanyTransaction } from '../database/company-scope.ts';
import { deleteOf } from '../database/statement.ts';
import { externalIdTable } from './external-id.ts';

const FORGET = deleteOf(externalIdTable, { where: 'kind = $2 AND record_id = $3' });

/** Forgets where a removed record came from, so that importing its source row again makes a new one. */
export async function forgetExternalId(company: CompanyTransaction, kind: string, recordId: number): Promise<void> {
  await company.change(FORGET, [kind, recordId]);
}
