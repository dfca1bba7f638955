import { type Core, type CoreLog, guardedHandler, inPort, ShaonError } from '@shaon/core';
import { columnRotation, longReading } from '@shaon/core/storage';
import type { AttemptOutcome } from './deliveries/attempt.ts';
import { createDeliveryService, type DeliveryService } from './deliveries/delivery-service.ts';
import { createEventSink } from './deliveries/publish.ts';
import { type Pruned, pruneDeliveries } from './deliveries/retention.ts';
import { type Backlog, readBacklog, readOldestSendableMs } from './dispatch/backlog.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { loadUndiciIfNeeded } from './dispatch/load-undici.ts';
import { repairDeliveries, repairTask } from './dispatch/repair-deliveries.ts';
import type { AttemptResult } from './dispatch/send-attempt.ts';
import { WakeUp } from './dispatch/wake-up.ts';
import { createEndpointService, type EndpointService } from './endpoints/endpoint-service.ts';
import { encryptedSecrets } from './endpoints/secret-box.ts';
import { assertWebhookSchema } from './migrations/index.ts';
import {
  type FailingEndpoint,
  policyOf,
  type ResolvedWebhooksOptions,
  resolveWebhooksOptions,
  type WebhooksOptions,
  type WebhooksPolicy,
} from './options.ts';
import { createSignatureService, type SignatureService } from './signatures/signature-service.ts';
import { sqlClockOf } from './sql-clock.ts';

/** Whether the sender keeps up; `/readyz` shows it. */
export interface SenderHealth {
  /** Whether this process sends. */
  readonly running: boolean;
  readonly freeSlots: number;
  /** How long the oldest delivery has been due whose endpoint has room for an attempt; 0 if there is none. */
  readonly oldestSendableMs: number;
  /**
   * Whether a sendable delivery has been due for longer than the limit although slots are free, or what sends cannot be
   * set up; the log says why.
   */
  readonly stalled: boolean;
}

/** Webhooks over one core. */
export interface Webhooks {
  readonly endpoints: EndpointService;
  readonly deliveries: DeliveryService;
  readonly signatures: SignatureService;
  /** The schedule, the retention and the limits in effect. */
  readonly policy: WebhooksPolicy;
  /**
   * Starts sending in this process. Not needed if another process sends (`shaon worker`). During a `stop()` it waits
   * for the stop and then starts; a later stop overrides an earlier start. Throws `options_invalid` if the PostgreSQL
   * pool has less than 3 connections, one of which is used to listen, and `database_unavailable` after `core.close()`.
   */
  start(): Promise<void>;
  /**
   * Stops claiming, waits for attempts in flight, then interrupts the rest. Call it before `core.close()`.
   * @param graceMs how long to wait, by default 20,000
   */
  stop(graceMs?: number): Promise<void>;
  /** Sends all that is due now and waits for it; for tests and commands. Returns the number of attempts. */
  drainOnce(): Promise<number>;
  /** Deletes data past its retention, cancels deliveries held too long. Servers and workers call it. */
  prune(): Promise<Pruned>;
  /** Called at the end of each attempt of this process, for its figures; what it throws goes to the log. */
  onAttempt: ((outcome: AttemptOutcome, seconds: number) => void) | null;
  /** Attempts of this process that are on their way. */
  readonly inFlight: number;
  /** The waiting deliveries of all companies. Reads every one that is due, so it is a long reading. */
  backlog(): Promise<Backlog>;
  /**
   * Whether the sender keeps up, over all companies.
   *
   * @param boundMs how long a sendable delivery may be due; default 60,000
   */
  health(boundMs?: number): Promise<SenderHealth>;
}

/** How often to look for deliveries that no longer match their endpoint's state. */
const REPAIR_EVERY_MS = 30_000;
const STOP_MS = 20_000;
const STALLED_AFTER_MS = 60_000;

/**
 * Sets webhooks up over a core whose database `migrateWebhooks` has prepared, and registers their sink with core: from
 * then on every domain event is stored with its change for each subscribed endpoint. Call it in every process that
 * writes; call `start()` in those that send.
 *
 * Throws `options_invalid`, `schema_missing`, `schema_outdated`, `schema_newer`.
 */
