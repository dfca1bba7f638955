/** Date-times are ISO 8601 with the company's offset. */
export interface AttendanceEventData {
  /** `check_in` is the time of this punch, also after a break (D:V9). */
  'attendance.clocked_in': { employee_id: number; attendance_id: number; check_in: string };
  /** `check_in` is the start of the segment that this punch closes, null when it was forgotten (D:V11). */
  'attendance.clocked_out': {
    employee_id: number;
    attendance_id: number;
    check_in: string | null;
    check_out: string;
  };
}
