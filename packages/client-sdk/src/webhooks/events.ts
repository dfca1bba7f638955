import type { components } from '../wire.ts';

type Schemas = components['schemas'];

/** From the event's name to its `data` (SPEC 6). */
export interface WebhookEventMap {
  'attendance.clocked_in': Schemas['AttendanceClockedInData'];
  'attendance.clocked_out': Schemas['AttendanceClockedOutData'];
  'leave_request.approved': Schemas['LeaveRequestDecidedData'];
  'leave_request.rejected': Schemas['LeaveRequestDecidedData'];
  'employee.created': Schemas['EmployeeCreatedData'];
  'employee.updated': Schemas['EmployeeUpdatedData'];
}

/** Name of an event of the catalogue (SPEC 6). */
export type WebhookEventName = keyof WebhookEventMap;

/** Facts about the request, without its body. */
export interface WebhookDelivery {
  /**
   * The same on every retry: store it, and ignore repeated deliveries. Signed as `webhook-id`; with the scheme
   * `service-signature` it is the unsigned `X-Service-Delivery`. Null if the request has none.
   */
  id: string | null;
  /** 1 for the first attempt; null when the request did not say. Not signed. */
  attempt: number | null;
  /** True for sample data that an admin sent to try the address. Not signed. */
  test: boolean;
}

/**
 * A verified event. Narrow it by `event.event`; an unknown name is an event that is newer than this package, so ignore
 * it in `default`. Fields that this package does not know are kept.
 */
export type WebhookEvent<Name extends WebhookEventName = WebhookEventName> = {
  [N in Name]: {
    event: N;
    data: WebhookEventMap[N];
    /** When the event was queued, ISO 8601 with offset; the same on every retry. */
    sent_at: string;
    delivery: WebhookDelivery;
  };
}[Name];
