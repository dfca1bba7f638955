import type { PoolClient } from 'pg';
import { isShaonError } from '../../errors.ts';
import type { CoreLog } from '../../log.ts';
import { driverCodeOf, withClassifiedErrors } from '../sql/constraint-errors.ts';
import { postgresValue, type RawRow } from '../sql/sql.ts';
import type { Connections } from './data-source.ts';
import type { RunStatement } from './engine.ts';
import { guardedClient } from './guarded-client.ts';
import { loadPg } from './optional-package.ts';
import { runOnPool } from './postgres-statements.ts';

/** A replica that does not answer is given up soon, because the primary can answer. */
const ANSWER_MS = 2_000;
const STATEMENT_MS = 60_000;
/** For how long a replica that has failed is not asked. */
const PASSED_OVER_MS = 30_000;
/** The same on a primary and its replicas, and on no other server. */
const IDENTITY = `SELECT system_identifier || ' ' || current_database() AS identity FROM pg_control_system()`;

type Work<T> = (run: RunStatement) => Promise<T>;

/**
 * Connections whose exports, searches of the audit and reports are read on a streaming replica, where they may be some
 * seconds old. If it fails before it has answered anything, the work is done again on the primary. It is connected to
 * when something is read, so that a server starts without it.
 */
export async function withReplica(url: string, primary: Connections, log: CoreLog) {
  const { default: pg } = await loadPg(() => import('pg'));
  const Client = guardedClient(pg.Client, log);
  const pool = new pg.Pool({ connectionString: url, Client, connectionTimeoutMillis: ANSWER_MS });
  pool.on('error', () => undefined);
  let comparison: Promise<void> | null = null;
  let passedOverUntil = 0;

  function passOver(error: unknown): void {
    comparison = null;
    passedOverUntil = performance.now() + PASSED_OVER_MS;
    log.warn({ driverCode: driverCodeOf(error) }, 'The replica fails: the primary answers for half a minute');
  }

  /** A wrong URL would show the rows of another installation to the people of this one. */
  async function compare(): Promise<void> {
    const [there] = await inSnapshot(pool, ANSWER_MS, (run) => run(IDENTITY, []));
    const [here] = await runOnPool(primary.reader, IDENTITY);
    if (there?.identity !== here?.identity) throw new Error('The replica is of another database.');
  }

  async function read<T>(ms: number, work: Work<T>, again: () => Promise<T>): Promise<T> {
    if (performance.now() < passedOverUntil) return again();
    let [hasBegun, hasAnswered] = [false, false];
    let failure: unknown;
    const noting: Work<T> = (run) => {
      hasBegun = true;
      return work(async (...statement) => {
        const rows = await run(...statement).catch((error: unknown) => {
          failure = error;
          throw error;
        });
        hasAnswered = true;
        return rows;
      });
    };
    try {
      comparison ??= compare();
      await comparison;
      return await inSnapshot(pool, ms, noting);
    } catch (error) {
      const isOfReplica = !hasBegun || error === failure;
      // A statement that takes too long here would take as long on the primary.
      const isTooLong = hasBegun && isShaonError(error, 'took_too_long');
      if (!isOfReplica || hasAnswered || isTooLong) throw error;
      // A statement that is wrong fails on the primary too, which says nothing of the replica.
      const answer = await again();
      passOver(error);
      return answer;
    }
  }

  const readingMs = Math.max(Math.round(primary.readSeconds * 1_000), 1);
  return {
    ...primary,
    readFor: (reading, readOnPrimary) =>
      reading.mayBeOld !== true
        ? readOnPrimary
        : (...statement) =>
            read(
              readingMs,
              (run) => run(...statement),
              () => readOnPrimary(...statement),
            ),
    snapshot: (work) => read(STATEMENT_MS, work, () => primary.snapshot(work)),
    close: async () => {
      await pool.end();
      await primary.close();
    },
  } satisfies Connections;
}

/** Runs `work` on one committed state; the server stops a statement after `ms`. */
function inSnapshot<T>(pool: { connect(): Promise<PoolClient> }, ms: number, work: Work<T>): Promise<T> {
  return withClassifiedErrors('postgres', async () => {
    const client = await pool.connect();
    const query = async (text: string, values: unknown[], atMost: number): Promise<RawRow[]> => {
      const statement = { text, values, query_timeout: atMost + ANSWER_MS };
      return (await client.query(statement)).rows;
    };
    let hasEnded = false;
    try {
      await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', [], 0);
      await query(`SET LOCAL statement_timeout = ${ms}`, [], 0);
      const result = await work((text, values) =>
        withClassifiedErrors('postgres', () => query(text, values.map(postgresValue), ms)),
      );
      await query('COMMIT', [], 0);
      hasEnded = true;
      return result;
    } finally {
      // A connection whose transaction has not ended is closed.
      client.release(!hasEnded);
    }
  });
}
