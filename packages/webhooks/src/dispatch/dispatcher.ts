import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, CoreLog, KeyRing } from '@shaon/core';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { AttemptCounters, type AttemptMetrics } from './attempt-metrics.ts';
import { type Claimed, type ClaimParts, claim, claimDue } from './claim.ts';
import { OpenedSecrets } from './opened-secrets.ts';
import { SECRET_UNREADABLE } from './record.ts';
import { Recorder } from './recorder.ts';
import { type AttemptRequest, type AttemptResult, type AttemptSender, createAttemptSender } from './send-attempt.ts';
import { signedRequest } from './signed-request.ts';

export interface DispatcherParts extends ClaimParts {
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly log: CoreLog;
  readonly options: ResolvedWebhooksOptions;
}

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 10_000;
/** What a stop leaves for results that the database does not take. */
const STOP_RECORDING_MS = 3_000;
/** How long to wait for another worker that is claiming for the same endpoints. */
const FIRST_CONTENDED_MS = 5;
const LONGEST_CONTENDED_MS = 200;

/** A claim costs PostgreSQL nearly the same for one delivery as for twenty: what comes due within this time shares one. */
const GATHERED_MS = 10;

const NO_SLOTS = { claimed: [], isContended: false, isFull: true } as const;

/** Claims what is due, sends it and records how it went, until it is stopped. */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #recorder: Recorder;
  readonly #secrets: OpenedSecrets;
  readonly #counters = new AttemptCounters();
  readonly #onTheWay = new Set<Promise<void>>();
  #sender: AttemptSender | null = null;
  #abort = newStop();
  #loop: Promise<void> | null = null;
  #isStopping = false;
  #isWoken = false;
  #rouse: () => void = () => {};
  #soon: NodeJS.Immediate | undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#secrets = new OpenedSecrets(parts.keys);
    this.#recorder = new Recorder(parts, parts.log, parts.options.leaseMs);
  }

  get isRunning(): boolean {
    return this.#loop !== null && !this.#isStopping;
  }

  get freeSlots(): number {
    return this.#parts.options.concurrency - this.#onTheWay.size;
  }

  metrics(): AttemptMetrics {
    return this.#counters.snapshot(this.#onTheWay.size);
  }

  /** Starts to send in this process; does nothing when it runs already. */
  start(): void {
    if (this.#loop !== null) return;
    this.#isStopping = false;
    this.#loop = this.#run();
  }

  /** Says that something may be due. */
  wake(): void {
    this.#isWoken = true;
    this.#rouse();
  }

  /**
   * Claims no more, waits for what is on its way, at most `graceMs`, then interrupts it: it is due again at once,
   * for whoever comes next.
   */
  async stop(graceMs: number): Promise<void> {
    if (this.#loop === null) return;
    this.#isStopping = true;
    this.wake();
    await this.#loop;
    const timer = setTimeout(() => {
      this.#abort.abort();
      this.#recorder.endWithin(STOP_RECORDING_MS);
    }, graceMs);
    await Promise.all(this.#onTheWay);
    clearTimeout(timer);
    this.#recorder.endWithin(Number.POSITIVE_INFINITY);
    await this.#closeSender();
    this.#abort = newStop();
    this.#loop = null;
  }

  /**
   * Sends everything that is due now and waits until it is recorded; retries that are due later are not waited for.
   * For tests and for commands; returns the number of attempts.
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
      const startedAt = performance.now();
      try {
        const slots = this.freeSlots;
        const { claimed, isContended, isFull } = slots > 0 ? await claim(this.#parts, slots) : NO_SLOTS;
        for (const each of claimed) this.#track(each);
        backoffMs = FIRST_BACKOFF_MS;
        contendedMs = isContended ? Math.min(contendedMs * 2, LONGEST_CONTENDED_MS) : FIRST_CONTENDED_MS;
        // What has been woken or finished in the meantime is found by the next round at once.
        await this.#pause(Math.min(this.#parts.options.pollMs, isContended ? contendedMs : Number.POSITIVE_INFINITY));
        if (!isFull && !this.#isStopping) await waitUntil(startedAt + GATHERED_MS);
      } catch (error) {
        this.#parts.log.warn(
          { error: String((error as { code?: unknown }).code ?? 'unknown') },
          'Claiming webhooks failed',
        );
        this.#isWoken = false;
        await this.#pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
      }
    }
  }

  #pause(milliseconds: number): Promise<void> {
    if (this.#isWoken || this.#isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #track(claimed: Claimed): void {
    const attempt = this.#deliver(claimed).finally(() => {
      this.#onTheWay.delete(attempt);
      this.#wakeSoon();
    });
    this.#onTheWay.add(attempt);
  }

  /** A slot is free again; those whose results shared a transaction share the next claim. */
  #wakeSoon(): void {
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      this.wake();
    });
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const result = await this.#send(claimed);
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
      return notSent(SECRET_UNREADABLE);
    }
    this.#sender ??= createAttemptSender(this.#parts.options);
    return this.#sender.send(request, this.#abort.signal);
  }

  async #closeSender(): Promise<void> {
    const sender = this.#sender;
    this.#sender = null;
    await sender?.close();
  }
}

async function waitUntil(moment: number): Promise<void> {
  const milliseconds = moment - performance.now();
  if (milliseconds > 0) await sleep(milliseconds);
}

/** Heard by every attempt on its way, which are more than the ten that Node finds suspicious. */
function newStop(): AbortController {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  return stop;
}

/** Nothing went out, so no wait is used up. */
function notSent(errorCode: string): AttemptResult {
  return { outcome: 'interrupted', status: null, errorCode, durationMs: 0, remoteAddress: null, excerpt: '' };
}
