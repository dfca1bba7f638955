import { setImmediate } from 'node:timers/promises';
import type { CompanyWrites } from '../database.ts';
import type { AllCompanies } from './all-companies.ts';
import type { RawRow, SqlValue } from './sql.ts';
import { everyCompanySql } from './statement.ts';
import type { AnyTable } from './table.ts';

/** Rows of every company to delete under the operator's retention. */
export interface OldRows {
  readonly table: AnyTable;
  /** The condition, with its values bound from `$2` on: `at < $2`. */
  readonly where: string;
  readonly values: readonly SqlValue[];
  /** An order that an index gives, so that a batch needs no sorting: `at`. */
  readonly orderBy: string;
  /** The columns to return for each deleted row. */
  readonly returning: string;
}

/**
 * Deletes rows in transactions of `batchSize`, with a pause between them for other work; returns how many it deleted.
 * `onBatch` runs inside the batch's transaction.
 */
export async function deleteInBatches(
  database: Pick<CompanyWrites, 'writeAllCompanies'>,
  batchSize: number,
  old: OldRows,
  onBatch: (rows: readonly RawRow[], all: AllCompanies) => Promise<void> | void = () => {},
): Promise<number> {
  const { table, where, orderBy, returning } = old;
  const statement = everyCompanySql`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${where}
    ORDER BY ${orderBy} LIMIT $1) RETURNING ${returning}`;
  let removed = 0;
  for (;;) {
    const rows = await database.writeAllCompanies(`prune.${table.name}`, {}, async (all) => {
      const deleted = await all.run(statement, [batchSize, ...old.values]);
      if (deleted.length > 0) await onBatch(deleted, all);
      return deleted;
    });
    removed += rows.length;
    if (rows.length < batchSize) return removed;
    await setImmediate();
  }
}
