import { withClassifiedErrors } from './constraint-errors.ts';
import type { ChangeEach, RunStatement } from './engine.ts';
import { postgresValue, rowsOf, type SqlValue, sqliteValue } from './sql.ts';

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

/** Values are bound by number, in one object, because one `$n` may occur twice in a text. */
export function runOnPlainSqlite(query: Query, text: string, values: readonly SqlValue[]): ReturnType<RunStatement> {
  return withClassifiedErrors('sqlite', async () => {
    const byNumber = Object.fromEntries(values.map((value, index) => [index + 1, sqliteValue(value)]));
    return rowsOf(await query(text, values.length === 0 ? [] : [byNumber]));
  });
}

/** Runs a statement that changes rows once for each list of values; returns how many rows each run changed. */
export async function changeEachOnPlainSqlite(query: Query, ...[text, lists]: Parameters<ChangeEach>) {
  const changed: number[] = [];
  for (const values of lists) {
    await runOnPlainSqlite(query, text, values);
    const [row] = await runOnPlainSqlite(query, 'SELECT changes() AS changed', []);
    changed.push(Number(row?.changed));
  }
  return changed;
}
