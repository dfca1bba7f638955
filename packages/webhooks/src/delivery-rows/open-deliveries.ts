/*
 * How switching an endpoint changes its open deliveries, as the columns of an UPDATE (D:V16). Defined once for the
 * admin's switch, for the sender's, and for the repair after a race of both.
 */

/** The delivery waits until its endpoint is switched on again. */
export const HOLD = `state = 'held', due_at = NULL`;

/** The delivery is sent as soon as there is room. */
export const release = (now: string): string => `state = 'pending', due_at = ${now}`;

/** Why a delivery is never sent; shown to the admin as the delivery's last error. */
type CancelReason = 'endpoint_deleted' | 'discarded' | 'held_too_long';

/** The delivery is never sent. */
export const cancel = (reason: CancelReason, now: string): string =>
  `state = 'cancelled', due_at = NULL, last_error = '${reason}', finished_at = ${now}`;

/**
 * What waits to be sent. A delivery that is in flight is left to its worker, which decides by the endpoint's state.
 * Pending deliveries always have a due time; adding the condition makes the index of due deliveries usable.
 */
export const IS_PENDING = `state = 'pending' AND due_at IS NOT NULL`;

export const IS_HELD = `state = 'held'`;
