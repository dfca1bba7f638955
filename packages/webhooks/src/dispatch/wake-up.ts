import type { CoreLog } from '@shaon/core';
import type { Database, Listener } from '@shaon/core/extension';

const CHANNEL = 'shaon_webhook_due';
/** NOTIFY is a statement of its own and takes the commit's lock: one stands for all within this time. */
const COALESCED_MS = 50;

/**
 * Tells senders that something is due: the one in this process directly, those of other processes by PostgreSQL's
 * NOTIFY, after the commit and never inside a domain transaction. It may get lost: polling finds what it missed.
 */
export class WakeUp {
  readonly #database: Database;
  readonly #log: CoreLog;
  readonly #wakeHere: () => void;
  #isWaiting = false;
  #notifiedAt = Number.NEGATIVE_INFINITY;
  #listener: Listener | null = null;

  constructor(database: Database, log: CoreLog, wakeHere: () => void) {
    this.#database = database;
    this.#log = log;
    this.#wakeHere = wakeHere;
  }

  wake(): void {
    this.#wakeHere();
    if (this.#database.dialect === 'sqlite' || this.#isWaiting) return;
    this.#isWaiting = true;
    // The first after a silence goes out at once, the others of the same time with the next.
    const waitMs = Math.max(0, this.#notifiedAt + COALESCED_MS - performance.now());
    setTimeout(() => {
      this.#isWaiting = false;
      this.#notifiedAt = performance.now();
      void this.#notify();
    }, waitMs).unref();
  }

  listen(): void {
    this.#listener ??= this.#database.listen(CHANNEL, this.#wakeHere);
  }

  async stop(): Promise<void> {
    const listener = this.#listener;
    this.#listener = null;
    await listener?.stop();
  }

  async #notify(): Promise<void> {
    try {
      await this.#database.readAllCompanies().rows('SELECT pg_notify($1, $2)', [CHANNEL, '']);
    } catch {
      this.#log.warn({ channel: CHANNEL }, 'NOTIFY failed; polling will find what is due');
    }
  }
}
