import type { AllCompanies } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';

/* pg_stat_activity would answer the same throughout a transaction; pg_locks says how it is now. */
const WAITING = rawSql(`SELECT pid FROM pg_locks
  WHERE NOT granted AND (database IS NULL OR database = (SELECT oid FROM pg_database WHERE datname = current_database()))`);

/** Waits until somebody waits for a lock; asked inside a PostgreSQL transaction that holds it. */
export async function someoneWaitsForALock(all: AllCompanies): Promise<void> {
  const end = Date.now() + 20_000;
  while ((await all.run(WAITING)).length === 0) {
    if (Date.now() > end) throw new Error('Nobody waits for a lock.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
