import type { EntityManager } from 'typeorm';
import { withClassifiedErrors } from '../sql/constraint-errors.ts';
import { connectionLost, notInTransaction } from '../transactions/not-in-transaction.ts';
import { inPostgresTransaction, runInPostgres, runWithTimeLimit } from '../transactions/postgres-transaction.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { readOnPool, retryLostConnection, runOnPool } from './postgres-statements.ts';

/** PostgreSQL on pg's own pool of core's DataSource or a host's; transactions are TypeORM's. */
export function postgresEngine({ writer, reader, readSeconds, namedStatements }: Connections): Engine {
  const how = { isNamed: namedStatements ?? false };

  const assertOpen: Engine['assertOpen'] = ({ queryRunner }) => {
    if (queryRunner?.isTransactionActive !== true) throw notInTransaction();
    // TypeORM releases the runner of a lost connection and leaves its transaction marked as open.
    if (queryRunner.isReleased) throw connectionLost();
  };
  const runIn = async (manager: EntityManager, ...[text, values]: Parameters<RunStatement>) => {
    assertOpen(manager);
    return runInPostgres(manager, text, values, how);
  };
  const read: RunStatement = (text, values) => readOnPool(reader, text, values, how);
  const readWithLimit: RunStatement = (text, values) =>
    withClassifiedErrors('postgres', () =>
      retryLostConnection(() => runWithTimeLimit(reader.manager, readSeconds, text, values)),
    );
  return {
    read,
    readFor: ({ kind }) => (kind === 'long' ? readWithLimit : read),
    assertOpen,
    runIn,
    transaction: (_entry, work) => withClassifiedErrors('postgres', () => inPostgresTransaction(writer.manager, work)),
    autocommit: (_name, text, values) => runOnPool(writer, text, values, how),
  };
}
