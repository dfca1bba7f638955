const FIRST_OF_MONTH = {
  sqlite: (date: string) => `date(${date}, 'start of month')`,
  postgres: (date: string) => `date_trunc('month', ${date})::date`,
} as const;

const MIXES = [
  { kind: 'all', columns: [] },
  { kind: 'department', columns: ['department_id'] },
  { kind: 'branch', columns: ['branch_id'] },
  { kind: 'department branch', columns: ['department_id', 'branch_id'] },
  { kind: 'status', columns: ['status'] },
  { kind: 'department status', columns: ['department_id', 'status'] },
  { kind: 'branch status', columns: ['branch_id', 'status'] },
  { kind: 'department branch status', columns: ['department_id', 'branch_id', 'status'] },
] as const;

const memberOf = (columns: readonly string[]) =>
  columns.map((column) => `CAST(${column} AS text)`).join(" || ' ' || ") || "''";

/**
 * Writes the stored counts of all companies at once, because core's own recount processes one company at a time and
 * takes minutes for 10,000,000 days.
 */
export function attendanceCounts(database: 'sqlite' | 'postgres'): string[] {
  const firstOfMonth = FIRST_OF_MONTH[database];
  const counted = (kind: string, columns: readonly string[], period: string, date: string) => {
    const by = ['company_id', ...columns, date].join(', ');
    return `INSERT INTO shaon_attendance_count (company_id, kind, member, period, date, total)
      SELECT company_id, '${kind}', ${memberOf(columns)}, '${period}', ${date}, SUM(total) FROM bench_finest
      GROUP BY ${by} ORDER BY ${by}`;
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

export function employeeCounts(): string[] {
  return MIXES.map(
    ({ kind, columns }) => `INSERT INTO shaon_employee_count (company_id, kind, member, block, total)
      SELECT company_id, '${kind}', ${memberOf(columns)}, id / 1000, COUNT(*) FROM shaon_employee
      GROUP BY ${['company_id', ...columns, 'id / 1000'].join(', ')}`,
  );
}
