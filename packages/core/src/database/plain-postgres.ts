import type { DataSource, EntityManager } from 'typeorm';
import { classifyDatabaseError } from './constraint-errors.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { postgresValue, rowsOf, type SqlValue } from './sql.ts';

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
  return {
    read: (text, values) => runOnPostgres(patientReader, text, values),
    runIn: runOnPostgres,
    transaction,
    // One statement is a transaction by itself.
    append: (_place, work) => work((text, values) => runOnPostgres(writer, text, values)),
  };
}

/** Runs a statement on a pool or on a transaction's connection. */
async function runOnPostgres(
  runner: Pick<DataSource | EntityManager, 'query'>,
  text: string,
  values: readonly SqlValue[],
): ReturnType<RunStatement> {
  try {
    return rowsOf(await runner.query(text, values.map(postgresValue)));
  } catch (error) {
    throw classifyDatabaseError(error, 'postgres');
  }
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
