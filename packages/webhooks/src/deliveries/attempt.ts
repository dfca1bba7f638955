import { bigInteger, defineTable, generatedBigId, instant, integer, type RowOf, text, word } from '@shaon/core/storage';

/** How an attempt ended. All outcomes except `success` and `interrupted` are failures and use up a wait. */
export type AttemptOutcome =
  | 'success'
  | 'redirect'
  | 'client_error'
  | 'server_error'
  | 'other_status'
  | 'timeout'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'invalid_response'
  | 'blocked_address'
  | 'interrupted';

export const attemptTable = defineTable({
  name: 'shaon_webhook_attempt',
  columns: {
    id: generatedBigId,
    companyId: integer,
    deliveryId: bigInteger,
    /** From 1; the value of `X-Service-Attempt`. */
    number: integer,
    startedAt: instant,
    finishedAt: instant.nullable,
    outcome: word<AttemptOutcome>().nullable,
    status: integer.nullable,
    durationMs: integer.nullable,
    remoteIp: text.nullable,
    /** At most 4,096 bytes of safe text (D:V5). */
    excerpt: text.nullable,
    errorCode: text.nullable,
    /** The planned time of the next attempt. */
    nextDueAt: instant.nullable,
  },
  uniques: [['deliveryId', 'number']],
  references: { deliveryId: 'shaon_webhook_delivery' },
});

/**
 * One request. It is stored before it is sent, so it is recorded even if its worker is killed (SPEC 6, Delivery);
 * `finishedAt` is null while it is in flight.
 */
export type AttemptRow = RowOf<typeof attemptTable>;
