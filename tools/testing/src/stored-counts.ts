import type { Dialect } from './dialects.ts';
import type { Connection } from './fresh-database.ts';
import { type OpenedDatabase, withOpened } from './opened-database.ts';

interface Counted {
  readonly counts: string;
  /** The alias of the counted rows, and where they are read. */
  readonly row: string;
  readonly from: string;
  /** The statuses that have a column of each count. */
  readonly statuses: readonly string[];
  readonly members: Members;
  /** The columns of the buckets, and their values for each bucket of a row. */
  readonly bucket: readonly string[];
  readonly buckets: readonly (readonly string[])[];
}

type Members = readonly (readonly [kind: string, member: string])[];

const DEPARTMENT = 'CAST(e.department_id AS text)';
const BRANCH = 'CAST(e.branch_id AS text)';
const BY_UNIT: Members = [
  ['all', "''"],
  ['department', DEPARTMENT],
  ['branch', BRANCH],
  ['department branch', `${DEPARTMENT} || ' ' || ${BRANCH}`],
];
/** For the statuses of a product, which have no column. */
const BY_UNIT_AND_STATUS: Members = [
  ['status', 'a.status'],
  ['department status', `${DEPARTMENT} || ' ' || a.status`],
  ['branch status', `${BRANCH} || ' ' || a.status`],
  ['department branch status', `${DEPARTMENT} || ' ' || ${BRANCH} || ' ' || a.status`],
];

function countedTables(monthOf: (date: string) => string): Counted[] {
  const days = {
    bucket: ['period', 'date'],
    buckets: [
      ["'day'", 'a.date'],
      ["'month'", monthOf('a.date')],
    ],
  };
  return [
    {
      counts: 'shaon_attendance_count',
      row: 'a',
      from: 'shaon_attendance a JOIN shaon_employee e ON e.id = a.employee_id WHERE a.voided_at IS NULL',
      statuses: ['open', 'pending', 'approved', 'rejected'],
      members: [...BY_UNIT, ...BY_UNIT_AND_STATUS],
      ...days,
    },
  ];
}

const totalsOf = ({ statuses }: Counted): string[] => ['total', ...statuses.map((status) => `${status}_total`)];

/** SQL for what the stored counts of a table lack, written independently of the project's SQL. */
function missingCounts(counted: Counted): string {
  const { counts, row, from, statuses, members, bucket, buckets } = counted;
  const totals = totalsOf(counted);
  const known = statuses.map((status) => `'${status}'`).join(', ');
  const there = members.flatMap(([kind, member]) =>
    buckets.map((values) => {
      const isCounted = kind.endsWith('status') ? `${row}.status NOT IN (${known})` : '1 = 1';
      const each = statuses.map((status) => `COUNT(CASE ${row}.status WHEN '${status}' THEN 1 END)`);
      const columns = ['COUNT(*)', ...each].map((value, index) => `${value} AS ${totals[index]}`);
      const named = values.map((value, index) => `${value} AS ${bucket[index]}`);
      return `SELECT ${row}.company_id AS company, '${kind}' AS kind, ${member} AS member, ${[...named, ...columns].join(', ')}
        FROM ${from} AND ${member} IS NOT NULL AND ${isCounted} GROUP BY 1, 3, ${values.length + 3}`;
    }),
  );
  const key = ['kind', 'member', ...bucket].join(', ');
  const stored = `SELECT company_id, ${key}, ${totals.map((total) => `-${total}`).join(', ')} FROM ${counts}`;
  const sums = totals.map((total) => `SUM(${total}) AS ${total}`);
  return `SELECT company, ${key}, ${sums.join(', ')} FROM (${[...there, stored].join(' UNION ALL ')}) AS both_sides
    GROUP BY company, ${key} HAVING ${totals.map((total) => `SUM(${total}) <> 0`).join(' OR ')}`;
}

const SQLITE = countedTables((date) => `strftime('%Y-%m-01', ${date})`);
const POSTGRES = countedTables((date) => `(${date} - (extract(day FROM ${date})::int - 1))`);

/** Statements that count rows written by SQL into all companies except `$1`. */
export function countsOfOthers(dialect: Dialect): string[] {
  return (dialect === 'sqlite' ? SQLITE : POSTGRES).map((counted) => {
    const columns = ['kind', 'member', ...counted.bucket, ...totalsOf(counted)].join(', ');
    return `INSERT INTO ${counted.counts} (company_id, ${columns})
      SELECT company, ${columns} FROM (${missingCounts(counted)}) AS missing WHERE company <> $1`;
  });
}

/** Throws if the stored counts differ from the rows that a suite has left; does nothing without such tables. */
export const assertStoredCounts = (connection: Connection): Promise<void> => withOpened(connection, checkStoredCounts);

export async function checkStoredCounts(database: OpenedDatabase): Promise<void> {
  const [tables, whetherCounted] =
    database.type === 'sqlite'
      ? [SQLITE, "SELECT 1 FROM sqlite_master WHERE name = 'shaon_attendance_count'"]
      : [POSTGRES, "SELECT 1 WHERE to_regclass('shaon_attendance_count') IS NOT NULL"];
  if ((await database.rows(whetherCounted)).length === 0) return;
  const wrong: unknown[] = [];
  for (const counted of tables) wrong.push(...(await database.rows(missingCounts(counted))));
  if (wrong.length === 0) return;
  const first = wrong.slice(0, 5).map((row) => JSON.stringify(row));
  throw new Error(`${wrong.length} stored counts are wrong, such as\n      ${first.join('\n      ')}`);
}
