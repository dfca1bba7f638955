import { calendarDateColumn, generatedBigId, integer, text, word } from '../columns.ts';
import type { RowOf } from '../row-of.ts';
import { defineTable, type Table } from '../table.ts';
import { type CountPeriod, kindCheck } from './counted-rows.ts';

const columns = {
  id: generatedBigId,
  companyId: integer,
  /** The grouping: `all`, or the names of features (`kindOf`). */
  kind: text,
  /** The values of the features (`memberOf`). */
  member: text,
  period: word<CountPeriod>(),
  /** The first day of the period. */
  date: calendarDateColumn,
  /** A partial row may be below 0. */
  total: integer,
};

/**
 * The number of rows of one member of a kind, such as one department, in one day or month. On PostgreSQL several
 * partial rows may add up to one number, so that concurrent writers need not wait for each other (`count-changes.ts`).
 */
export type CountRow = RowOf<typeof columns>;

/** Defines the table for the counts of another table, by days and months. */
export function defineCountTable(
  name: `shaon_${string}_count`,
  features: readonly { readonly name: string }[],
): Table<CountRow> {
  return defineTable<CountRow>({
    name,
    columns,
    indices: [{ columns: ['companyId', 'kind', 'member', 'period', 'date'] }],
    refersToCompany: true,
    checks: {
      kind: kindCheck(features),
      period: `"period" IN ('day', 'month')`,
    },
  });
}
