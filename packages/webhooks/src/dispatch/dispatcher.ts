import { setMaxListeners } from 'node:events';
import type { Clock, CoreLog, KeyRing } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { AttemptCounters, type AttemptMetrics } from './attempt-metrics.ts';
import { type Claimed, type ClaimParts, claim, claimDue } from './claim.ts';
import { DecryptedSecrets } from './decrypted-secrets.ts';
import { errorCodeOrName } from './error-code-or-name.ts';
import { loadUndici } from './load-undici.ts';
import { returnLostDeliveries } from './lost-leases.ts';
import { type Classified, classifyError } from './outcome.ts';
import { type RecordParts, SECRET_UNREADABLE } from './record.ts';
import { type Batching, Recorder } from './recorder.ts';
import { type AttemptRequest, type AttemptResult, type AttemptSender, createAttemptSender } from './send-attempt.ts';
import { signedRequest } from './signed-request.ts';

export interface DispatcherParts extends ClaimParts, RecordParts {
  readonly database: ClaimParts['database'];
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly log: CoreLog;
  readonly options: ResolvedWebhooksOptions;
}

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 10_000;
/** How long a stop tries to record results that the database refuses. */
const STOP_RECORDING_MS = 3_000;
/** How long to wait for another worker that is claiming for the same endpoints. */
const FIRST_CONTENDED_MS = 5;
const LONGEST_CONTENDED_MS = 200;

/** How soon the next claim follows if there are more endpoints than one looks at. */
const NEXT_ENDPOINTS_MS = 20;

/** Deliveries due within this time share a claim, which costs PostgreSQL nearly the same for one as for twenty. */
const BATCHING_MS = 10;

const NO_SLOTS = { claimed: [], isContended: false, isFull: true, stoppedAt: null } as const;

