import type { Connection } from './fresh-database.ts';
import { type OpenedDatabase, withOpened } from './opened-database.ts';

/** The totals that differ from the days, written independently of the project's SQL. */
const wrongTotals = (
  monthOf: string,
): string => `WITH days AS (SELECT a.company_id AS company, ${monthOf} AS month, COALESCE(e.department_id, -1) AS department,
      COALESCE(e.branch_id, -1) AS branch, a.status AS status
    FROM shaon_attendance a JOIN shaon_employee e ON e.id = a.employee_id WHERE a.voided_at IS NULL)
  SELECT company, month, department, branch, status, SUM(days) AS days FROM (
    SELECT company, month, department, branch, status, 1 AS days FROM days
    UNION ALL SELECT company, month, -2, -2, '', 1 FROM days
    UNION ALL SELECT company_id, month, department_id, branch_id, status, -days FROM shaon_attendance_total) AS both_sides
  GROUP BY company, month, department, branch, status HAVING SUM(days) <> 0`;

const WRONG = {
  sqlite: wrongTotals("strftime('%Y-%m-01', a.date)"),
  postgres: wrongTotals('(a.date - (extract(day FROM a.date)::int - 1))'),
};
const WHETHER_COUNTED = {
  sqlite: "SELECT 1 FROM sqlite_master WHERE name = 'shaon_attendance_total'",
  postgres: "SELECT 1 WHERE to_regclass('shaon_attendance_total') IS NOT NULL",
};

/** Throws if the totals differ from the days that a suite has left; does nothing without such tables. */
export const assertStoredCounts = (connection: Connection): Promise<void> => withOpened(connection, checkStoredCounts);

export async function checkStoredCounts(database: OpenedDatabase): Promise<void> {
  if ((await database.rows(WHETHER_COUNTED[database.type])).length === 0) return;
  const wrong = await database.rows(WRONG[database.type]);
  if (wrong.length === 0) return;
  const first = wrong.slice(0, 5).map((row) => JSON.stringify(row));
  throw new Error(`${wrong.length} totals are wrong, such as\n      ${first.join('\n      ')}`);
}
