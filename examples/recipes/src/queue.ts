import type { WebhookEvent } from '@shaon/client-sdk/webhooks';
import type { Database as Connection } from 'better-sqlite3';
import Database from 'better-sqlite3';

/** A file of received events that are not yet processed, each delivery once. */
export class Queue {
  readonly #database: Connection;

  constructor(file: string) {
    this.#database = new Database(file);
    this.#database.pragma('journal_mode = WAL');
    // Commits must be on the disk before the receiver answers 204.
    this.#database.pragma('synchronous = FULL');
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS delivery (
        number INTEGER PRIMARY KEY, id TEXT UNIQUE, event TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
        due INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE IF NOT EXISTS segment (attendance_id INTEGER, employee_id INTEGER, check_in TEXT, check_out TEXT,
        PRIMARY KEY (attendance_id, check_in));
    `);
  }

  /** Whether the delivery is new; it arrives again if its answer was lost. */
  add(event: WebhookEvent): boolean {
    const insert = this.#database.prepare('INSERT OR IGNORE INTO delivery (id, event) VALUES (?, ?)');
    return insert.run(event.delivery.id, JSON.stringify(event)).changes === 1;
  }

  /**
   * Processes the next due event. The writes of `work` to this file and the mark that the event is done are one
   * transaction, so a crash leaves both or neither. An event that fails waits, longer each time, while others continue.
   *
   * @returns false if none is due
   */
  takeNext(work: (event: WebhookEvent, database: Connection) => void, now = Date.now()): boolean {
    const next = this.#database
      .prepare<[number], { number: number; event: string; attempts: number }>(
        'SELECT number, event, attempts FROM delivery WHERE done = 0 AND due <= ? ORDER BY number LIMIT 1',
      )
      .get(now);
    if (next === undefined) return false;
    try {
      this.#database.transaction(() => {
        work(JSON.parse(next.event), this.#database);
        this.#database.prepare('UPDATE delivery SET done = 1 WHERE number = ?').run(next.number);
      })();
    } catch (error) {
      console.error(`event ${next.number} failed: ${error instanceof Error ? error.message : error}`);
      const wait = Math.min(3_600_000, 1_000 * 2 ** next.attempts);
      this.#database
        .prepare('UPDATE delivery SET attempts = attempts + 1, due = ? WHERE number = ?')
        .run(now + wait, next.number);
    }
    return true;
  }
}
