interface EventEmployee {
  employee_id: number;
  name: string;
  email: string;
  department_id: number | null;
  branch_id: number | null;
}

interface EventLeaveDecision {
  leave_request_id: number;
  employee_id: number;
  /** `YYYY-MM-DD`. */
  date: string;
  type: string;
  status: string;
  manager_note: string | null;
}

/** The event catalogue (SPEC 6): each type with its data. Date-times are ISO 8601 with the company's offset. */
export interface EventData {
  /** `check_in` is the time of this punch, also after a break (D:V9). */
  'attendance.clocked_in': { employee_id: number; attendance_id: number; check_in: string };
  /** `check_in` is the start of the segment that this punch closes; null if the punch in was forgotten (D:V11). */
  'attendance.clocked_out': {
    employee_id: number;
    attendance_id: number;
    check_in: string | null;
    check_out: string;
  };
  'leave_request.approved': EventLeaveDecision;
  'leave_request.rejected': EventLeaveDecision;
  'employee.created': EventEmployee;
  /** Always exactly these fields, so that a change of salary cannot be inferred (D:V8). */
  'employee.updated': EventEmployee & { status: string };
}

/** Name of an event of the catalogue (SPEC 6). */
export type EventType = keyof EventData;

/** All event types, in the order of the catalogue. */
export const EVENT_TYPES: readonly EventType[] = [
  'attendance.clocked_in',
  'attendance.clocked_out',
  'leave_request.approved',
  'leave_request.rejected',
  'employee.created',
  'employee.updated',
];
