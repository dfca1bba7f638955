const FIRST_OF_MONTH = {
  sqlite: (date: string) => `date(${date}, 'start of month')`,
  postgres: (date: string) => `date_trunc('month', ${date})::date`,
} as const;

const monthOf = (database: 'sqlite' | 'postgres') => FIRST_OF_MONTH[database]('date');

/** Counts the days after a load, during which there are no triggers. */
export const attendanceTotals = (database: 'sqlite' | 'postgres'): string[] => [
  'DELETE FROM shaon_attendance_total',
  `INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days)
    SELECT company_id, ${monthOf(database)}, COALESCE(department_id, -1), COALESCE(branch_id, -1), status,
      COUNT(*) FROM shaon_attendance WHERE voided_at IS NULL GROUP BY 1, 2, 3, 4, 5
    UNION ALL SELECT company_id, ${monthOf(database)}, -2, -2, '', COUNT(*) FROM shaon_attendance WHERE voided_at IS NULL
      GROUP BY 1, 2`,
];
