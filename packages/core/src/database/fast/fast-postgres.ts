import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { ShaonError } from '../../errors.ts';
import { ConstraintError, classifyDatabaseError, driverCodeOf, StatementError } from '../constraint-errors.ts';
import type { Connections } from '../data-source.ts';
import type { Engine, RunStatement } from '../engine.ts';
import { isLostConnection, plainPostgres } from '../plain-postgres.ts';
import { postgresValue } from '../sql.ts';
import type { PipelinedReads } from './pipelined-reads.ts';
import type { PipelinedWriteClient } from './pipelined-writes.ts';

/**
 * PostgreSQL with fewer statements and fewer wake-ups: rows appended in one turn of the event loop go into one
 * statement, quick reads share a connection (`pipelined-reads.ts`), and statements whose answers nobody needs go out
 * with the next one (`pipelined-writes.ts`). The connections also prepare their statements (`named-statements.ts`).
 */
export function fastPostgres(connections: Connections): Engine {
  const plain = plainPostgres(connections);
  const { pipelines } = connections;
  const readList = pipelined(pipelines?.lists, plain.read);
  return {
    ...plain,
    read: pipelined(pipelines?.records, plain.read),
    readFor: (reading, company) => (reading.kind === 'list' ? readList : plain.readFor(reading, company)),
    async runPipelinedIn(manager, text, values) {
      const client = await clientOf(manager);
      if (client?.runPipelined(text, values.map(postgresValue)) !== true) await plain.runIn(manager, text, values);
    },
    async answeredIn(manager) {
      try {
        await (await clientOf(manager))?.answered();
      } catch (error) {
        throw withoutDriversText(error);
      }
    },
    async append(name, work) {
      await setImmediate();
      return plain.append(name, work);
    },
  };
}

/**
 * The connection of an open transaction; null for a host's, which waits for each statement. Also null for a transaction
 * that has ended: its runner still returns the connection, which may already serve another transaction.
 */
async function clientOf({ queryRunner }: EntityManager): Promise<PipelinedWriteClient | null> {
  const client: unknown = await queryRunner?.connect();
  if (queryRunner?.isTransactionActive !== true || queryRunner.isReleased) return null;
  return client instanceof Object && 'runPipelined' in client ? (client as PipelinedWriteClient) : null;
}

function pipelined(reads: PipelinedReads | undefined, byPool: RunStatement): RunStatement {
  if (reads === undefined) return byPool;
  return async (text, values) => {
    const answer = reads.run(text, values.map(postgresValue), async () => ({ rows: await byPool(text, values) }));
    if (answer === null) return byPool(text, values);
    try {
      return (await answer).rows;
    } catch (error) {
      if (isLostConnection(error) || isNotPrepared(error)) return byPool(text, values);
      throw withoutDriversText(error);
    }
  };
}

/** On a shared connection, statements behind one that could not be prepared refer to a name that does not exist. */
const isNotPrepared = (error: unknown): boolean => driverCodeOf(error) === '26000';

/** As for an error from TypeORM: PostgreSQL's message may hold values. Errors of the pool are classified already. */
function withoutDriversText(error: unknown): unknown {
  if (CLASSIFIED.some((kind) => error instanceof kind)) return error;
  const classified = classifyDatabaseError(error, 'postgres');
  return classified === error ? new StatementError(driverCodeOf(error)) : classified;
}

const CLASSIFIED = [ShaonError, ConstraintError, StatementError] as const;
