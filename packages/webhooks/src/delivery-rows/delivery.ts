import {
  bigInteger,
  defineTable,
  generatedBigId,
  instant,
  integer,
  type Table,
  text,
  word,
} from '@shaon/core/extension';

/** `held` waits for a disabled endpoint, `failed` has used up its retries, `cancelled` lost its endpoint (D:V16). */
export type DeliveryState = 'pending' | 'in_flight' | 'held' | 'succeeded' | 'failed' | 'cancelled';

/** What queued it: the event itself, an admin's resend, a replay of a time, or the test button. */
export type DeliveryTrigger = 'auto' | 'manual' | 'replay' | 'test';

/** One event on its way to one endpoint: pending → in flight → succeeded, pending again, or failed. */
export interface DeliveryRow {
  id: number;
  companyId: number;
  eventId: number;
  endpointId: number;
  /** 1 for the delivery that the event made; each resend is the next one. */
  run: number;
  trigger: DeliveryTrigger;
  state: DeliveryState;
  /** When a worker may claim it. In flight it is the end of the lease, so a dead worker's rows become due by themselves. */
  dueAt: Date | null;
  /** Number of the last claim. A worker writes under its own number, so that one which lost its lease changes nothing. */
  lease: number;
  /** Attempts begun; those that a crash or a stop interrupted are among them. */
  attempts: number;
  /** Attempts that failed: what the schedule counts. */
  failures: number;
  /** Attempts whose worker vanished. */
  interruptions: number;
  lastStatus: number | null;
  /** The class of the last attempt's failure. */
  lastError: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const deliveryTable: Table<DeliveryRow> = defineTable<DeliveryRow>({
  name: 'shaon_webhook_delivery',
  entity: 'ShaonWebhookDelivery',
  columns: {
    id: generatedBigId,
    companyId: integer,
    eventId: bigInteger,
    endpointId: integer,
    run: integer,
    trigger: word<DeliveryTrigger>(),
    state: word<DeliveryState>(),
    dueAt: instant.nullable,
    lease: integer,
    attempts: integer,
    failures: integer,
    interruptions: integer,
    lastStatus: integer.nullable,
    lastError: text.nullable,
    createdAt: instant,
    finishedAt: instant.nullable,
  },
  uniques: [
    ['companyId', 'id'],
    ['eventId', 'endpointId', 'run'],
  ],
  indices: [
    // The claim reads what is due endpoint by endpoint, so that a full endpoint does not hold up others.
    { columns: ['endpointId', 'dueAt', 'id'], where: '"due_at" IS NOT NULL' },
    { columns: ['state', 'endpointId'], where: `"state" = 'in_flight' OR "state" = 'held'` },
    { columns: ['state', 'finishedAt', 'id'], where: '"finished_at" IS NOT NULL' },
    { columns: ['companyId', 'endpointId', 'id'] },
  ],
  references: { eventId: 'ShaonWebhookEvent', endpointId: 'ShaonWebhookEndpoint' },
  checks: {
    state: `"state" IN ('pending', 'in_flight', 'held', 'succeeded', 'failed', 'cancelled')`,
    trigger: `"trigger" IN ('auto', 'manual', 'replay', 'test')`,
    due: `("due_at" IS NOT NULL) = ("state" IN ('pending', 'in_flight'))`,
    finished: `("finished_at" IS NOT NULL) = ("state" IN ('succeeded', 'failed', 'cancelled'))`,
  },
});
