import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import type { AuditEntry, AuditLog } from './audit-log.ts';
import { insertAuditRows } from './audit-queries.ts';
import { auditTable } from './audit-row.ts';

/**
 * Removes audit rows older than `before`. The purge is audited itself (D:U7): a row for the operator in the first
 * batch's own transaction, and at the end one for each company with its number of rows.
 */
export async function pruneAudit(
  database: Pick<CompanyWrites, 'writeAllCompanies'>,
  audit: AuditLog,
  options: { readonly before: Date; readonly batchSize: number },
): Promise<number> {
  const { before, batchSize } = options;
  const removedOf = new Map<number, number>();
  let isAnnounced = false;
  const removed = await deleteInBatches(
    database,
    batchSize,
    { table: auditTable, where: 'at < $2', values: [before], orderBy: 'at', returning: 'company_id' },
    async (rows, all) => {
      for (const { company_id: companyId } of rows) {
        if (companyId !== null) removedOf.set(Number(companyId), (removedOf.get(Number(companyId)) ?? 0) + 1);
      }
      if (isAnnounced) return;
      isAnnounced = true;
      await insertAuditRows(all, [audit.complete(purge(null, { before: before.toISOString() }))]);
    },
  );
  for (const [companyId, rows] of removedOf) {
    await audit.commit(purge(companyId, { before: before.toISOString(), rows }));
  }
  return removed;
}

function purge(companyId: number | null, facts: object): AuditEntry {
  return { kind: 'system', action: 'audit.prune', caller: 'operator', companyId, detail: JSON.stringify(facts) };
}