export async function createWebhooks(core: Core, options: WebhooksOptions = {}): Promise<Webhooks> {
  return webhooksOver(core, resolveWebhooksOptions(options));
}

/** The same over resolved options, by which tests also set how often to poll and how long a claim lasts. */
export async function webhooksOver(core: Core, given: ResolvedWebhooksOptions): Promise<Webhooks> {
  const { database, keys, log, tellAdmins } = core.extension;
  const failing = { ...given.failing, notify: reportFailing(log, given.failing.notify) };
  const resolved = { ...given, failing };
  await assertWebhookSchema(database);
  const sqlClock = sqlClockOf(database.dialect, core.clock);
  const dispatcher = new Dispatcher({
    database,
    audit: core.audit,
    tellAdmins,
    sqlClock,
    keys,
    clock: core.clock,
    log,
    options: resolved,
    attempted: guardedHandler(log, 'onAttempt', ({ outcome, durationMs }: AttemptResult) =>
      webhooks.onAttempt?.(outcome, durationMs / 1_000),
    ),
  });
  const wakeUp = new WakeUp(database, log, () => dispatcher.wake());
  const wake = () => wakeUp.wake();
  core.events.addSink(createEventSink(database, sqlClock, wake));
  core.extension.addRotation(columnRotation({ database, keys, log }, encryptedSecrets));
  const parts = { database, audit: core.audit, clock: core.clock, keys, sqlClock, wake };
  const repair = repairTask({ database, sqlClock, options: resolved, log, wake: () => dispatcher.wake() });
  let repairing: NodeJS.Timeout | undefined;
  let stopping: Promise<unknown> = Promise.resolve();
  let orders = 0;

  async function stopSending(graceMs: number): Promise<void> {
    clearInterval(repairing);
    await wakeUp.stop();
    await dispatcher.stop(graceMs);
  }

  const webhooks: Webhooks = {
    endpoints: createEndpointService({ ...parts, options: resolved }),
    deliveries: createDeliveryService(parts),
    signatures: createSignatureService({ ...parts, options: resolved }),
    policy: policyOf(resolved),
    async start() {
      orders += 1;
      const order = orders;
      await stopping;
      if (order !== orders || dispatcher.isRunning) return;
      if (!database.isOpen) throw new ShaonError('database_unavailable', 'core.close() was called before.');
      wakeUp.listen();
      dispatcher.start();
      repairing = setInterval(repair, REPAIR_EVERY_MS);
      repairing.unref();
      await loadUndiciIfNeeded(database, log);
    },
    async stop(graceMs = STOP_MS) {
      orders += 1;
      const stopped = stopSending(graceMs);
      stopping = Promise.allSettled([stopping, stopped]);
      await stopped;
    },
    drainOnce: () => dispatcher.drainOnce(),
    async prune() {
      await repairDeliveries({ database, sqlClock, options: resolved });
      return pruneDeliveries(database, sqlClock, resolved);
    },
    onAttempt: null,
    get inFlight() {
      return dispatcher.inFlight;
    },
    backlog: () => readBacklog(database.allCompanies(longReading('webhooks.backlog')), sqlClock),
    async health(boundMs = STALLED_AFTER_MS) {
      const oldestSendableMs = await readOldestSendableMs(database.allCompanies(), sqlClock);
      const { isRunning, isBroken, freeSlots } = dispatcher;
      const stalled = isBroken || (freeSlots > 0 && oldestSendableMs > boundMs);
      return { running: isRunning, freeSlots, oldestSendableMs, stalled };
    },
  };
  return webhooks;
}

/** The log has no URL, whose query may be a secret. An error of the host's hook goes to the log. */
function reportFailing(log: CoreLog, onFailing: (notice: FailingEndpoint) => void): (notice: FailingEndpoint) => void {
  const hook = guardedHandler(log, 'onFailing', inPort('onFailing', onFailing));
  return (notice) => {
    const { endpointId, companyId, failureStreak, disabled } = notice;
    log.warn({ endpoint: endpointId, company: companyId, failureStreak, disabled }, 'A webhook endpoint keeps failing');
    hook(notice);
  };
}
