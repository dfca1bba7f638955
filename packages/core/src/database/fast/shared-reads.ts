import type { DataSource } from 'typeorm';
import type { Connections } from '../data-source.ts';
import { hasOpenTransaction, runOnSqlite } from './sqlite-statements.ts';

/**
 * Reads on the writer's own connection as long as nobody writes on it: what it has committed is in its memory, whereas
 * the reader must fetch each page again after every commit.
 *
 * There the reads of one turn of the event loop share a read transaction. Alone, each statement takes the locks of the
 * file and gives them back, twice the price of a look-up by key. A commit of this process ends it, so that the next
 * read sees what was committed; a commit of another process is seen in the next turn.
 */
export class SharedReads {
  readonly #writer: DataSource;
  readonly #reader: DataSource;
  #isReading = false;

  constructor({ writer, reader }: Connections) {
    this.#writer = writer;
    this.#reader = reader;
  }

  /** The connection for the next statement. */
  connection(): DataSource {
    if (this.#isReading) return this.#writer;
    if (hasOpenTransaction(this.#writer)) return this.#reader;
    runOnSqlite(this.#writer, 'BEGIN', []);
    this.#isReading = true;
    setImmediate(() => this.end());
    return this.#writer;
  }

  /** Before a write, since a connection has one transaction. Never throws: the write would meet the same fault. */
  end(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    try {
      // An error of the disk ends a transaction by itself, and a closed connection has none.
      if (hasOpenTransaction(this.#writer)) runOnSqlite(this.#writer, 'COMMIT', []);
    } catch {
      // Nothing was written that could be lost.
    }
  }
}
