import { calendarDateColumn, generatedBigId, integer, text, word } from '../columns.ts';
import type { RowOf } from '../row-of.ts';
import { defineTable, type Table } from '../table.ts';
import type { CountPeriod } from './counted-rows.ts';

const columns = {
  id: generatedBigId,
  companyId: integer,
  /** What is counted by: `all`, or the names of features (`kindOf`). */
  kind: text,
  /** The values of the features (`memberOf`). */
  member: text,
  period: word<CountPeriod>(),
  /** The first day of the period. */
  date: calendarDateColumn,
  /** A part may be below 0. */
  total: integer,
};

/**
 * How many rows one member of a kind, such as one department, has in one day or month. On PostgreSQL several of these
 * may say parts of one number, which is their sum: writers that meet need not wait for each other then
 * (`count-changes.ts`).
 */
export type CountRow = RowOf<typeof columns>;

/** The table of the counts of another table. */
export function defineCountTable(
  name: `shaon_${string}_count`,
  entity: `Shaon${string}`,
  kinds: readonly string[],
): Table<CountRow> {
  return defineTable<CountRow>({
    name,
    entity,
    columns,
    indices: [{ columns: ['companyId', 'kind', 'member', 'period', 'date'] }],
    owner: { companyId: 'ShaonCompany' },
    checks: {
      kind: `"kind" IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
      period: `"period" IN ('day', 'month')`,
    },
  });
}
