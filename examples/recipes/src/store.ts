import type { Database as Connection } from 'better-sqlite3';
import Database from 'better-sqlite3';

/** The copy of a company, and the progress of the run. */
export class Store {
  readonly #database: Connection;

  constructor(file: string) {
    this.#database = new Database(file);
    this.#database.pragma('journal_mode = WAL');
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS record (kind TEXT, part TEXT, id INTEGER, json TEXT NOT NULL, PRIMARY KEY (kind, id));
      CREATE INDEX IF NOT EXISTS record_part ON record (kind, part);
      CREATE TABLE IF NOT EXISTS done (kind TEXT, part TEXT, PRIMARY KEY (kind, part));
      CREATE TABLE IF NOT EXISTS run (name TEXT NOT NULL, begun INTEGER NOT NULL);
    `);
  }

  /**
   * Continues the run of this name. A run that was started more than a day ago starts again, because it would mix old
   * and new data.
   */
  begin(name: string, now = Date.now()): void {
    const run = this.#database.prepare('SELECT 1 FROM run WHERE name = ? AND begun > ?').get(name, now - 86_400_000);
    if (run !== undefined) return;
    this.#database.transaction(() => {
      this.finish();
      this.#database.prepare('INSERT INTO run (name, begun) VALUES (?, ?)').run(name, now);
    })();
  }

  /** Whether the run already has this part. */
  has(kind: string, part: string): boolean {
    return this.#database.prepare('SELECT 1 FROM done WHERE kind = ? AND part = ?').get(kind, part) !== undefined;
  }

  /** Replaces the records of a part and marks the part as done, in one transaction. */
  replace(kind: string, part: string, records: readonly { id: number }[]): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO record (kind, part, id, json) VALUES (?, ?, ?, ?)');
    this.#database.transaction(() => {
      this.#database.prepare('DELETE FROM record WHERE kind = ? AND part = ?').run(kind, part);
      for (const record of records) insert.run(kind, part, record.id, JSON.stringify(record));
      this.#database.prepare('INSERT INTO done (kind, part) VALUES (?, ?)').run(kind, part);
    })();
  }

  /** Ends the run, so that the next one starts from the beginning. Returns the number of records. */
  finish(): number {
    this.#database.exec('DELETE FROM done; DELETE FROM run');
    return Number(this.#database.prepare('SELECT count(*) FROM record').pluck().get());
  }
}
