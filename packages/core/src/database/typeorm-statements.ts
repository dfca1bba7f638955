import { withClassifiedErrors } from './constraint-errors.ts';
import type { ChangeEach, RunStatement } from './engine.ts';
import { boundByNumber, postgresValue, rowsOf, type SqlValue, sqliteValue } from './sql.ts';

/* Statements by TypeORM's public interface, on either database. */

export type Query = (text: string, parameters: unknown[]) => Promise<unknown>;

/** Runs a statement on a pool or on a transaction's connection. */
export function runOnPostgres(
  runner: { readonly query: Query },
  text: string,
  values: readonly SqlValue[],
): ReturnType<RunStatement> {
  return withClassifiedErrors('postgres', async () => rowsOf(await runner.query(text, values.map(postgresValue))));
}

export function runOnPlainSqlite(
  runner: { readonly query: Query },
  text: string,
  values: readonly SqlValue[],
): ReturnType<RunStatement> {
  return withClassifiedErrors('sqlite', async () =>
    rowsOf(await runner.query(text, boundByNumber(values.map(sqliteValue)))),
  );
}

/** Runs a statement that changes rows once for each list of values; returns how many rows each run changed. */
export async function changeEachOnPlainSqlite(
  runner: { readonly query: Query },
  ...[text, lists]: Parameters<ChangeEach>
): Promise<number[]> {
  const changed: number[] = [];
  for (const values of lists) {
    await runOnPlainSqlite(runner, text, values);
    const [row] = await runOnPlainSqlite(runner, 'SELECT changes() AS changed', []);
    changed.push(Number(row?.changed));
  }
  return changed;
}
