import type { Dialect } from '../sql/dialect.ts';

/*
 * The totals of attendance (`../totals/attendance-total.ts`) and the triggers that keep them. A released migration never
 * changes, so this file shares nothing with the statements that read the totals.
 */

const NAMES = ['company_id', 'month', 'department_id', 'branch_id', 'status'];
const KEY = NAMES.join(', ');

const FIRST_OF_MONTH: Readonly<Record<Dialect, (date: string) => string>> = {
  sqlite: (date) => `substr(${date}, 1, 8) || '01'`,
  postgres: (date) => `date_trunc('month', ${date})::date`,
};

function sameKey(left: string, right: string): string {
  return NAMES.map((name) => `${left}.${name} = ${right}.${name}`).join(' AND ');
}

const monthOf = (dialect: Dialect, row: string): string =>
  `${row}.company_id, ${FIRST_OF_MONTH[dialect](`${row}.date`)}`;

/** A day without a department or branch counts under -1, because an impossible id in a filter is compared as 0. */
const keyOf = (dialect: Dialect, row: string): string =>
  `${monthOf(dialect, row)}, COALESCE(${row}.department_id, -1), COALESCE(${row}.branch_id, -1), ${row}.status`;

/** Under this department, and branch, a month's days are counted once more: all of them. */
const ALL_DAYS = -2;
const allKeyOf = (dialect: Dialect, row: string): string => `${monthOf(dialect, row)}, ${ALL_DAYS}, ${ALL_DAYS}, ''`;

const statements = (dialect: Dialect): readonly string[] => [
  `CREATE TABLE "shaon_attendance_total" (
    "company_id" integer NOT NULL,
    "month" ${dialect === 'sqlite' ? 'text' : 'date'} NOT NULL,
    "department_id" integer NOT NULL,
    "branch_id" integer NOT NULL,
    "status" text NOT NULL,
    ${dialect === 'sqlite' ? '' : '"part" integer NOT NULL DEFAULT 0,'}
    "days" integer NOT NULL,
    PRIMARY KEY (company_id, department_id, branch_id, status, month${dialect === 'sqlite' ? '' : ', part'})
  ) ${dialect === 'sqlite' ? 'WITHOUT ROWID' : 'WITH (fillfactor = 50)'}`,
  ...(dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers()),
];

function sqliteTriggers(): string[] {
  const watched = ['date', 'department_id', 'branch_id', 'status', 'voided_at'];
  const differs = watched.map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ');
  const add = (row: 'OLD' | 'NEW', by: number) =>
    [keyOf, allKeyOf]
      .map(
        (key) => `INSERT INTO shaon_attendance_total (${KEY}, days) SELECT ${key('sqlite', row)}, ${by}
      WHERE ${row}.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + ${by};`,
      )
      .join('');
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
        SELECT company_id, month, COALESCE(department_id, ${ALL_DAYS}), COALESCE(branch_id, ${ALL_DAYS}), COALESCE(status, ''),
          SUM(change)::integer FROM (${changed}) AS r (${KEY}, change)
        GROUP BY GROUPING SETS ((${KEY}), (company_id, month)) HAVING SUM(change) <> 0)
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

export const totalTables: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: statements('sqlite'),
  postgres: statements('postgres'),
};
