import { type CoreLog, guardedHandler } from '@shaon/core';
import { type Database, everyCompanySql, type Listener } from '@shaon/core/storage';

const CHANNEL = 'shaon_webhook_due';
/** NOTIFY is a statement of its own and takes a lock that all commits need, so all calls within this time share one. */
const COALESCED_MS = 50;
const NOTIFY = everyCompanySql`SELECT pg_notify($1, $2)`;

/**
 * Signals senders that deliveries are due: the one in this process directly, those of other processes by PostgreSQL's
 * NOTIFY after the commit. Inside the domain transaction NOTIFY would halve the rate of commits. A lost one does no
 * harm, because polling finds due deliveries.
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
    this.#wakeHere = guardedHandler(log, 'webhook wake-up', wakeHere);
  }

  wake(): void {
    this.#wakeHere();
    if (this.#database.dialect === 'sqlite' || this.#isWaiting) return;
    this.#isWaiting = true;
    // The first after a pause is sent at once; later ones within the time share the next.
    const waitMs = Math.max(0, this.#notifiedAt + COALESCED_MS - performance.now());
    const notify = guardedHandler(this.#log, 'webhook wake-up of other processes', () => this.#notify());
    setTimeout(notify, waitMs).unref();
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
    this.#isWaiting = false;
    this.#notifiedAt = performance.now();
    try {
      await this.#database.allCompanies().run(NOTIFY, [CHANNEL, '']);
    } catch {
      // Deliveries committed just before closing are found by polling, so this is no failure.
      if (this.#database.isOpen) this.#log.warn({ channel: CHANNEL }, 'NOTIFY failed; polling will find what is due');
    }
  }
}
