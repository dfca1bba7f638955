import type { EntityManager, QueryRunner } from 'typeorm';
import type { Engine } from './engine.ts';
import { type JoinedTransaction, type Level, transactionOf } from './transaction-levels.ts';
import type { Query } from './typeorm-statements.ts';

/** What runs our own statements on a held runner. */
const ownQueries = new WeakMap<QueryRunner, Query>();

/** Runs statements of ours in the transaction of a manager; those of others wait for our savepoints. */
export function ownQuery({ queryRunner }: EntityManager): Query {
  const runner = queryRunner as QueryRunner;
  return ownQueries.get(runner) ?? runner.query.bind(runner);
}

/**
 * Makes a query runner wait for our savepoints before it ends its transaction or a caller's own savepoint in it: when
 * calls are awaited together, the first failure ends the transaction at once, and our later writes would then be
 * committed by themselves. Statements of the caller's wait too.
 *
 * @param levelOfCaller the innermost level in which the calling code runs: that code must not wait for itself
 */
export function holdRunner(
  runner: QueryRunner,
  engine: Pick<Engine, 'assertOpen'>,
  levelOfCaller: (manager: EntityManager) => Level,
): void {
  if (ownQueries.has(runner)) return;
  const start = runner.startTransaction.bind(runner);
  const commit = runner.commitTransaction.bind(runner);
  const rollback = runner.rollbackTransaction.bind(runner);
  holdStatements(runner, levelOfCaller);
  runner.startTransaction = async (isolation) => {
    await levelOfCaller(runner.manager).idle();
    // If SQLite has ended the transaction by itself, a savepoint would begin a new transaction.
    if (runner.isTransactionActive) engine.assertOpen(runner.manager);
    await start(isolation);
  };
  runner.commitTransaction = async () => {
    await levelOfCaller(runner.manager).idle();
    const { fault } = transactionOf(runner);
    if (fault !== null) throw fault;
    await commit();
  };
  runner.rollbackTransaction = async () => {
    await levelOfCaller(runner.manager).idle();
    transactionOf(runner).fault = null;
    await rollback();
  };
}

/** Statements that begin or end a transaction or a savepoint. */
const CHANGES_TRANSACTION = /^\s*(?:BEGIN|START|SAVEPOINT|RELEASE|COMMIT|END|ROLLBACK|ABORT)\b/i;

function holdStatements(runner: QueryRunner, levelOfCaller: (manager: EntityManager) => Level): void {
  const query = runner.query.bind(runner) as Query;
  ownQueries.set(runner, query);
  const queryOfOthers = async (...sent: Parameters<Query>) => {
    const isChange = CHANGES_TRANSACTION.test(sent[0]);
    const isTurn = isChange ? isEndedUpTo(levelOfCaller(runner.manager)) : isForOthers;
    const isHeld = isChange || !isListenedTo(runner);
    while (isHeld && !isTurn(transactionOf(runner))) await transactionOf(runner).changed();
    if (isListenedTo(runner)) return query(...sent);
    const { statements } = transactionOf(runner);
    const answer = query(...sent);
    statements.add(answer);
    try {
      return await answer;
    } finally {
      statements.delete(answer);
    }
  };
  Object.assign(runner, { query: queryOfOthers });
}

/** A statement of the caller's waits for a savepoint of ours, which would undo the statement if it is undone. */
const isForOthers = ({ inmost, whole }: JoinedTransaction): boolean => inmost === whole || inmost.worksOfOthers > 0;

/** The database keeps savepoints in a stack: one that ends takes those inside with it. */
const isEndedUpTo =
  ({ depth }: Level) =>
  ({ inmost }: JoinedTransaction): boolean =>
    inmost.depth <= depth;

/**
 * Whether a subscriber hears of each statement; TypeORM waits for it within the statement. The statement may be the
 * listener's, for which another waits, so it waits for nothing; and a service that the listener calls must not wait for
 * the statement.
 */
function isListenedTo({ manager }: QueryRunner): boolean {
  const { subscribers } = manager.connection;
  return subscribers.some((each) => each.beforeQuery !== undefined || each.afterQuery !== undefined);
}
