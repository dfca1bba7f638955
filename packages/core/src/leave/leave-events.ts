import type { EventData } from '../events/event-types.ts';
import type { LeaveRequestRow } from './leave-request.ts';

/** SPEC 6, Event catalog: exactly these fields. */
export function leaveDecided(request: LeaveRequestRow): EventData['leave_request.approved' | 'leave_request.rejected'] {
  return {
    leave_request_id: request.id,
    employee_id: request.employeeId,
    date: request.date,
    type: request.type,
    status: request.status,
    manager_note: request.managerNote,
  };
}
