import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Dialect } from './dialects.ts';
import type { Connection } from './fresh-database.ts';

const DEPARTMENT = 'CAST(e.department_id AS text)';
const BRANCH = 'CAST(e.branch_id AS text)';
const ATTENDANCE = [
  ['all', "''"],
  ['department', DEPARTMENT],
  ['branch', BRANCH],
  ['status', 'a.status'],
  ['department branch', `${DEPARTMENT} || ' ' || ${BRANCH}`],
  ['department status', `${DEPARTMENT} || ' ' || a.status`],
  ['branch status', `${BRANCH} || ' ' || a.status`],
  ['department branch status', `${DEPARTMENT} || ' ' || ${BRANCH} || ' ' || a.status`],
] as const;

const LEAVE = [
  ['all', "''"],
  ['status', 'a.status'],
  ['type', 'a.type'],
  ['status type', "a.status || ' ' || a.type"],
] as const;

/** SQL that compares the stored counts of a table with its rows, written independently of the project's SQL. */
function difference(
  members: typeof ATTENDANCE | typeof LEAVE,
  { counts, rows }: { readonly counts: string; readonly rows: string },
  monthOf: (date: string) => string,
): string {
  const counted = members.flatMap(([kind, member]) =>
    [
      ['day', 'a.date'],
      ['month', monthOf('a.date')],
    ].map(
      ([
        period,
        date,
      ]) => `SELECT a.company_id AS company, '${kind}' AS kind, ${member} AS member, '${period}' AS period,
        ${date} AS date, COUNT(*) AS there, 0 AS stored
      FROM ${rows} AND ${member} IS NOT NULL GROUP BY 1, 3, 5`,
    ),
  );
  const stored = `SELECT company_id, kind, member, period, date, 0, total FROM ${counts}`;
  return `SELECT company, kind, member, period, CAST(date AS text) AS date, SUM(there) AS there, SUM(stored) AS stored
    FROM (${[...counted, stored].join(' UNION ALL ')}) AS both_sides
    GROUP BY company, kind, member, period, date HAVING SUM(there) <> SUM(stored)`;
}

/** The same for employees, by blocks of their ids. */
const EMPLOYEES = `SELECT company, kind, member, block, SUM(there) AS there, SUM(stored) AS stored FROM (${[
  ...ATTENDANCE.map(([kind, member]) => [kind, member.replaceAll('a.status', 'e.status')]).map(
    ([kind, member]) => `SELECT e.company_id AS company, '${kind}' AS kind, ${member} AS member, e.id / 1000 AS block,
      COUNT(*) AS there, 0 AS stored FROM shaon_employee e WHERE ${member} IS NOT NULL GROUP BY 1, 3, 4`,
  ),
  'SELECT company_id, kind, member, block, 0, total FROM shaon_employee_count',
].join(' UNION ALL ')}) AS both_sides GROUP BY company, kind, member, block HAVING SUM(there) <> SUM(stored)`;

const differences = (monthOf: (date: string) => string): string[] => [
  difference(
    ATTENDANCE,
    {
      counts: 'shaon_attendance_count',
      rows: 'shaon_attendance a JOIN shaon_employee e ON e.id = a.employee_id WHERE a.voided_at IS NULL',
    },
    monthOf,
  ),
  difference(
    LEAVE,
    { counts: 'shaon_leave_count', rows: 'shaon_leave_request a WHERE a.cancelled_at IS NULL' },
    monthOf,
  ),
  EMPLOYEES,
];
const SQLITE = differences((date) => `strftime('%Y-%m-01', ${date})`);
const POSTGRES = differences((date) => `(${date} - (extract(day FROM ${date})::int - 1))`);

/** Statements that count rows written by SQL into all companies except `$1`. */
export function countsOfOthers(dialect: Dialect): string[] {
  const tables = [
    ['shaon_attendance_count', 'period, date'],
    ['shaon_leave_count', 'period, date'],
    ['shaon_employee_count', 'block'],
  ] as const;
  const missing = dialect === 'sqlite' ? SQLITE : POSTGRES;
  return tables.map(([table, places], index) => {
    const selected = dialect === 'postgres' ? places.replace('date', 'CAST(date AS date)') : places;
    return `INSERT INTO ${table} (company_id, kind, member, ${places}, total)
      SELECT company, kind, member, ${selected}, there - stored FROM (${missing[index]}) AS missing WHERE company <> $1`;
  });
}

/** Throws if the stored counts differ from the rows that a suite has left; does nothing without such tables. */
export async function assertStoredCounts(connection: Connection): Promise<void> {
  const wrong = connection.type === 'sqlite' ? onSqlite(connection.path) : await onPostgres(connection.url);
  if (wrong.length === 0) return;
  const first = wrong.slice(0, 5).map((row) => JSON.stringify(row));
  throw new Error(`${wrong.length} stored counts are wrong, such as\n      ${first.join('\n      ')}`);
}

function onSqlite(path: string): unknown[] {
  const database = new Sqlite(path);
  try {
    const tables = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'shaon_employee_count'").all();
    return tables.length === 0 ? [] : SQLITE.flatMap((text) => database.prepare(text).all());
  } finally {
    database.close();
  }
}

async function onPostgres(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query("SELECT to_regclass('shaon_employee_count') AS found");
    if (tables.rows[0]?.found === null) return [];
    const wrong: unknown[] = [];
    for (const text of POSTGRES) wrong.push(...(await client.query(text)).rows);
    return wrong;
  } finally {
    await client.end();
  }
}
