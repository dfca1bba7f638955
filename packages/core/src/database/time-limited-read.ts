import type { EntityManager } from 'typeorm';
import { inPostgresTransaction } from './postgres-transaction.ts';
import type { RawRow, SqlValue } from './sql.ts';
import { runOnPostgres } from './typeorm-statements.ts';

/**
 * The limits hold for this transaction only, and never exceed what the connection, its role or the host has set. A
 * limit set on the connection would stay there, and behind a pooler it would apply to another client's statements.
 */
const LIMIT_TRANSACTION = `SELECT set_config('transaction_read_only', 'on', true), set_config('statement_timeout', CASE
  WHEN current_setting('statement_timeout')::interval > interval '0'
    AND current_setting('statement_timeout')::interval < $1::text::interval
  THEN current_setting('statement_timeout') ELSE $1::text END, true)`;

/** Runs a statement on PostgreSQL in a read-only transaction; the server stops the statement after `seconds`. */
export async function runWithTimeLimit(
  on: EntityManager,
  seconds: number,
  text: string,
  values: readonly SqlValue[],
): Promise<RawRow[]> {
  return inPostgresTransaction(on, async (manager) => {
    await manager.query(LIMIT_TRANSACTION, [`${Math.max(Math.round(seconds * 1_000), 1)}ms`]);
    return runOnPostgres(manager, text, values);
  });
}
