/*
 * What a switch of an endpoint makes of its open deliveries, as the columns that an UPDATE sets (D:V16). They stand here
 * once for the admin's switch, for the sender's, and for the repair of what a race of both has left.
 */

/** Waits until its endpoint is switched on again. */
export const HOLD = `state = 'held', due_at = NULL`;

/** Is sent as soon as there is room. */
export const release = (now: string): string => `state = 'pending', due_at = ${now}`;

/** Why a delivery is never sent; the admin reads it as the delivery's last error. */
type CancelReason = 'endpoint_deleted' | 'discarded' | 'held_too_long';

/** Is never sent. */
export const cancel = (reason: CancelReason, now: string): string =>
  `state = 'cancelled', due_at = NULL, last_error = '${reason}', finished_at = ${now}`;

/** Whatever is pending has a due time. Saying so leads to the index of what is due, past all history. */
export const IS_PENDING = `state = 'pending' AND due_at IS NOT NULL`;

export const IS_HELD = `state = 'held'`;