/** Claims due deliveries, sends them and records the results, until it is stopped. */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #recorder: Recorder;
  readonly #secrets: DecryptedSecrets;
  readonly #counters = new AttemptCounters();
  /** How many results were recorded since the last claim. */
  #recorded = 0;
  /** Claimed but not recorded yet; the requests of some of them have ended. */
  readonly #unrecorded = new Set<Promise<void>>();
  #requests = 0;
  #sender: AttemptSender | null = null;
  #abort = newStop();
  #loop: Promise<void> | null = null;
  #isStopping = false;
  #isWoken = false;
  /** Whether the next claim shares the commit of results that were just passed to the database. */
  #sharesCommit = false;
  /** The endpoint where the last claim stopped; the next one continues after it. */
  #claimsAfter = 0;
  #lostLookedForAt = Number.NEGATIVE_INFINITY;
  #endPause: () => void = () => {};
  #scheduledWake: NodeJS.Immediate | undefined;
  readonly #wakeOnFreeSlot: () => void;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#secrets = new DecryptedSecrets(parts.keys);
    this.#recorder = new Recorder(parts, parts.log, parts.options.leaseMs, this.#batching());
    this.#wakeOnFreeSlot = guardedHandler(parts.log, 'free slot of the webhook sender', () => {
      this.#scheduledWake = undefined;
      this.wake();
    });
  }

  get isRunning(): boolean {
    return this.#loop !== null && !this.#isStopping;
  }

  /** As many results may wait for the database as requests may be in flight. */
  get freeSlots(): number {
    const { concurrency } = this.#parts.options;
    return Math.min(concurrency - this.#requests, 2 * concurrency - this.#unrecorded.size);
  }

  metrics(): AttemptMetrics {
    return this.#counters.snapshot(this.#requests);
  }

  /** Starts sending in this process; does nothing if it is running. */
  start(): void {
    if (this.#loop !== null) return;
    this.#isStopping = false;
    this.#loop = this.#run();
  }

  /** Signals that deliveries may be due. */
  wake(): void {
    this.#isWoken = true;
    this.#endPause();
  }

  /**
   * Stops claiming and waits for attempts in flight, at most `graceMs`. Then it interrupts the rest, which are due
   * again at once for another worker.
   */
  async stop(graceMs: number): Promise<void> {
    if (this.#loop === null) return;
    this.#isStopping = true;
    this.wake();
    await this.#loop;
    const recorded = Promise.all(this.#unrecorded);
    let timer: NodeJS.Timeout | undefined;
    const graceEnded = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, graceMs, 'late');
    });
    const first = await Promise.race([recorded, graceEnded]);
    clearTimeout(timer);
    if (first === 'late') {
      this.#recorder.endWithin(STOP_RECORDING_MS);
      this.#abort.abort();
      await recorded;
    }
    this.#recorder.endWithin(Number.POSITIVE_INFINITY);
    await this.#closeSender();
    this.#abort = newStop();
    this.#loop = null;
  }

  /**
   * Sends everything that is due now and waits until the results are recorded, but not for later retries. For tests and
   * commands; returns the number of attempts.
   */
  async drainOnce(): Promise<number> {
    let attempts = 0;
    for (;;) {
      const claimed = await claimDue(this.#parts, Math.max(1, this.freeSlots));
      if (claimed.length === 0) break;
      attempts += claimed.length;
      await Promise.all(claimed.map((each) => this.#deliver(each)));
    }
    if (this.#loop === null) await this.#closeSender();
    return attempts;
  }

  async #run(): Promise<void> {
    let backoffMs = FIRST_BACKOFF_MS;
    let contendedMs = FIRST_CONTENDED_MS;
    while (!this.#isStopping) {
      this.#isWoken = false;
      const looksFirst = !this.#sharesCommit;
      this.#sharesCommit = false;
      const startedAt = performance.now();
      try {
        await this.#returnLost(startedAt);
        const slots = this.freeSlots;
        this.#recorded = 0;
        const options = { looksFirst, after: this.#claimsAfter };
        const found = slots > 0 ? await claim(this.#parts, slots, options) : NO_SLOTS;
        const { claimed, isContended, isFull } = found;
        if (slots > 0) this.#claimsAfter = found.stoppedAt ?? 0;
        for (const each of claimed) this.#track(each);
        backoffMs = FIRST_BACKOFF_MS;
        contendedMs = isContended ? Math.min(contendedMs * 2, LONGEST_CONTENDED_MS) : FIRST_CONTENDED_MS;
        // A wake-up during the pause ends it at once.
        await this.#pause(
          Math.min(
            this.#parts.options.pollMs,
            isContended ? contendedMs : Number.POSITIVE_INFINITY,
            found.stoppedAt === null ? Number.POSITIVE_INFINITY : NEXT_ENDPOINTS_MS,
          ),
        );
        await this.#untilWorthClaiming(startedAt + BATCHING_MS, isFull);
      } catch (error) {
        this.#parts.log.warn({ error: errorCodeOrName(error) }, 'Claiming webhooks failed');
        this.#isWoken = false;
        await this.#pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
      }
    }
  }

  /**
   * Looks for deliveries of lost workers as often as a sender without work looks for due ones. A row that cannot be
   * returned keeps no other delivery from being sent.
   */
  async #returnLost(now: number): Promise<void> {
    if (now < this.#lostLookedForAt + this.#parts.options.pollMs) return;
    this.#lostLookedForAt = now;
    try {
      await returnLostDeliveries(this.#parts);
    } catch (error) {
      this.#parts.log.warn({ error: errorCodeOrName(error) }, 'Returning deliveries of lost workers failed');
    }
  }

  #pause(milliseconds: number): Promise<void> {
    if (this.#isWoken || this.#isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * On PostgreSQL, waits until `latest`, so that what becomes due meanwhile shares the claim. While endpoints are full,
   * it waits no longer than until half as many results were recorded as are still open: what they left room for.
   */
  async #untilWorthClaiming(latest: number, isFull: boolean): Promise<void> {
    if (this.#parts.database.dialect === 'sqlite') return;
    const hasRoom = () => isFull && this.#recorded > 0 && 2 * this.#recorded >= this.#unrecorded.size;
    while (!this.#isStopping && !hasRoom()) {
      const milliseconds = latest - performance.now();
      if (milliseconds <= 0) return;
      this.#isWoken = false;
      await this.#pause(milliseconds);
    }
  }

  #track(claimed: Claimed): void {
    const attempt = this.#deliver(claimed)
      .catch((error) => this.#parts.log.error({ error: errorCodeOrName(error) }, 'A webhook attempt was not recorded'))
      .finally(() => {
        this.#unrecorded.delete(attempt);
        this.#recorded += 1;
        this.#wakeSoon();
      });
    this.#unrecorded.add(attempt);
  }

  /** On SQLite results and the following claim, which uses the freed room, share a commit, in this order. */
  #batching(): Batching | null {
    if (this.#parts.database.dialect === 'postgres') return null;
    return {
      openRequests: () => this.#requests,
      onBatchStarted: () => {
        this.#sharesCommit = true;
        this.wake();
      },
    };
  }

  /** There may be room again. Attempts whose results shared a transaction share the next claim too. */
  #wakeSoon(): void {
    this.#scheduledWake ??= setImmediate(this.#wakeOnFreeSlot);
  }

  async #deliver(claimed: Claimed): Promise<void> {
    this.#requests += 1;
    const result = await this.#send(claimed).finally(() => {
      this.#requests -= 1;
    });
    this.#counters.count(result);
    await this.#recorder.record({ claimed, result });
  }

  async #send(claimed: Claimed): Promise<AttemptResult> {
    let request: AttemptRequest;
    try {
      request = signedRequest(claimed, this.#secrets, this.#parts.clock.now());
    } catch {
      const { id, endpointId, companyId } = claimed;
      this.#parts.log.error(
        { delivery: id, endpoint: endpointId, company: companyId },
        'A webhook secret cannot be read',
      );
      // An interrupted attempt uses up no wait: the endpoint is switched off until the secret can be read again.
      return notSent({ outcome: 'interrupted', errorCode: SECRET_UNREADABLE });
    }
    try {
      const sender = this.#sender ?? (await this.#openSender());
      return await sender.send(request, this.#abort.signal);
    } catch (error) {
      this.#parts.log.error({ error: errorCodeOrName(error) }, 'The sender of webhooks cannot be set up');
      return notSent(classifyError(error));
    }
  }

  async #openSender(): Promise<AttemptSender> {
    const undici = await loadUndici();
    // Another attempt may have opened it meanwhile.
    this.#sender ??= createAttemptSender(undici, { ...this.#parts.options, log: this.#parts.log });
    return this.#sender;
  }

  async #closeSender(): Promise<void> {
    const sender = this.#sender;
    this.#sender = null;
    await sender?.close();
  }
}

/** Every attempt in flight listens to the signal; Node would warn of a leak from ten listeners on. */
function newStop(): AbortController {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  return stop;
}

/** The result of an attempt that sent nothing. */
function notSent(classified: Classified): AttemptResult {
  return { ...classified, status: null, durationMs: 0, remoteAddress: null, excerpt: '' };
}
