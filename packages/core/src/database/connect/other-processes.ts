import { setTimeout as sleep } from 'node:timers/promises';
import { type ShaonError, stateConflict } from '../../errors.ts';
import { MIGRATION_LOCK } from '../migrations/migrate.ts';
import type { AllCompanies } from '../sql/all-companies.ts';
import { everyCompanySql } from '../sql/statement.ts';

/** The server notices a closed connection a moment later. */
const TRIES = 20;
const WAIT_MS = 100;

/**
 * The connections of our processes, all of whose names begin with `shaon`. Those that hold the migrators' lock `$1` or
 * wait for it are left out, because a migrator locks the tables that it changes.
 */
const OTHERS = everyCompanySql`SELECT COUNT(*) AS others FROM pg_stat_activity a
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'shaon%'
  AND NOT EXISTS (SELECT 1 FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory'
    AND (l.classid::bigint << 32) + l.objid::bigint = $1)`;

/** Within a transaction PostgreSQL otherwise shows the connections that were there when it first looked. */
const LOOK_AGAIN = everyCompanySql`SELECT pg_stat_clear_snapshot()`;

/**
 * For work on a PostgreSQL database that other processes would not know of. Throws `state_conflict` if there are any.
 *
 * @param which names the database in the message
 */
export async function assertNoOtherProcess(all: AllCompanies, which: string): Promise<void> {
  let others = 0;
  for (let tries = 0; tries < TRIES; tries++) {
    await all.run(LOOK_AGAIN);
    const [row] = await all.run(OTHERS, [MIGRATION_LOCK]);
    others = Number(row?.others);
    if (others === 0) return;
    await sleep(WAIT_MS);
  }
  throw databaseInUse(which, `other processes of Shaon have ${others} connections to it`);
}

export function databaseInUse(which: string, why: string): ShaonError {
  return stateConflict(`Stop every process on ${which} first: ${why}.`);
}
