/** So many days of each person, and as many requests. */
export const LEAVE_DAYS = 5;

/** A request for every day that is there, of three types and states. */
export const leaveStatement = `INSERT INTO shaon_leave_request (company_id, employee_id, date, type, status, created_at, updated_at)
  SELECT a.company_id, a.employee_id, a.date,
    CASE a.employee_id % 7 WHEN 0 THEN 'מחלה' WHEN 1 THEN 'מילואים' ELSE 'חופש' END,
    CASE a.id % 10 WHEN 0 THEN 'pending' WHEN 1 THEN 'rejected' ELSE 'approved' END, a.created_at, a.created_at
  FROM shaon_attendance a`;
