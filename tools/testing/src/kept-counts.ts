import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Connection } from './fresh-database.ts';

const DEPARTMENT = 'CAST(e.department_id AS text)';
const BRANCH = 'CAST(e.branch_id AS text)';
const MEMBERS = [
  ['all', "''"],
  ['department', DEPARTMENT],
  ['branch', BRANCH],
  ['status', 'a.status'],
  ['department branch', `${DEPARTMENT} || ' ' || ${BRANCH}`],
  ['department status', `${DEPARTMENT} || ' ' || a.status`],
  ['branch status', `${BRANCH} || ' ' || a.status`],
  ['department branch status', `${DEPARTMENT} || ' ' || ${BRANCH} || ' ' || a.status`],
] as const;

/** What a database with attendance has counted, beside what is there, by texts that the project does not share. */
function difference(monthOf: (date: string) => string): string {
  const counted = MEMBERS.flatMap(([kind, member]) =>
    [
      ['day', 'a.date'],
      ['month', monthOf('a.date')],
    ].map(
      ([
        period,
        date,
      ]) => `SELECT a.company_id AS company, '${kind}' AS kind, ${member} AS member, '${period}' AS period,
        ${date} AS date, COUNT(*) AS there, 0 AS kept
      FROM shaon_attendance a JOIN shaon_employee e ON e.id = a.employee_id
      WHERE a.voided_at IS NULL AND ${member} IS NOT NULL GROUP BY 1, 3, 5`,
    ),
  );
  const kept = 'SELECT company_id, kind, member, period, date, 0, total FROM shaon_attendance_count';
  return `SELECT company, kind, member, period, CAST(date AS text) AS date, SUM(there) AS there, SUM(kept) AS kept
    FROM (${[...counted, kept].join(' UNION ALL ')}) AS both_sides
    GROUP BY company, kind, member, period, date HAVING SUM(there) <> SUM(kept)`;
}

const SQLITE = difference((date) => `strftime('%Y-%m-01', ${date})`);
const POSTGRES = difference((date) => `(${date} - (extract(day FROM ${date})::int - 1))`);

/** Throws when the kept counts of attendance are not what a suite has left in its tables; says nothing without them. */
export async function assertKeptCounts(connection: Connection): Promise<void> {
  const wrong = connection.type === 'sqlite' ? onSqlite(connection.path) : await onPostgres(connection.url);
  if (wrong.length === 0) return;
  const first = wrong.slice(0, 5).map((row) => JSON.stringify(row));
  throw new Error(`${wrong.length} kept counts of attendance are wrong, such as\n      ${first.join('\n      ')}`);
}

function onSqlite(path: string): unknown[] {
  const database = new Sqlite(path);
  try {
    const tables = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'shaon_attendance_count'").all();
    return tables.length === 0 ? [] : database.prepare(SQLITE).all();
  } finally {
    database.close();
  }
}

async function onPostgres(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query("SELECT to_regclass('shaon_attendance_count') AS found");
    return tables.rows[0]?.found === null ? [] : (await client.query(POSTGRES)).rows;
  } finally {
    await client.end();
  }
}
