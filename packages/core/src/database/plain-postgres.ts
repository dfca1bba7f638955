import type { DataSource, EntityManager } from 'typeorm';
import { runBounded } from './bounded-reading.ts';
import { DONE_AT_ONCE } from './commit-work.ts';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { nothingAhead } from './nothing-ahead.ts';
import { runOnPostgres } from './typeorm-statements.ts';

/** PostgreSQL by TypeORM's public interface; on a host's DataSource as well as on core's own. */
export function plainPostgres({ writer, reader, readingLimits }: Connections): Engine {
  async function transaction<T>(_entry: unknown, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await writer.transaction(work);
    } catch (error) {
      throw classifyDatabaseError(error, 'postgres');
    }
  }
  const patientReader = askingAgain(reader);
  const read: RunStatement = (text, values) => runOnPostgres(patientReader, text, values);
  const { seconds } = readingLimits;
  const readBounded: RunStatement = (text, values) =>
    askedAgain(() => runBounded(reader, seconds, text, values)).catch((error: unknown) => {
      throw classifyDatabaseError(error, 'postgres');
    });
  return {
    read,
    readFor: ({ kind }) => (kind === 'long' && seconds > 0 ? readBounded : read),
    runIn: runOnPostgres,
    ...nothingAhead(runOnPostgres),
    changeEachIn: null,
    transaction,
    commitWorks: DONE_AT_ONCE,
    // One statement is a transaction by itself.
    append: (_place, work) => work((text, values) => runOnPostgres(writer, text, values)),
  };
}

/** The first statement on a connection that the server has dropped fails; a read may simply be asked again. */
function askingAgain(reader: DataSource): Pick<DataSource, 'query'> {
  return {
    query: <T>(text: string, values?: unknown): Promise<T> => askedAgain(() => reader.query<T>(text, values as never)),
  };
}

async function askedAgain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    return ask();
  }
}

/** An operator or a stop of the server has ended the connection. */
const TERMINATED = '57P01';

/**
 * Whether a connection ended before it answered. A server that ends while requests wait in its socket resets the connection,
 * so that its word of farewell may not be read: the system tells of the read or the write.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && (error.syscall === 'read' || error.syscall === 'write')) return true;
  // A server says it in its own language.
  if ('code' in error && error.code === TERMINATED) return true;
  return /^Connection terminated|^Client has encountered a connection error/.test(error.message);
}
