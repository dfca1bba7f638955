import { DAYS, FIRST_DATE } from '../v1/data/company.ts';

/** So many days of each person, and as many requests. */
export const LEAVE_DAYS = 5;

/** A day of the 500, far from that of the request before. */
const DAY = `(a.id * 7919) % ${DAYS}`;
const DATE = {
  sqlite: `date('${FIRST_DATE}', '+' || (${DAY}) || ' days')`,
  postgres: `date '${FIRST_DATE}' + (${DAY})::integer`,
} as const;

/** As many requests as there are days, of three types and states, on each of 500 dates as many. */
export const leaveStatement = (database: keyof typeof DATE): string =>
  `INSERT INTO shaon_leave_request (company_id, employee_id, date, type, status, created_at, updated_at)
  SELECT a.company_id, a.employee_id, ${DATE[database]},
    CASE a.employee_id % 7 WHEN 0 THEN 'מחלה' WHEN 1 THEN 'מילואים' ELSE 'חופש' END,
    CASE a.id % 10 WHEN 0 THEN 'pending' WHEN 1 THEN 'rejected' ELSE 'approved' END, a.created_at, a.created_at
  FROM shaon_attendance a`;
