import { EVENT_TYPES, type EventData, type EventType } from '@shaon/core';
import { formatInstant, localTimeToInstant } from '@shaon/core/time';
import { eventBody } from './publish.ts';

/** An event of the catalogue with made-up data, as a test sends it. */
export interface SampleEvent {
  readonly type: EventType;
  /** The exact body; `sent_at` is the time of the request. */
  readonly body: string;
}

const DATE = '2026-01-04';

/** Made-up data for each event (D:V24), with times in the company's zone. */
const sampleData: { readonly [Type in EventType]: (at: (time: string) => string) => EventData[Type] } = {
  'attendance.clocked_in': (at) => ({ employee_id: 1, attendance_id: 1, check_in: at('08:30') }),
  'attendance.clocked_out': (at) => ({
    employee_id: 1,
    attendance_id: 1,
    check_in: at('08:30'),
    check_out: at('17:00'),
  }),
  'leave_request.approved': () => ({
    leave_request_id: 1,
    employee_id: 1,
    date: DATE,
    type: 'חופש',
    status: 'approved',
    manager_note: null,
  }),
  'leave_request.rejected': () => ({
    leave_request_id: 1,
    employee_id: 1,
    date: DATE,
    type: 'חופש',
    status: 'rejected',
    manager_note: 'לא אפשרי בתאריך זה',
  }),
  'employee.created': () => ({
    employee_id: 1,
    name: 'ישראלה ישראלי',
    email: 'sample@example.com',
    department_id: null,
    branch_id: null,
  }),
  'employee.updated': () => ({
    employee_id: 1,
    name: 'ישראלה ישראלי',
    email: 'sample@example.com',
    department_id: null,
    branch_id: null,
    status: 'active',
  }),
};

/** The body of a sample event for a company in `zone`. */
export function sampleBody(type: EventType, zone: string, occurredAt: Date): string {
  const at = (time: string) => formatInstant(localTimeToInstant(DATE, time, zone), zone);
  return eventBody({ type, data: { ...sampleData[type](at) }, occurredAt }, zone);
}

/** A sample of each event, in the order of the catalogue. */
export function sampleEvents(zone: string, now: Date): SampleEvent[] {
  return EVENT_TYPES.map((type) => ({ type, body: sampleBody(type, zone, now) }));
}
