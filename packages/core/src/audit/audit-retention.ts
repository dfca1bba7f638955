import type { AllCompanies } from '../database/all-companies.ts';
import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import { dropMonths, readMonths } from '../database/months/month-upkeep.ts';
import { firstInstantOf } from '../database/months/monthly-table.ts';
import type { RawRow } from '../database/sql.ts';
import { everyCompanySql } from '../database/statement.ts';
import type { CoreLog } from '../log.ts';
import { operatorEntry } from './audit-act.ts';
import type { AuditEntry, AuditLog } from './audit-log.ts';
import { insertAuditRows } from './audit-queries.ts';
import { auditTable, monthlyAudit } from './audit-row.ts';

/**
 * Deletes audit rows older than `before`. If the audit is partitioned by month, it drops a whole month once all its
 * rows are older. The purge itself is audited (D:U7): for the operator, one row in the first transaction that deletes
 * anything; for each company, one row with the number of its rows in the transaction that drops a month, and one at the
 * end for rows that were deleted singly.
 */
export async function pruneAudit(
  database: Database,
  audit: AuditLog,
  options: { readonly before: Date; readonly batchSize: number; readonly log: CoreLog },
): Promise<number> {
  const { batchSize, log } = options;
  const isByMonth = (await readMonths(database.readAllCompanies(), monthlyAudit)) !== null;
  const before = isByMonth ? firstInstantOf(options.before) : options.before;
  const removedOf = new Map<number, number>();
  let removed = 0;
  let isAnnounced = false;
  function count(rows: readonly RawRow[]): void {
    for (const { company_id: companyId, rows: number } of rows) {
      removed += Number(number);
      if (companyId === null) continue;
      removedOf.set(Number(companyId), (removedOf.get(Number(companyId)) ?? 0) + Number(number));
    }
  }
  async function announce(all: AllCompanies): Promise<void> {
    if (isAnnounced) return;
    await insertAuditRows(all, [audit.complete(purge(null, { before: before.toISOString() }))]);
  }

  let ofMonth: readonly RawRow[] = [];
  const { isLeft } = await dropMonths(database, monthlyAudit, {
    before,
    log,
    async mayDrop(all, month) {
      ofMonth = await all.rows(everyCompanySql`SELECT company_id, COUNT(*) AS rows FROM ${month} GROUP BY company_id`);
      if (ofMonth.length > 0) await announce(all);
      const ofCompanies = ofMonth.filter(({ company_id: companyId }) => companyId !== null);
      await insertAuditRows(
        all,
        ofCompanies.map(({ company_id: companyId, rows }) =>
          audit.complete(purge(Number(companyId), { before: before.toISOString(), rows: Number(rows) })),
        ),
      );
      return true;
    },
    onDropped() {
      isAnnounced ||= ofMonth.length > 0;
      for (const { rows } of ofMonth) removed += Number(rows);
    },
  });
  // Months that the next prune will drop need not be deleted row by row now.
  if (!isLeft)
    await deleteInBatches(
      database,
      batchSize,
      { table: auditTable, where: 'at < $2', values: [before], orderBy: 'at', returning: 'company_id, 1 AS rows' },
      async (rows, all) => {
        count(rows);
        await announce(all);
        isAnnounced = true;
      },
    );
  // Started together, because the log commits some hundred rows at once, and each alone would wait for the disk.
  await Promise.all(
    [...removedOf].map(([companyId, rows]) => audit.commit(purge(companyId, { before: before.toISOString(), rows }))),
  );
  return removed;
}

const purge = (companyId: number | null, facts: object): AuditEntry => operatorEntry('audit.prune', facts, companyId);
