import { DIFFERENCES, type Dialect } from '../sql/dialect.ts';
import { type EveryCompanySql, everyCompanySql } from '../sql/statement.ts';
import { type AnyTable, tableNamed } from '../sql/table.ts';

/*
 * How many live days each month has of each department, branch and status that occur together, and how many in all.
 * Triggers of the database keep the numbers, so days that were written by an import or by hand count too.
 */

/** The `department_id` of a month's number of all days. A day without a department or branch counts under -1. */
export const ALL_DAYS = -2;

/**
 * The table of totals. On PostgreSQL several parts, some below 0, may add up to one number. Within a manager's limit a
 * month's number of all days is that of the departments and branches of the limit.
 */
export const totalTable: AnyTable = {
  name: 'shaon_attendance_total',
  columns: { companyId: null },
  people: 'units',
  limitedRows(condition) {
    const from = `FROM "shaon_attendance_total" AS t WHERE "company_id" = $1 AND ${condition}`;
    return `(SELECT t.month, t.department_id, t.branch_id, t.status, t.days ${from}
      UNION ALL SELECT t.month, ${ALL_DAYS}, ${ALL_DAYS}, '', t.days ${from})`;
  },
};

const NAMES = ['company_id', 'month', 'department_id', 'branch_id', 'status'];
const KEY = NAMES.join(', ');

function sameKey(left: string, right: string): string {
  return NAMES.map((name) => `${left}.${name} = ${right}.${name}`).join(' AND ');
}

const monthOf = (dialect: Dialect, row: string): string =>
  `${row}.company_id, ${DIFFERENCES[dialect].firstOfMonth(`${row}.date`)}`;

/** An impossible id in a filter is compared as 0, so none is below. */
const keyOf = (dialect: Dialect, row: string): string =>
  `${monthOf(dialect, row)}, COALESCE(${row}.department_id, -1), COALESCE(${row}.branch_id, -1), ${row}.status`;

const allKeyOf = (dialect: Dialect, row: string): string => `${monthOf(dialect, row)}, ${ALL_DAYS}, ${ALL_DAYS}, ''`;

const attendance = tableNamed('shaon_attendance');
const days = (dialect: Dialect): EveryCompanySql =>
  everyCompanySql`SELECT ${keyOf(dialect, 'a')}, COUNT(*) FROM ${attendance} a WHERE a.voided_at IS NULL GROUP BY 1, 2, 3, 4, 5
    UNION ALL SELECT ${allKeyOf(dialect, 'a')}, COUNT(*) FROM ${attendance} a WHERE a.voided_at IS NULL GROUP BY 1, 2`;

/** How many totals differ from the days, which are all read. */
export const wrongTotals = (dialect: Dialect): EveryCompanySql =>
  everyCompanySql`WITH counted (${KEY}, days) AS (${days(dialect)}), both_sides AS (
      SELECT ${KEY}, days FROM counted UNION ALL SELECT ${KEY}, -days FROM ${totalTable} t)
    SELECT COUNT(*) AS wrong FROM (SELECT 1 AS one FROM both_sides GROUP BY ${KEY} HAVING SUM(days) <> 0) AS differing`;

/** Statements that write all totals anew, in one part each, in a transaction that lets no other write days meanwhile. */
export const rewriteTotals = (dialect: Dialect): readonly EveryCompanySql[] => [
  everyCompanySql`DELETE FROM ${totalTable}`,
  everyCompanySql`INSERT INTO ${totalTable} (${KEY}, days) ${days(dialect)}`,
];

/**
 * Adds the parts of each number up. Parts that a writer holds are left for another time, so nobody waits for anybody.
 * PostgreSQL only: on SQLite a number has one part.
 */
export const FOLD_PARTS: EveryCompanySql = everyCompanySql`WITH held AS MATERIALIZED (
    SELECT * FROM ${totalTable} t WHERE (${KEY}) IN (SELECT ${KEY} FROM ${totalTable} o GROUP BY ${KEY} HAVING COUNT(*) > 1)
    FOR UPDATE SKIP LOCKED),
  kept AS (SELECT ${KEY}, MIN(part) AS part, SUM(days)::integer AS days FROM held GROUP BY ${KEY} HAVING COUNT(*) > 1),
  gone AS (DELETE FROM ${totalTable} t USING held h JOIN kept k USING (${KEY})
    WHERE ${sameKey('t', 'h')} AND t.part = h.part AND h.part <> k.part)
  UPDATE ${totalTable} t SET days = k.days FROM kept k WHERE ${sameKey('t', 'k')} AND t.part = k.part`;
