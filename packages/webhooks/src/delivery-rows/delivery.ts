import { bigInteger, defineTable, generatedBigId, instant, integer, type RowOf, text, word } from '@shaon/core/storage';

/**
 * `pending` waits for its due time, `in_flight` for the result of its unfinished attempt, `held` for a disabled endpoint.
 * `failed` has no retries left, `cancelled` has lost its endpoint (D:V16).
 */
export type DeliveryState = 'pending' | 'in_flight' | 'held' | 'succeeded' | 'failed' | 'cancelled';

/** The origin of the delivery: the event itself, an admin's resend, a replay, or the test button. */
export type DeliveryTrigger = 'auto' | 'manual' | 'replay' | 'test';

export const deliveryTable = defineTable({
  name: 'shaon_webhook_delivery',
  columns: {
    id: generatedBigId,
    companyId: integer,
    eventId: bigInteger,
    /** A copy of the event's type, so that lists need not read the event. */
    eventType: text,
    endpointId: integer,
    /** 1 for the event's first delivery; each resend has the next number. */
    run: integer,
    trigger: word<DeliveryTrigger>(),
    state: word<DeliveryState>(),
    /** When a worker may claim it. In flight: the end of the lease, after which the worker counts as lost. */
    dueAt: instant.nullable,
    /** The number of the last attempt, including those that a crash or a stop interrupted, and one in flight. */
    attempts: integer,
    /** Attempts that failed; the schedule counts these. */
    failures: integer,
    /** Attempts whose worker disappeared. */
    interruptions: integer,
    lastStatus: integer.nullable,
    /** The kind of the last attempt's failure. */
    lastError: text.nullable,
    createdAt: instant,
    finishedAt: instant.nullable,
  },
  uniques: [
    ['companyId', 'id'],
    ['eventId', 'endpointId', 'run'],
  ],
  indices: [
    // A claim reads due deliveries endpoint by endpoint, so that one full endpoint does not delay others.
    { columns: ['endpointId', 'dueAt', 'id'], where: '"due_at" IS NOT NULL' },
    // Finds the endpoints whose deliveries have been due longest, without reading later ones.
    { columns: ['dueAt', 'endpointId'], where: '"due_at" IS NOT NULL' },
    // A claim counts what is in flight to an endpoint.
    { columns: ['state', 'endpointId'], where: `"state" = 'in_flight' OR "state" = 'held'` },
    { columns: ['state', 'finishedAt', 'id'], where: '"finished_at" IS NOT NULL' },
    // All columns by which a list is filtered and counted, so that its pages read no rows that they leave out.
    {
      columns: [
        'companyId',
        'id',
        'endpointId',
        'eventType',
        'state',
        'trigger',
        'lastStatus',
        'attempts',
        'createdAt',
      ],
      purpose: 'list',
    },
    // An endpoint's health: how many deliveries ended how within a time, and how many wait.
    { columns: ['companyId', 'endpointId', 'state', 'finishedAt', 'attempts'], purpose: 'health' },
  ],
  references: { eventId: 'shaon_webhook_event', endpointId: 'shaon_webhook_endpoint' },
  checks: {
    state: `"state" IN ('pending', 'in_flight', 'held', 'succeeded', 'failed', 'cancelled')`,
    trigger: `"trigger" IN ('auto', 'manual', 'replay', 'test')`,
    due: `("due_at" IS NOT NULL) = ("state" IN ('pending', 'in_flight'))`,
    finished: `("finished_at" IS NOT NULL) = ("state" IN ('succeeded', 'failed', 'cancelled'))`,
  },
});

/** One event on its way to one endpoint: pending → in flight → succeeded, pending again, or failed. */
export type DeliveryRow = RowOf<typeof deliveryTable>;
