import { auditTable } from '../audit/audit-row.ts';
import { companyTable } from '../companies/company.ts';
import type { AllCompanies } from '../database/all-companies.ts';
import { insertWholeRows } from '../database/bulk-rows.ts';
import { instant, integer, text } from '../database/columns.ts';
import { DIFFERENCES, eachDialect } from '../database/dialect.ts';
import type { RawRow } from '../database/sql.ts';
import { everyCompanySql } from '../database/statement.ts';
import { auditMarkTable, tokenUseTable } from './token-use.ts';
import type { AuditedCall, UseOfCall } from './use-of-call.ts';
import { COMBINE, SUMMED } from './use-sums.ts';

/** The mark's name, written by the migration. */
export const USE_MARK = 'token_use';

const READ_MARK = everyCompanySql`SELECT audit_id FROM ${auditMarkTable} WHERE name = '${USE_MARK}'`;
// Transactions that write audit rows hold this lock from before the rows get their ids until the commit.
const WRITERS = everyCompanySql`SELECT virtualtransaction AS writer FROM pg_locks
  WHERE relation = '${auditTable}'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND mode = 'RowExclusiveLock' AND granted`;
const MOVE_MARK = everyCompanySql`UPDATE ${auditMarkTable} SET audit_id = $2
  WHERE name = '${USE_MARK}' AND audit_id = $1 RETURNING audit_id`;

/** The last audit row that is summed up. */
export async function readUseMark(all: AllCompanies): Promise<number> {
  return Number((await all.rows(READ_MARK))[0]?.audit_id ?? 0);
}

/** The transactions that write audit rows on PostgreSQL now. */
export async function auditWriters(all: AllCompanies): Promise<Set<string>> {
  return new Set((await all.rows(WRITERS)).map((row) => String(row.writer)));
}

/** Moves the mark; false if it is no longer where the caller read it. Others cannot move it until the commit. */
export async function moveUseMark(all: AllCompanies, from: number, to: number): Promise<boolean> {
  return (await all.rows(MOVE_MARK, [from, to])).length > 0;
}

const READ_CALLS = eachDialect(
  (dialect) => everyCompanySql`SELECT a.id, a.kind, a.company_id, a.token_id,
  ${DIFFERENCES[dialect].instantAsMs('a.at')} AS at, a.method, a.route, a.status, a.detail, c.zone
  FROM ${auditTable} a LEFT JOIN ${companyTable} c ON c.id = a.company_id
  WHERE a.id > $1 AND a.id <= $2 ORDER BY a.id LIMIT $3`,
);

/** The tokens' calls in some audit rows by id, the number of rows, and the last id; null after the last row. */
export async function auditedCalls(
  all: AllCompanies,
  after: number,
  upTo: number,
  limit: number,
): Promise<{ readonly calls: AuditedCall[]; readonly rows: number; readonly lastId: number } | null> {
  const rows = await all.rows(READ_CALLS[all.dialect], [after, upTo, limit]);
  const last = rows.at(-1);
  if (last === undefined) return null;
  const calls = rows.filter((row) => row.kind === 'api' && row.token_id !== null && row.zone !== null).map(auditedCall);
  return { calls, rows: rows.length, lastId: Number(last.id) };
}

export function auditedCall(row: RawRow): AuditedCall {
  return {
    companyId: Number(row.company_id),
    tokenId: Number(row.token_id),
    zone: String(row.zone),
    at: instant.fromDatabase(row.at),
    method: text.nullable.fromDatabase(row.method),
    route: text.nullable.fromDatabase(row.route),
    status: integer.nullable.fromDatabase(row.status),
    detail: text.nullable.fromDatabase(row.detail),
  };
}

const PROPERTIES = tokenUseTable.properties.filter((property) => property !== 'id');

/** Combines a kept column with a new one. Not by MIN and MAX, because only PostgreSQL's ignore nulls. */
function combined(property: keyof typeof COMBINE): string {
  const column = tokenUseTable.quoted(property);
  if (COMBINE[property] === 'add') return `${column} = kept.${column} + excluded.${column}`;
  const isFurther = COMBINE[property] === 'least' ? '<' : '>';
  return `${column} = CASE WHEN kept.${column} IS NULL OR excluded.${column} ${isFurther} kept.${column}
    THEN excluded.${column} ELSE kept.${column} END`;
}

const ADDED = `ON CONFLICT ("company_id", "token_id", "date", "ability") DO UPDATE SET ${SUMMED.map(combined).join(', ')}`;

/** Adds sums to the kept sums. */
export async function addUsesToKept(all: AllCompanies, uses: readonly UseOfCall[]): Promise<void> {
  const rows = uses.map(({ sums, ...by }) => ({ ...by, ...sums }));
  await insertWholeRows(all, tokenUseTable, rows, { properties: PROPERTIES, onConflict: ADDED });
}
