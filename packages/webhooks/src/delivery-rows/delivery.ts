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
  /** Of the event, so that a list need not read it. In no row null, but SQLite adds no column that must have a value. */
  eventType: string | null;
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
    eventType: text.nullable,
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
    // Which endpoints have been due longest, whatever else waits for a later time.
    { columns: ['dueAt', 'endpointId'], where: '"due_at" IS NOT NULL' },
    { columns: ['state', 'endpointId'], where: `"state" = 'in_flight' OR "state" = 'held'` },
    { columns: ['state', 'finishedAt', 'id'], where: '"finished_at" IS NOT NULL' },
    // What a list is filtered and counted by: its pages never read the rows that they leave out.
    {
      columns: ['companyId', 'id', 'endpointId', 'eventType', 'state', 'lastStatus', 'attempts', 'createdAt'],
      purpose: 'list',
    },
    // An endpoint's health: how many ended how in a time, and how many wait.
    { columns: ['companyId', 'endpointId', 'state', 'finishedAt', 'attempts'], purpose: 'health' },
    { columns: ['companyId', 'endpointId', 'createdAt', 'state'], where: `"trigger" = 'replay'`, purpose: 'replay' },
  ],
  references: { eventId: 'ShaonWebhookEvent', endpointId: 'ShaonWebhookEndpoint' },
  checks: {
    state: `"state" IN ('pending', 'in_flight', 'held', 'succeeded', 'failed', 'cancelled')`,
    trigger: `"trigger" IN ('auto', 'manual', 'replay', 'test')`,
    due: `("due_at" IS NOT NULL) = ("state" IN ('pending', 'in_flight'))`,
    finished: `("finished_at" IS NOT NULL) = ("state" IN ('succeeded', 'failed', 'cancelled'))`,
  },
});
