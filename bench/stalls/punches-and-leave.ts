/** What the two databases say differently about a day as epoch milliseconds, and back. */
const WORDS = {
  sqlite: { later: (time: string, ms: number) => `${time} + ${ms}`, date: (text: string) => text },
  postgres: {
    later: (time: string, ms: number) => `${time} + interval '${ms} milliseconds'`,
    date: (text: string) => `date ${text}`,
  },
} as const;

const HOUR = 3_600_000;
/** Older days are as cheap to pass by with punches as without. */
const FIRST_PUNCHED = "'2026-01-01'";

/** Four punches for each worked day of the last months, days that go on, and leave: ten requests of each employee. */
export function seedPunchesAndLeave(
  database: 'sqlite' | 'postgres',
  { companyId }: { readonly companyId: number },
): string[] {
  const { later, date } = WORDS[database];
  const punch = (kind: string, at: string, from = 'shaon_attendance') =>
    `INSERT INTO shaon_punch (company_id, employee_id, attendance_id, kind, at, rule, recorded_by, recorded_at)
      SELECT company_id, employee_id, id, '${kind}', ${at}, 'ownDate', 'bench', created_at FROM ${from}
      WHERE company_id = ${companyId} AND check_in IS NOT NULL AND date >= ${date(FIRST_PUNCHED)}`;
  const days = (first: number, status: string, type: string) =>
    `INSERT INTO shaon_leave_request (company_id, employee_id, date, type, status, created_at, updated_at)
      SELECT a.company_id, a.employee_id, a.date, '${type}', '${status}', a.created_at, a.created_at
      FROM shaon_attendance a WHERE a.company_id = ${companyId}
      AND (a.employee_id * 37 + CAST(${database === 'sqlite' ? "strftime('%d', a.date)" : 'extract(day from a.date)'} AS integer)) % 50 = ${first}
      AND a.date >= ${date("'2025-09-01'")}`;
  return [
    punch('in', 'check_in'),
    punch('break_start', later('check_in', 4 * HOUR)),
    punch('break_end', later('check_in', 4 * HOUR + HOUR / 2)),
    `${punch('out', 'check_out')} AND NOT (date = ${date("'2026-05-12'")} AND employee_id % 2 = 0)`,
    `UPDATE shaon_attendance SET status = 'open', check_out = NULL WHERE company_id = ${companyId}
      AND date = ${date("'2026-05-12'")} AND employee_id % 2 = 0 AND check_in IS NOT NULL`,
    days(1, 'approved', 'חופש'),
    days(2, 'rejected', 'חופש'),
    `${days(3, 'pending', 'מחלה')} AND a.date >= ${date("'2026-05-01'")}`,
    'ANALYZE',
  ];
}
