import { calendarDateColumn, generatedBigId, integer, text, word } from '../columns.ts';
import { defineTable } from '../table.ts';
import { type CountPeriod, kindCheck } from './counted-rows.ts';

/**
 * Defines the table for the counts of another table, by days and months: the number of rows of one member of a kind,
 * such as one department, in one day or month. On PostgreSQL several partial rows may add up to one number, so that
 * concurrent writers need not wait for each other (`count-changes.ts`).
 */
export function defineCountTable(name: `shaon_${string}_count`, features: readonly { readonly name: string }[]) {
  return defineTable({
    name,
    columns: {
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
    },
    indices: [{ columns: ['companyId', 'kind', 'member', 'period', 'date'] }],
    refersToCompany: true,
    checks: {
      kind: kindCheck(features),
      period: `"period" IN ('day', 'month')`,
    },
  });
}
