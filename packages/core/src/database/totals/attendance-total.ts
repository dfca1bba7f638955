import { DIFFERENCES, type Dialect } from '../sql/dialect.ts';
import { type EveryCompanySql, everyCompanySql } from '../sql/statement.ts';
import { type AnyTable, tableNamed } from '../sql/table.ts';

/*
 * How many live days each month has of each department, branch and status that occur together. Triggers of the database
 * keep the numbers, so days that were written by an import or by hand count too.
 */

/** The table of totals. On PostgreSQL several parts, some below 0, may add up to one number. */
export const totalTable: AnyTable = { name: 'shaon_attendance_total', columns: { companyId: null } };

const NAMES = ['company_id', 'month', 'department_id', 'branch_id', 'status'];
const KEY = NAMES.join(', ');

function sameKey(left: string, right: string): string {
  return NAMES.map((name) => `${left}.${name} = ${right}.${name}`).join(' AND ');
}

/** A day without a department or branch counts under -1, because an impossible id in a filter is compared as 0. */
const keyOf = (dialect: Dialect, row: string): string =>
  [
    `${row}.company_id`,
    DIFFERENCES[dialect].firstOfMonth(`${row}.date`),
    `COALESCE(${row}.department_id, -1)`,
    `COALESCE(${row}.branch_id, -1)`,
    `${row}.status`,
  ].join(', ');

/** The statements that create the table and its triggers, and count the days that are there. */
export const totalStatements = (dialect: Dialect): readonly string[] => [
  `CREATE TABLE "shaon_attendance_total" (
    "company_id" integer NOT NULL,
    "month" ${dialect === 'sqlite' ? 'text' : 'date'} NOT NULL,
    "department_id" integer NOT NULL,
    "branch_id" integer NOT NULL,
    "status" text NOT NULL,
    ${dialect === 'sqlite' ? '' : '"part" integer NOT NULL DEFAULT 0,'}
    "days" integer NOT NULL,
    PRIMARY KEY (${KEY}${dialect === 'sqlite' ? '' : ', part'})
  ) ${dialect === 'sqlite' ? 'WITHOUT ROWID' : 'WITH (fillfactor = 50)'}`,
  ...(dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers()),
];

function sqliteTriggers(): string[] {
  const watched = ['date', 'department_id', 'branch_id', 'status', 'voided_at'];
  const differs = watched.map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ');
  const add = (row: 'OLD' | 'NEW', by: number) =>
    `INSERT INTO shaon_attendance_total (${KEY}, days) SELECT ${keyOf('sqlite', row)}, ${by}
      WHERE ${row}.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + ${by};`;
  const trigger = (name: string, event: string, body: string) =>
    `CREATE TRIGGER "shaon_attendance_total_${name}" AFTER ${event} BEGIN ${body} END`;
  return [
    trigger('insert', 'INSERT ON shaon_attendance', add('NEW', 1)),
    trigger('delete', 'DELETE ON shaon_attendance', add('OLD', -1)),
    trigger(
      'update',
      `UPDATE OF ${watched.join(', ')} ON shaon_attendance WHEN ${differs}`,
      add('OLD', -1) + add('NEW', 1),
    ),
  ];
}

/**
 * Once for each statement. A row of totals that another transaction holds is skipped, and its change is added to a part
 * of this connection's own; so no writer waits for another, and two of them cannot deadlock.
 */
function postgresTriggers(): string[] {
  const days = (table: string, by: number) =>
    `SELECT ${keyOf('postgres', 'r')}, ${by} FROM ${table} r WHERE r.voided_at IS NULL`;
  const trigger = (event: string, referencing: string, changed: string) => [
    `CREATE FUNCTION "shaon_attendance_total_${event.toLowerCase()}"() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      WITH c (${KEY}, days) AS MATERIALIZED (
        SELECT ${KEY}, SUM(change)::integer FROM (${changed}) AS r (${KEY}, change)
        GROUP BY ${KEY} HAVING SUM(change) <> 0)
      INSERT INTO shaon_attendance_total AS total (${KEY}, part, days)
        SELECT ${NAMES.map((name) => `c.${name}`).join(', ')}, COALESCE(
          (SELECT t.part FROM shaon_attendance_total t WHERE ${sameKey('t', 'c')} LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
          pg_backend_pid()), c.days FROM c
        ON CONFLICT (${KEY}, part) DO UPDATE SET days = total.days + excluded.days;
      RETURN NULL;
    END $body$`,
    `CREATE TRIGGER "shaon_attendance_total_${event.toLowerCase()}" AFTER ${event} ON shaon_attendance
      REFERENCING ${referencing} FOR EACH STATEMENT EXECUTE FUNCTION "shaon_attendance_total_${event.toLowerCase()}"()`,
  ];
  return [
    ...trigger('INSERT', 'NEW TABLE AS new_rows', days('new_rows', 1)),
    ...trigger('DELETE', 'OLD TABLE AS old_rows', days('old_rows', -1)),
    ...trigger(
      'UPDATE',
      'OLD TABLE AS old_rows NEW TABLE AS new_rows',
      `${days('old_rows', -1)} UNION ALL ${days('new_rows', 1)}`,
    ),
  ];
}

const attendance = tableNamed('shaon_attendance');
const days = (dialect: Dialect): EveryCompanySql =>
  everyCompanySql`SELECT ${keyOf(dialect, 'a')}, COUNT(*) FROM ${attendance} a WHERE a.voided_at IS NULL GROUP BY 1, 2, 3, 4, 5`;

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
