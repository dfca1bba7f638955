import type { Core, CoreLog } from '@shaon/core';
import { columnRotation, guardedHandler, inPort, keepMonths } from '@shaon/core/extension';
import { monthlyAttempts } from './deliveries/attempt.ts';
import { createDeliveryService, type DeliveryService } from './deliveries/delivery-service.ts';
import { createEventSink } from './deliveries/publish.ts';
import { repairSwitched, repairTask } from './deliveries/repair-switched.ts';
import { dropEmptyMonths, type Pruned, pruneDeliveries } from './deliveries/retention.ts';
import type { AttemptMetrics } from './dispatch/attempt-metrics.ts';
import { type Backlog, readBacklog } from './dispatch/backlog.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { WakeUp } from './dispatch/wake-up.ts';
import { dueTime } from './due-time.ts';
import { createEndpointService, type EndpointService } from './endpoints/endpoint-service.ts';
import { encryptedSecrets } from './endpoints/secret-box.ts';
import type { FailingEndpoint } from './failing-policy.ts';
import { assertWebhookSchema } from './migrations/index.ts';
import { policyOf, resolveWebhooksOptions, type WebhooksOptions, type WebhooksPolicy } from './options.ts';
import { createSignatureService, type SignatureService } from './signatures/signature-service.ts';

/** Whether the sender keeps up; what `/readyz` shows. */
export interface SenderHealth {
  /** Whether this process sends. */
  readonly running: boolean;
  readonly freeSlots: number;
  readonly backlog: Backlog;
  /** Something that could be sent has been due for longer than the bound although slots are free. */
  readonly stalled: boolean;
}

/** Webhooks over one core. */
export interface Webhooks {
  readonly endpoints: EndpointService;
  readonly deliveries: DeliveryService;
  readonly signatures: SignatureService;
  /** The schedule, the retention and the limits that it works by. */
  readonly policy: WebhooksPolicy;
  /**
   * Begins to send in this process. Not needed where another process sends (`shaon worker`). During a `stop()` it waits
   * for the stop and then begins; of a start and a later stop the stop wins. Throws `options_invalid` where the
   * PostgreSQL pool has less than 3 connections, one of which it keeps to listen.
   */
  start(): Promise<void>;
  /**
   * Claims no more, waits for attempts on their way, then interrupts the rest. Call it before `core.close()`.
   * @param graceMs how long to wait, in place of the option `stopMs`
   */
  stop(graceMs?: number): Promise<void>;
  /** Sends all that is due now and waits for it; for tests and commands. Returns the number of attempts. */
  drainOnce(): Promise<number>;
  /** Removes what retention says and cancels what was held too long; a running server and `shaon prune` call it. */
  prune(): Promise<Pruned>;
  /** Counters of this process. */
  metrics(): AttemptMetrics;
  /** What waits, over all companies. */
  backlog(): Promise<Backlog>;
  /**
   * Whether the sender keeps up, over all companies.
   *
   * @param boundMs how long something sendable may be due; default 60,000
   */
  health(boundMs?: number): Promise<SenderHealth>;
}

/** How often deliveries are looked for that no longer fit their endpoint. */
const REPAIR_EVERY_MS = 30_000;
const STALLED_AFTER_MS = 60_000;

/**
 * Sets webhooks up over a core whose database `migrateWebhooks` has prepared, and registers their sink with core:
 * from here on every domain event is stored with its change for each subscribed endpoint. Call it in every process
 * that writes; call `start()` in those that are to send.
 *
 * Throws `options_invalid`, `schema_missing`, `schema_outdated`, `schema_newer`.
 */
export async function createWebhooks(core: Core, options: WebhooksOptions = {}): Promise<Webhooks> {
  const { database, keys, log } = core.extension;
  const resolved = resolveWebhooksOptions({ ...options, onFailing: reportFailing(log, options) });
  await assertWebhookSchema(database);
  const time = dueTime(database.dialect, core.clock);
  const dispatcher = new Dispatcher({ database, time, keys, clock: core.clock, log, options: resolved });
  const wakeUp = new WakeUp(database, log, () => dispatcher.wake());
  const wake = () => wakeUp.wake();
  core.events.addSink(createEventSink(database, time, wake));
  core.extension.addRotation(columnRotation({ database, keys, log }, encryptedSecrets));
  const parts = { database, audit: core.audit, clock: core.clock, keys, time, wake };
  const repair = repairTask({ database, time, log, wake: () => dispatcher.wake() });
  let repairing: NodeJS.Timeout | undefined;
  let stopping: Promise<unknown> = Promise.resolve();
  let orders = 0;

  async function stopSending(graceMs: number): Promise<void> {
    clearInterval(repairing);
    await wakeUp.stop();
    await dispatcher.stop(graceMs);
  }

  return {
    endpoints: createEndpointService({ ...parts, options: resolved }),
    deliveries: createDeliveryService(parts),
    signatures: createSignatureService({ ...parts, options: resolved }),
    policy: policyOf(resolved),
    async start() {
      orders += 1;
      const order = orders;
      await stopping;
      if (order !== orders || dispatcher.isRunning) return;
      wakeUp.listen();
      dispatcher.start();
      repairing = setInterval(repair, REPAIR_EVERY_MS);
      repairing.unref();
    },
    async stop(graceMs = resolved.stopMs) {
      orders += 1;
      const stopped = stopSending(graceMs);
      stopping = Promise.allSettled([stopping, stopped]);
      await stopped;
    },
    drainOnce: () => dispatcher.drainOnce(),
    async prune() {
      await repairSwitched(database, time);
      await keepMonths(database, monthlyAttempts, core.clock.now(), log);
      const pruned = await pruneDeliveries(database, time, resolved);
      await dropEmptyMonths(database, core.clock.now(), log);
      return pruned;
    },
    metrics: () => dispatcher.metrics(),
    backlog: () => readBacklog(database.readAllCompanies(), time),
    async health(boundMs = STALLED_AFTER_MS) {
      const backlog = await readBacklog(database.readAllCompanies(), time);
      const { isRunning, freeSlots } = dispatcher;
      const stalled = freeSlots > 0 && backlog.oldestSendableMs > boundMs;
      return { running: isRunning, freeSlots, backlog, stalled };
    },
  };
}

/** The log has no URL: its query may be a secret. What the host's hook throws stays in the log. */
function reportFailing(log: CoreLog, { onFailing }: WebhooksOptions): (notice: FailingEndpoint) => void {
  const tell = inPort('onFailing', (notice: FailingEndpoint) => onFailing?.(notice));
  const hook = guardedHandler(log, 'onFailing', tell);
  return (notice) => {
    const { endpointId, companyId, failureStreak, disabled } = notice;
    log.warn({ endpoint: endpointId, company: companyId, failureStreak, disabled }, 'A webhook endpoint keeps failing');
    hook(notice);
  };
}
