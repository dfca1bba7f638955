const FIRST_OF_MONTH = {
  sqlite: (date: string) => `date(${date}, 'start of month')`,
  postgres: (date: string) => `date_trunc('month', ${date})::date`,
} as const;

const MIXES = [
  { kind: 'all', columns: [] },
  { kind: 'department', columns: ['department_id'] },
  { kind: 'branch', columns: ['branch_id'] },
  { kind: 'department branch', columns: ['department_id', 'branch_id'] },
] as const;
/** The statuses that the loaded rows have, each with a column of the counts. */
const STATUSES = { attendance: ['open', 'pending', 'approved', 'rejected'] } as const;

const memberOf = (columns: readonly string[]) =>
  columns.map((column) => `CAST(${column} AS text)`).join(" || ' ' || ") || "''";

const totalsOf = (statuses: readonly string[]) => ['total', ...statuses.map((status) => `${status}_total`)].join(', ');

const sumsOf = (statuses: readonly string[], counted: string) =>
  [`SUM(${counted})`, ...statuses.map((status) => `SUM(CASE status WHEN '${status}' THEN ${counted} ELSE 0 END)`)].join(
    ', ',
  );

/**
 * Writes the stored counts of all companies at once, because core's own recount processes one company at a time and
 * takes minutes for 10,000,000 days.
 */
export function attendanceCounts(database: 'sqlite' | 'postgres'): string[] {
  const firstOfMonth = FIRST_OF_MONTH[database];
  const counted = (kind: string, columns: readonly string[], period: string, date: string) => {
    const by = ['company_id', ...columns, date].join(', ');
    return `INSERT INTO shaon_attendance_count (company_id, kind, member, period, date, ${totalsOf(STATUSES.attendance)})
      SELECT company_id, '${kind}', ${memberOf(columns)}, '${period}', ${date}, ${sumsOf(STATUSES.attendance, 'total')}
      FROM bench_finest GROUP BY ${by} ORDER BY ${by}`;
  };
  return [
    `CREATE TABLE bench_finest AS SELECT company_id, date, department_id, branch_id, status, COUNT(*) AS total
      FROM shaon_attendance GROUP BY company_id, date, department_id, branch_id, status`,
    ...MIXES.flatMap(({ kind, columns }) => [
      counted(kind, columns, 'day', 'date'),
      counted(kind, columns, 'month', firstOfMonth('date')),
    ]),
    'DROP TABLE bench_finest',
  ];
}
