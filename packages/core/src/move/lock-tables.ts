import type { EntityManager } from 'typeorm';
import { assertNoOtherProcess, databaseInUse } from '../database/connect/other-processes.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import { driverCodeOf } from '../database/sql/constraint-errors.ts';
import type { StoredTable } from '../database/sql/table.ts';

/** For a transaction that reads or writes whole tables, because a page of the other database may take longer. */
const NO_TIMEOUTS = ['statement_timeout', 'idle_in_transaction_session_timeout'].map((name) => `SET LOCAL ${name} = 0`);

/** PostgreSQL's code for a lock that another session holds. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Locks all tables on PostgreSQL until the transaction ends: others can read but not write them. On SQLite a
 * transaction locks the file. Throws `state_conflict` if another process uses the database, because it would continue
 * to write there afterwards.
 */
export async function lockTablesExclusively(
  { all, manager }: { readonly all: AllCompanies; readonly manager: EntityManager },
  tables: readonly StoredTable[],
  which: string,
): Promise<void> {
  if (all.dialect === 'sqlite') return;
  for (const text of NO_TIMEOUTS) await manager.query(text);
  await assertNoOtherProcess(all, which);
  const names = tables.map(({ name }) => `"${name}"`).join(', ');
  try {
    await manager.query(`LOCK TABLE ${names} IN EXCLUSIVE MODE NOWAIT`);
  } catch (error) {
    if (driverCodeOf(error) === LOCK_NOT_AVAILABLE) throw databaseInUse(which, 'somebody is writing to it');
    throw error;
  }
}

/** Throws `state_conflict` if a process has connected since the tables were locked. On SQLite the file's lock refuses it. */
export async function assertStillAlone(all: AllCompanies, which: string): Promise<void> {
  if (all.dialect === 'postgres') await assertNoOtherProcess(all, which);
}
