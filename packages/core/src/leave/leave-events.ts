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
