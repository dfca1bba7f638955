import type { Core } from '@shaon/core';
import { rawSql } from '@shaon/testing';

const LIVE_PUNCHES = `SELECT p.attendance_id, p.employee_id, MIN(p.at) AS first_at, MAX(p.at) AS last_at FROM shaon_punch p
  WHERE p.voided_at IS NULL GROUP BY p.attendance_id, p.employee_id`;

/** What must hold whatever was done, each as a query of what breaks it. */
const BROKEN_BY: Readonly<Record<string, string>> = {
  'one live record of a date': `SELECT employee_id, date FROM shaon_attendance WHERE voided_at IS NULL
    GROUP BY employee_id, date HAVING COUNT(*) > 1`,
  'no live punch of a voided day': `SELECT p.id FROM shaon_punch p JOIN shaon_attendance a ON a.id = p.attendance_id
    WHERE p.voided_at IS NULL AND a.voided_at IS NOT NULL`,
  'a day is of who punched': `SELECT p.id FROM shaon_punch p JOIN shaon_attendance a ON a.id = p.attendance_id
    WHERE p.voided_at IS NULL AND p.employee_id <> a.employee_id`,
  'days that overlap': `SELECT one.attendance_id, other.attendance_id AS beside FROM (${LIVE_PUNCHES}) one JOIN (${LIVE_PUNCHES}) other
    ON other.employee_id = one.employee_id AND other.attendance_id > one.attendance_id
    AND one.first_at < other.last_at AND other.first_at < one.last_at`,
  'open while the last punch is no out': `SELECT a.id, a.status, l.kind FROM shaon_attendance a LEFT JOIN shaon_punch l ON l.id = (
      SELECT p.id FROM shaon_punch p WHERE p.attendance_id = a.id AND p.voided_at IS NULL ORDER BY p.at DESC, p.id DESC LIMIT 1)
    WHERE a.voided_at IS NULL AND a.status IN ('open', 'pending', 'approved', 'rejected')
    AND (a.status = 'open') <> (l.kind IS NOT NULL AND l.kind <> 'out')`,
  'a check-in that is the first': `SELECT a.id FROM shaon_attendance a WHERE a.voided_at IS NULL AND COALESCE(a.check_in, a.created_at) <>
    COALESCE((SELECT MIN(p.at) FROM shaon_punch p WHERE p.attendance_id = a.id AND p.voided_at IS NULL AND p.kind IN ('in', 'break_end')), a.created_at)`,
  'a day with the unit of its employee': `SELECT a.id FROM shaon_attendance a JOIN shaon_employee e ON e.id = a.employee_id
    WHERE a.voided_at IS NULL AND (COALESCE(a.department_id, 0) <> COALESCE(e.department_id, 0)
      OR COALESCE(a.branch_id, 0) <> COALESCE(e.branch_id, 0))`,
  'approved leave once a date': `SELECT employee_id, date FROM shaon_leave_request WHERE status = 'approved'
    AND cancelled_at IS NULL GROUP BY employee_id, date HAVING COUNT(*) > 1`,
  'a document of leave, and no other': `SELECT r.id FROM shaon_leave_request r WHERE r.document_key IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM shaon_leave_document d WHERE d.company_id = r.company_id AND d.key = r.document_key)
    UNION ALL SELECT d.id FROM shaon_leave_document d WHERE NOT EXISTS (
      SELECT 1 FROM shaon_leave_request r WHERE r.company_id = d.company_id AND r.document_key = d.key)`,
  'a label that there is, on leave': `SELECT r.id FROM shaon_leave_request r WHERE NOT EXISTS (SELECT 1 FROM shaon_absence_type t
    WHERE t.company_id = r.company_id AND t.label = r.type)`,
  'a label that there is, on days': `SELECT a.id FROM shaon_attendance a WHERE a.absence_type IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM shaon_absence_type t WHERE t.company_id = a.company_id AND t.label = a.absence_type)`,
  'one log-in each': `SELECT e.id FROM shaon_employee e LEFT JOIN shaon_login l ON l.employee_id = e.id
    GROUP BY e.id HAVING COUNT(l.id) <> 1`,
  'a log-in as its employee': `SELECT e.id FROM shaon_employee e JOIN shaon_login l ON l.employee_id = e.id
    WHERE l.name <> e.name OR l.email <> e.email OR (e.status = 'frozen') <> (l.disabled_at IS NOT NULL)`,
  'events of punches in': `SELECT n FROM (SELECT (SELECT COUNT(*) FROM shaon_webhook_event WHERE type = 'attendance.clocked_in')
    - (SELECT COUNT(*) FROM shaon_punch WHERE kind IN ('in', 'break_end') AND rule NOT IN ('correction', 'import')) AS n) x WHERE n <> 0`,
  'events of punches out': `SELECT n FROM (SELECT (SELECT COUNT(*) FROM shaon_webhook_event WHERE type = 'attendance.clocked_out')
    - (SELECT COUNT(*) FROM shaon_punch WHERE kind = 'out' AND rule NOT IN ('correction', 'import')) AS n) x WHERE n <> 0`,
  'events of new people': `SELECT n FROM (SELECT (SELECT COUNT(*) FROM shaon_webhook_event WHERE type = 'employee.created')
    - (SELECT COUNT(*) FROM shaon_employee) AS n) x WHERE n <> 0`,
  'audit of new people': `SELECT n FROM (SELECT (SELECT COUNT(*) FROM shaon_audit WHERE action = 'employee.create')
    - (SELECT COUNT(*) FROM shaon_employee) AS n) x WHERE n <> 0`,
  'audit of leave': `SELECT n FROM (SELECT (SELECT COUNT(*) FROM shaon_audit WHERE action IN ('leave.approved', 'leave.rejected'))
    - (SELECT COUNT(*) FROM shaon_webhook_event WHERE type IN ('leave_request.approved', 'leave_request.rejected')) AS n) x WHERE n <> 0`,
  'audit of voided days': `SELECT n FROM (SELECT (SELECT COUNT(*) FROM shaon_audit WHERE action = 'attendance.void')
    - (SELECT COUNT(*) FROM shaon_attendance WHERE voided_at IS NOT NULL) AS n) x WHERE n < 0`,
  'audit of cancelled leave': `SELECT n FROM (SELECT (SELECT COUNT(*) FROM shaon_audit WHERE action = 'leave.cancel')
    - (SELECT COUNT(*) FROM shaon_leave_request WHERE cancelled_at IS NOT NULL) AS n) x WHERE n <> 0`,
  'a delivery of each event': `SELECT ev.id FROM shaon_webhook_event ev WHERE NOT EXISTS (
    SELECT 1 FROM shaon_webhook_delivery d WHERE d.event_id = ev.id)`,
  'a key of a record': `SELECT x.id FROM shaon_external_id x WHERE x.kind = 'employee'
    AND NOT EXISTS (SELECT 1 FROM shaon_employee e WHERE e.id = x.record_id)`,
};

/** Names what does not hold. */
export async function broken(core: Core): Promise<string[]> {
  const all = core.extension.database.allCompanies();
  const found: string[] = [];
  for (const [promise, text] of Object.entries(BROKEN_BY)) {
    const rows = await all.run(rawSql(text));
    if (rows.length > 0) found.push(`${promise}: ${JSON.stringify(rows.slice(0, 3))} of ${rows.length}`);
  }
  return found;
}
