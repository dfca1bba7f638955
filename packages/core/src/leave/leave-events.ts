import type { LeaveRequestRow } from './leave-request.ts';

interface LeaveDecision {
  leave_request_id: number;
  employee_id: number;
  /** `YYYY-MM-DD`. */
  date: string;
  type: string;
  status: string;
  manager_note: string | null;
}

export interface LeaveEventData {
  'leave_request.approved': LeaveDecision;
  'leave_request.rejected': LeaveDecision;
}

/** SPEC 6, Event catalog: exactly these fields. */
export function leaveDecided(request: LeaveRequestRow): LeaveDecision {
  return {
    leave_request_id: request.id,
    employee_id: request.employeeId,
    date: request.date,
    type: request.type,
    status: request.status,
    manager_note: request.managerNote,
  };
}
