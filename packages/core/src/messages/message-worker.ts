import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import { guardedHandler } from '../guarded-handler.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { CoreLog } from '../log.ts';
import { describeError } from '../logging/described-error.ts';
import type { Clock } from '../time/clock.ts';
import { MESSAGE_PURPOSE, messageContext } from './message-outbox.ts';
import { type ClaimedMessage, claimDue, isAnyDue, type MessageChannel, noteOutcome } from './message-queries.ts';
import { nextTryAt, PASSWORD_LINK_LIFE_MS } from './message-rules.ts';
import { failureReason, isFinalFailure, SendFailure } from './send-failure.ts';

/** How many messages of a round were sent, and how many were not. */
export interface SendReport {
  readonly sent: number;
  readonly failed: number;
}

/** Messages that are claimed at a time and sent in parallel. */
const BATCH = 10;
/** Longer than a send may take, so that no other worker claims a message that is being sent. */
const LEASE_MS = 90_000;
const SEND_DEADLINE_MS = 30_000;
const POLL_MS = 1_000;

/** Hands a message to what sends its channel. */
export type SendMessage = (message: {
  readonly to: string;
  /** The decrypted text. */
  readonly text: string;
  readonly reference: string;
}) => Promise<void>;

interface WorkerParts {
  readonly database: CompanyReads & CompanyWrites;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly log: CoreLog;
  readonly channel: MessageChannel;
  /** Null if this process does not send the channel. */
  readonly send: SendMessage | null;
}

/** The time from a start to its stop. */
interface Run {
  readonly stopped: AbortController;
  readonly ended: Promise<void>;
}

/** Sends the outbox's messages of one channel (D:W25, W26). Any number of processes may run a worker. */
export class MessageWorker {
  readonly #parts: WorkerParts;
  #run: Run | null = null;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Sends one batch of due messages; without a sender, messages wait. */
  async sendDue(): Promise<SendReport> {
    const { database, clock, channel, send } = this.#parts;
    if (send === null || !(await isAnyDue(database.allCompanies(), channel, clock.now()))) return NOTHING;
    const lease = randomUUID();
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const claimed = await database.writeAllCompanies('messages.claim', {}, (all) =>
      claimDue(all, channel, { lease, now, until, limit: BATCH }),
    );
    const outcomes = await allOf(claimed.map((message) => this.#try(send, lease, message)));
    const sent = outcomes.filter(Boolean).length;
    return { sent, failed: claimed.length - sent };
  }

  /** Sends until no message is due. */
  async drainOnce(): Promise<SendReport> {
    let total = NOTHING;
    for (;;) {
      const { sent, failed } = await this.sendDue();
      if (sent + failed === 0) return total;
      total = { sent: total.sent + sent, failed: total.failed + failed };
    }
  }

  /** Starts sending. A start during a stop begins as soon as the stop is complete. */
  start(): void {
    const before = this.#run;
    if (before !== null && !before.stopped.signal.aborted) return;
    const stopped = new AbortController();
    this.#run = { stopped, ended: this.#loop(before?.ended, stopped.signal) };
  }

  /** Resolves when the outcome of every message being sent is stored. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    run.stopped.abort();
    await run.ended;
    if (this.#run === run) this.#run = null;
  }

  async #loop(before: Promise<void> | undefined, stopped: AbortSignal): Promise<void> {
    const { log } = this.#parts;
    const logFailure = guardedHandler(log, 'sending of messages', (error: unknown) =>
      log.warn({ reason: failureReason(error) }, 'The message outbox could not be read'),
    );
    await before;
    while (!stopped.aborted) {
      let report = NOTHING;
      try {
        report = await this.sendDue();
      } catch (error) {
        logFailure(error);
      }
      if (report.sent + report.failed < BATCH) await pause(POLL_MS, stopped);
    }
  }

  /** Calls the gateway, outside every transaction; true when it has accepted the message. */
  async #try(send: SendMessage, lease: string, message: ClaimedMessage): Promise<boolean> {
    const { database, keys, clock, log, channel } = this.#parts;
    const { id, companyId, tries } = message;
    let reason: string | null = null;
    let fault: unknown;
    let isFinal = false;
    try {
      assertStillUseful(message, clock.now());
      const context = messageContext(companyId, message);
      const text = keys.decrypt(MESSAGE_PURPOSE, context, message.ciphertext).toString('utf8');
      await withinDeadline(send({ to: message.to, text, reference: `shaon-${companyId}-${id}` }));
    } catch (error) {
      reason = failureReason(error);
      fault = describeError(error);
      isFinal = isFinalFailure(error);
    }
    const now = clock.now();
    const dueAt = reason === null || isFinal ? null : nextTryAt(tries, message.createdAt, now);
    const state = reason === null ? 'sent' : dueAt === null ? 'failed' : 'waiting';
    const isNoted = await database.writeAllCompanies('messages.noteOutcome', {}, (all) =>
      noteOutcome(all, lease, message, { state, dueAt, reason }, now),
    );
    const facts = {
      messageId: id,
      companyId,
      channel,
      kind: message.kind,
      tries,
      state,
      ...(reason !== null && { reason }),
    };
    if (!isNoted) log.warn(facts, 'The outcome of a message was noted by somebody else');
    else if (reason !== null) log.warn({ ...facts, fault }, 'A message was not sent');
    return reason === null;
  }
}

/** A link that has ended would only disappoint the person who asked for it. */
function assertStillUseful({ kind, createdAt }: ClaimedMessage, now: Date): void {
  if (kind === 'password_link' && createdAt.getTime() + PASSWORD_LINK_LIFE_MS <= now.getTime()) {
    throw new SendFailure('too_late', { isFinal: true });
  }
}

const NOTHING: SendReport = { sent: 0, failed: 0 };

/** Like Promise.all, but rejects only after all have ended: a stop waits for messages that are still being sent. */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Ends at once when the signal fires or has fired before. Does not keep the process alive. */
function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal: stopped, ref: false }).catch(() => undefined);
}

/** A sender that never answers must not hold a message past its lease. */
async function withinDeadline(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SendFailure('timeout')), SEND_DEADLINE_MS);
  });
  try {
    await Promise.race([sending, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
