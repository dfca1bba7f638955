import { setMaxListeners } from 'node:events';
import { type Clock, type CoreLog, guardedHandler, type KeyRing } from '@shaon/core';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { type Claimed, type ClaimParts, claim, claimDue } from './claim.ts';
import { errorCodeOrName } from './error-code-or-name.ts';
import { loadUndici } from './load-undici.ts';
import { returnLostDeliveries } from './lost-leases.ts';
import { type KnownOfClaims, nextWait } from './next-wait.ts';
import { type Classified, classifyError } from './outcome.ts';
import { type RecordParts, SECRET_UNREADABLE } from './record.ts';
import { Recorder } from './recorder.ts';
import { type AttemptRequest, type AttemptResult, type AttemptSender, createAttemptSender } from './send-attempt.ts';
import { signedRequest } from './signed-request.ts';

export interface DispatcherParts extends ClaimParts, RecordParts {
  readonly database: ClaimParts['database'];
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly log: CoreLog;
  readonly options: ResolvedWebhooksOptions;
  /** Called at the end of each attempt; must not throw. */
  readonly attempted?: (result: AttemptResult) => void;
}

/**
 * stopped -- start --> running
 * running: claims, sends, records. -- stop --> draining
 * draining: claims nothing and waits for attempts in flight. -- all recorded --> stopped, -- grace over --> interrupting
 * interrupting: ends the rest; they are due again at once. -- all recorded or given up --> stopped
 */
type DispatcherState = 'stopped' | 'running' | 'draining' | 'interrupting';

/** Attempts of a process in flight at the same time. */
const CONCURRENCY = 200;

/** How long a stop tries to record results that the database refuses. */
const STOP_RECORDING_MS = 3_000;

const NO_SLOTS = { claimed: [], isContended: false, stoppedAt: null } as const;

/** Claims due deliveries, sends them and records the results, until it is stopped. */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #recorder: Recorder;
  /** Claimed but not recorded yet; the requests of some of them have ended. */
  readonly #unrecorded = new Set<Promise<void>>();
  #requests = 0;
  #sender: AttemptSender | null = null;
  /** The last attempt could not be made at all. */
  #isBroken = false;
  #abort = newStop();
  #state: DispatcherState = 'stopped';
  #loop: Promise<void> = Promise.resolve();
  #isWoken = false;
  /** The endpoint where the last claim stopped; the next one continues after it. */
  #claimsAfter = 0;
  #lostLookedForAt = Number.NEGATIVE_INFINITY;
  #endPause: () => void = () => {};
  #scheduledWake: NodeJS.Immediate | undefined;
  readonly #wakeOnFreeSlot: () => void;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#recorder = new Recorder(parts, parts.log, parts.options.leaseMs);
    this.#wakeOnFreeSlot = guardedHandler(parts.log, 'free slot of the webhook sender', () => {
      this.#scheduledWake = undefined;
      this.wake();
    });
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** Whether what sends cannot be set up; the log says why. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** As many results may wait for the database as requests may be in flight. */
  get freeSlots(): number {
    return Math.min(CONCURRENCY - this.#requests, 2 * CONCURRENCY - this.#unrecorded.size);
  }

  /** Attempts that are on their way. */
  get inFlight(): number {
    return this.#requests;
  }

  /** Starts sending in this process; does nothing unless it is stopped. */
  start(): void {
    if (this.#state !== 'stopped') return;
    this.#state = 'running';
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
    if (this.#state === 'stopped') return;
    if (this.#state === 'running') this.#state = 'draining';
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
      this.#state = 'interrupting';
      this.#recorder.endWithin(STOP_RECORDING_MS);
      this.#abort.abort();
      await recorded;
    }
    this.#recorder.endWithin(Number.POSITIVE_INFINITY);
    await this.#closeSender();
    this.#abort = newStop();
    this.#state = 'stopped';
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
    if (this.#state === 'stopped') await this.#closeSender();
    return attempts;
  }

  async #run(): Promise<void> {
    let known: KnownOfClaims = { failures: 0, contentions: 0, hasMoreEndpoints: false };
    while (this.isRunning) {
      this.#isWoken = false;
      const startedAt = performance.now();
      try {
        await this.#returnLost(startedAt);
        const slots = this.freeSlots;
        const { claimed, isContended, stoppedAt } =
          slots > 0 ? await claim(this.#parts, slots, { after: this.#claimsAfter }) : NO_SLOTS;
        if (slots > 0) this.#claimsAfter = stoppedAt ?? 0;
        for (const each of claimed) this.#track(each);
        const contentions = isContended ? known.contentions + 1 : 0;
        known = { failures: 0, contentions, hasMoreEndpoints: stoppedAt !== null };
      } catch (error) {
        this.#parts.log.warn({ error: errorCodeOrName(error) }, 'Claiming webhooks failed');
        this.#isWoken = false;
        known = { ...known, failures: known.failures + 1 };
      }
      await this.#untilNextClaim(known, startedAt);
    }
  }

  async #untilNextClaim(known: KnownOfClaims, startedAt: number): Promise<void> {
    const { pollMs } = this.#parts.options;
    while (this.isRunning) {
      const milliseconds = startedAt + nextWait({ ...known, isWoken: this.#isWoken, pollMs }) - performance.now();
      if (milliseconds <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
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

  #track(claimed: Claimed): void {
    const attempt = this.#deliver(claimed)
      .catch((error) => this.#parts.log.error({ error: errorCodeOrName(error) }, 'A webhook attempt was not recorded'))
      .finally(() => {
        this.#unrecorded.delete(attempt);
        this.#wakeSoon();
      });
    this.#unrecorded.add(attempt);
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
    this.#parts.attempted?.(result);
    await this.#recorder.record({ claimed, result });
  }

  async #send(claimed: Claimed): Promise<AttemptResult> {
    let request: AttemptRequest;
    try {
      request = signedRequest(claimed, this.#parts.keys, this.#parts.clock.now());
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
      this.#isBroken = true;
      this.#parts.log.error({ error: errorCodeOrName(error) }, 'The sender of webhooks cannot be set up');
      return notSent(classifyError(error));
    }
  }

  async #openSender(): Promise<AttemptSender> {
    const undici = await loadUndici();
    // Another attempt may have opened it meanwhile.
    this.#sender ??= createAttemptSender(undici, { ...this.#parts.options, log: this.#parts.log });
    this.#isBroken = false;
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
