import type { AttendanceEventData } from './attendance/attendance-events.ts';
import type { EmployeeEventData } from './employees/employee-events.ts';
import type { LeaveEventData } from './leave/leave-events.ts';

/** The event catalogue (SPEC 6): each type with its data. */
export interface EventData extends AttendanceEventData, EmployeeEventData, LeaveEventData {}

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
