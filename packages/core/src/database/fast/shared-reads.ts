import type { DataSource } from 'typeorm';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import type { Connections } from '../data-source.ts';
import { hasOpenTransaction } from '../sqlite-handle.ts';
import { runOnSqlite } from './sqlite-statements.ts';

/**
 * Reads on the writer's connection while no transaction is open on it: its memory holds the pages that it committed,
 * whereas the reader must fetch them again after every commit.
 *
 * The reads of one turn of the event loop share a read transaction. Otherwise each statement takes and releases the
 * file's locks, which doubles the price of a look-up by key. A commit of this process ends the shared transaction, so
 * that the next read sees the committed data; a commit of another process becomes visible in the next turn.
 */
export class SharedReads {
  readonly #writer: DataSource;
  readonly #reader: DataSource;
  #isReading = false;
  /** Whether a write is running, also if a full disk has already ended its transaction. */
  #isWriting = false;

  /** Ends the shared transaction. Never throws: a write would report the same fault, and a read loses nothing. */
  readonly #end: () => void;

  constructor({ writer, reader }: Connections, log: CoreLog) {
    this.#writer = writer;
    this.#reader = reader;
    this.#end = guardedHandler(log, 'end of shared reads', () => {
      if (!this.#isReading) return;
      this.#isReading = false;
      // A disk error ends a transaction by itself, and a closed connection has none.
      if (hasOpenTransaction(writer)) runOnSqlite(writer, 'COMMIT', []);
    });
  }

  /** The connection for the next statement. */
  connection(): DataSource {
    if (this.#isReading) return this.#writer;
    if (this.#isWriting) return this.#reader;
    runOnSqlite(this.#writer, 'BEGIN', []);
    this.#isReading = true;
    setImmediate(this.#end);
    return this.#writer;
  }

  /** Called before a write, because a connection can have only one transaction. */
  beginWrite(): void {
    this.#end();
    this.#isWriting = true;
  }

  /** Called after a write has ended. */
  endWrite(): void {
    this.#isWriting = false;
  }
}
