import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { AllCompanies } from '../database/all-companies.ts';
import { everyCompanySql } from '../database/statement.ts';
import type { StoredTable } from '../database/table.ts';
import { ShaonError } from '../errors.ts';

/** The end of a connection is seen by the server a moment after the client has closed it. */
const TRIES = 20;
const WAIT_MS = 100;

/** Our processes name themselves so; the limit's store and the lock that a server holds have names of their own. */
const OTHERS = everyCompanySql`SELECT COUNT(*) AS others FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name IN ('shaon', 'shaon-limit', 'shaon-limit-lock')`;

/** For a transaction that reads or writes whole tables: a page of the other database may take longer. */
const NO_TIMEOUTS = ['statement_timeout', 'idle_in_transaction_session_timeout'].map((name) => `SET LOCAL ${name} = 0`);

/** PostgreSQL's code for a lock that somebody else has. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Holds all tables on PostgreSQL until the transaction ends: others can read them, nobody can write them. SQLite's
 * transactions hold the file. Throws `state_conflict` when another process works on the database, because it would go on
 * writing to it afterwards.
 */
export async function holdUndisturbed(
  { all, manager }: { readonly all: AllCompanies; readonly manager: EntityManager },
  tables: readonly StoredTable[],
  which: string,
): Promise<void> {
  if (all.dialect === 'sqlite') return;
  for (const text of NO_TIMEOUTS) await manager.query(text);
  await assertAlone(all, which);
  const names = tables.map(({ name }) => `"${name}"`).join(', ');
  try {
    await manager.query(`LOCK TABLE ${names} IN EXCLUSIVE MODE NOWAIT`);
  } catch (error) {
    if (codeOf(error) === LOCK_NOT_AVAILABLE) throw disturbed(which, 'Somebody is writing to it');
    throw error;
  }
}

async function assertAlone(all: AllCompanies, which: string): Promise<void> {
  let others = 0;
  for (let tries = 0; tries < TRIES; tries++) {
    const [row] = await all.rows(OTHERS);
    others = Number(row?.others);
    if (others === 0) return;
    await sleep(WAIT_MS);
  }
  throw disturbed(which, `Other processes of Shaon have ${others} connections to it`);
}

function disturbed(which: string, why: string): ShaonError {
  return new ShaonError('state_conflict', `${why}: stop every process on the ${which} database first.`);
}

function codeOf(error: unknown): unknown {
  const driverError = (error as { driverError?: { code?: unknown } }).driverError;
  return driverError?.code ?? (error as { code?: unknown }).code;
}
