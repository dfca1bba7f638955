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

/** If any row is old, walks an index from company to company, and counts in it: the rows themselves are not read. */
const OLD_ROWS = everyCompanySql`WITH RECURSIVE c(id) AS (
    SELECT MIN(company_id) FROM ${auditTable} WHERE EXISTS (SELECT 1 FROM ${auditTable} WHERE at < $1) UNION ALL
    SELECT (SELECT MIN(a.company_id) FROM ${auditTable} a WHERE a.company_id > c.id) FROM c WHERE c.id IS NOT NULL)
  SELECT c.id AS company_id, (SELECT COUNT(*) FROM ${auditTable} a WHERE a.company_id = c.id AND a.at < $1) AS rows
  FROM c`;

/**
 * Deletes audit rows older than `before`. If the audit is partitioned by month, it drops a whole month once all its
 * rows are older. The purge itself is audited (D:U7) in the first transaction that deletes anything, so that a purge
 * that is killed is audited too: one row for the operator, and one for each company with the number of its rows to
 * delete. Each transaction that drops a month has a row for each company of that month.
 */
export async function pruneAudit(
  database: Database,
  audit: AuditLog,
  options: { readonly before: Date; readonly batchSize: number; readonly log: CoreLog },
): Promise<number> {
  const { batchSize, log } = options;
  const isByMonth = (await readMonths(database.readAllCompanies(), monthlyAudit)) !== null;
  const before = isByMonth ? firstInstantOf(options.before) : options.before;
  let removed = 0;
  let isAnnounced = false;
  async function announce(all: AllCompanies, ofCompanies: readonly RawRow[]): Promise<void> {
    const facts = { before: before.toISOString() };
    const entries = isAnnounced ? [] : [purge(null, facts)];
    for (const { company_id: companyId, rows } of ofCompanies) {
      if (companyId !== null && Number(rows) > 0)
        entries.push(purge(Number(companyId), { ...facts, rows: Number(rows) }));
    }
    await insertAuditRows(
      all,
      entries.map((entry) => audit.complete(entry)),
    );
  }

  let ofMonth: readonly RawRow[] = [];
  const { isLeft } = await dropMonths(database, monthlyAudit, {
    before,
    log,
    async mayDrop(all, month) {
      ofMonth = await all.rows(everyCompanySql`SELECT company_id, COUNT(*) AS rows FROM ${month} GROUP BY company_id`);
      if (ofMonth.length > 0) await announce(all, ofMonth);
      return true;
    },
    onDropped() {
      isAnnounced ||= ofMonth.length > 0;
      for (const { rows } of ofMonth) removed += Number(rows);
    },
  });
  // Months that the next prune will drop need not be deleted row by row now.
  if (isLeft) return removed;
  const ofCompanies = await database.readAllCompanies().rows(OLD_ROWS, [before]);
  const deleted = await deleteInBatches(
    database,
    batchSize,
    { table: auditTable, where: 'at < $2', values: [before], orderBy: 'at', returning: 'id' },
    async (_rows, all) => {
      await announce(all, ofCompanies.splice(0));
      isAnnounced = true;
    },
  );
  return removed + deleted;
}

const purge = (companyId: number | null, facts: object): AuditEntry => operatorEntry('audit.prune', facts, companyId);
