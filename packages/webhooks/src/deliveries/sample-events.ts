import type { EventData, EventType } from '@shaon/core';

/** What the test button sends: events of the catalogue with made-up data (D:V24). */
export const SAMPLE_EVENTS: { readonly [Type in EventType]: EventData[Type] } = {
  'attendance.clocked_in': { employee_id: 1, attendance_id: 1, check_in: '2026-01-04T08:30:00+02:00' },
  'attendance.clocked_out': {
    employee_id: 1,
    attendance_id: 1,
    check_in: '2026-01-04T08:30:00+02:00',
    check_out: '2026-01-04T17:00:00+02:00',
  },
  'leave_request.approved': {
    leave_request_id: 1,
    employee_id: 1,
    date: '2026-01-04',
    type: 'חופש',
    status: 'approved',
    manager_note: null,
  },
  'leave_request.rejected': {
    leave_request_id: 1,
    employee_id: 1,
    date: '2026-01-04',
    type: 'חופש',
    status: 'rejected',
    manager_note: 'לא אפשרי בתאריך זה',
  },
  'employee.created': {
    employee_id: 1,
    name: 'ישראלה ישראלי',
    email: 'sample@example.com',
    department_id: null,
    branch_id: null,
  },
  'employee.updated': {
    employee_id: 1,
    name: 'ישראלה ישראלי',
    email: 'sample@example.com',
    department_id: null,
    branch_id: null,
    status: 'active',
  },
};
