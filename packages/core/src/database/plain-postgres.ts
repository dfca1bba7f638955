import type { DataSource } from 'typeorm';
import { RUN_IMMEDIATELY } from './commit-work.ts';
import { withClassifiedErrors } from './constraint-errors.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { notInTransaction } from './not-in-transaction.ts';
import { inPostgresTransaction, runWithTimeLimit } from './postgres-transaction.ts';
import { runOnPostgres } from './typeorm-statements.ts';
import { withoutPipelining } from './without-pipelining.ts';

/** PostgreSQL by TypeORM's public interface, on core's own DataSource or a host's. */
export function plainPostgres({ writer, reader, readingLimits }: Connections): Engine {
  const assertOpen: Engine['assertOpen'] = ({ queryRunner }) => {
    if (queryRunner?.isTransactionActive !== true) throw notInTransaction();
  };
  const runIn: Engine['runIn'] = async (manager, text, values) => {
    assertOpen(manager);
    return runOnPostgres(manager, text, values);
  };
  const retryingReader = withRetries(reader);
  const read: RunStatement = (text, values) => runOnPostgres(retryingReader, text, values);
  const { seconds } = readingLimits;
  const readBounded: RunStatement = (text, values) =>
    withClassifiedErrors('postgres', () =>
      retryLostConnection(() => runWithTimeLimit(reader.manager, seconds, text, values)),
    );
  return {
    read,
    readFor: ({ kind }) => (kind === 'long' && seconds > 0 ? readBounded : read),
    assertOpen,
    runIn,
    ...withoutPipelining(runIn),
    changeEachIn: null,
    transaction: (_entry, work) => withClassifiedErrors('postgres', () => inPostgresTransaction(writer.manager, work)),
    commitWorks: RUN_IMMEDIATELY,
    // One statement is a transaction by itself.
    append: (_name, work) => work((text, values) => runOnPostgres(writer, text, values)),
  };
}

/** The first statement on a connection that the server has dropped fails; a read can simply be sent again. */
function withRetries(reader: DataSource): Pick<DataSource, 'query'> {
  return {
    query: <T>(text: string, values?: unknown): Promise<T> =>
      retryLostConnection(() => reader.query<T>(text, values as never)),
  };
}

async function retryLostConnection<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    return ask();
  }
}

/** SQLSTATE: an operator or a shutdown of the server has ended the connection. */
const TERMINATED = '57P01';

/**
 * Whether a connection ended before it answered. A server that ends with unread requests in its socket resets the
 * connection, so its last message may be lost; the error then comes from the system call, `read` or `write`.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && (error.syscall === 'read' || error.syscall === 'write')) return true;
  // By its code, because a server translates its messages.
  if ('code' in error && error.code === TERMINATED) return true;
  return /^Connection terminated|^Client has encountered a connection error/.test(error.message);
}
