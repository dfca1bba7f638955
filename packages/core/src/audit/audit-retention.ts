import type { AllCompanies } from '../database/all-companies.ts';
import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import type { CompanyOrOperator } from '../database/fair-company-queue.ts';
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
 * rows are older. The purge itself is audited (D:U7), for the operator and for each company, in the first transaction
 * that deletes a row of theirs, so that a purge that is killed is audited too. A transaction that drops a month says
 * each company how many of its rows that month had.
 */
export async function pruneAudit(
  database: Database,
  audit: AuditLog,
  options: { readonly before: Date; readonly batchSize: number; readonly log: CoreLog },
): Promise<number> {
  const { batchSize, log } = options;
  const isByMonth = (await readMonths(database.readAllCompanies(), monthlyAudit)) !== null;
  const before = isByMonth ? firstInstantOf(options.before) : options.before;
  const facts = { before: before.toISOString() };
  const announced = new Set<CompanyOrOperator>();
  async function announce(all: AllCompanies, purges: readonly AuditEntry[]): Promise<void> {
    const rows = purges.map((entry) => audit.complete(entry));
    await insertAuditRows(all, rows);
  }
  let removed = 0;
  let ofMonth: readonly RawRow[] = [];
  const { isLeft } = await dropMonths(database, monthlyAudit, {
    before,
    log,
    async mayDrop(all, month) {
      ofMonth = await all.rows(everyCompanySql`SELECT company_id, COUNT(*) AS rows FROM ${month} GROUP BY company_id`);
      const ofOperator = ofMonth.length === 0 || announced.has(null) ? [] : [purge(null, facts)];
      const ofCompanies = ofMonth
        .filter((row) => ownerOf(row) !== null)
        .map((row) => purge(ownerOf(row), { ...facts, rows: Number(row.rows) }));
      await announce(all, [...ofOperator, ...ofCompanies]);
      return true;
    },
    onDropped() {
      if (ofMonth.length > 0) announced.add(null);
      for (const { rows } of ofMonth) removed += Number(rows);
    },
  });
  // Months that the next prune will drop need not be deleted row by row now.
  if (isLeft) return removed;
  const deleted = await deleteInBatches(
    database,
    batchSize,
    { table: auditTable, where: 'at < $2', values: [before], orderBy: 'at', returning: 'company_id' },
    async (rows, all) => {
      const owners = new Set([null, ...rows.map(ownerOf)]);
      for (const owner of announced) owners.delete(owner);
      const purges = [...owners].map((owner) => purge(owner, facts));
      await announce(all, purges);
      for (const owner of owners) announced.add(owner);
    },
  );
  return removed + deleted;
}

function ownerOf({ company_id: companyId }: RawRow): CompanyOrOperator {
  return companyId === null ? null : Number(companyId);
}

const purge = (companyId: CompanyOrOperator, facts: object): AuditEntry =>
  operatorEntry('audit.prune', facts, companyId);
