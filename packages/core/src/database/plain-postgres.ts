import type { DataSource, EntityManager } from 'typeorm';
import { DONE_AT_ONCE } from './commit-work.ts';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { runOnPostgres } from './typeorm-statements.ts';

/** PostgreSQL by TypeORM's public interface; on a host's DataSource as well as on core's own. */
export function plainPostgres({ writer, reader }: Connections): Engine {
  async function transaction<T>(_entry: unknown, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await writer.transaction(work);
    } catch (error) {
      throw classifyDatabaseError(error, 'postgres');
    }
  }
  const patientReader = askingAgain(reader);
  const read: RunStatement = (text, values) => runOnPostgres(patientReader, text, values);
  return {
    read,
    readFor: () => read,
    runIn: runOnPostgres,
    transaction,
    commitWorks: DONE_AT_ONCE,
    // One statement is a transaction by itself.
    append: (_place, work) => work((text, values) => runOnPostgres(writer, text, values)),
  };
}

/** The first statement on a connection that the server has dropped fails; a read may simply be asked again. */
function askingAgain(reader: DataSource): Pick<DataSource, 'query'> {
  return {
    query: async <T>(text: string, values?: unknown): Promise<T> => {
      try {
        return await reader.query<T>(text, values as never);
      } catch (error) {
        if (!isLostConnection(error)) throw error;
        return reader.query<T>(text, values as never);
      }
    },
  };
}

function isLostConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Connection terminated|terminating connection|^Client has encountered a connection error/.test(error.message)
  );
}
