import type { Database } from '../database/database.ts';
import type { CompanyOrOperator } from '../database/readings/company-turns.ts';
import { deleteInBatches } from '../database/sql/delete-batches.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { operatorEntry } from './audit-act.ts';
import type { AuditLog } from './audit-log.ts';
import { insertAuditRows } from './audit-queries.ts';
import { auditTable } from './audit-row.ts';

/**
 * Deletes audit rows older than `before`. The purge itself is audited (D:U7), for the operator and for each company, in
 * the first transaction that deletes a row of theirs, so that a purge that is killed is audited too.
 */
export function pruneAudit(
  database: Database,
  audit: AuditLog,
  { before, batchSize }: { readonly before: Date; readonly batchSize: number },
): Promise<number> {
  const announced = new Set<CompanyOrOperator>();
  return deleteInBatches(
    database,
    batchSize,
    { table: auditTable, where: 'at < $2', values: [before], orderBy: 'at', returning: 'company_id' },
    async (rows, all) => {
      const owners = [...new Set([null, ...rows.map(ownerOf)])].filter((owner) => !announced.has(owner));
      const purges = owners.map((owner) => operatorEntry('audit.prune', { before: before.toISOString() }, owner));
      await insertAuditRows(
        all,
        purges.map((entry) => audit.complete(entry)),
      );
      for (const owner of owners) announced.add(owner);
    },
  );
}

function ownerOf({ company_id: companyId }: RawRow): CompanyOrOperator {
  return companyId === null ? null : Number(companyId);
}
