import { type Dialect, eachDialect } from '../dialect.ts';
import { WORDS } from './both-databases.ts';
import { ATTENDANCE, type Features, kindOf, memberOf, mixesOf } from './mix-counts.ts';

/*
 * A column of each count for each known status, where each status had counts of its own. Existing rows are counted
 * again, once, by the finest mix; all others are summed from it.
 */

interface Counted extends Features {
  readonly statuses: readonly string[];
  /** The finest buckets of the rows: the column of the counts, and its expression. */
  readonly finest: readonly [name: string, expression: string];
  /** The columns of the buckets, and for each bucket of a row their expressions over the finest one. */
  readonly columns: readonly string[];
  readonly buckets: readonly (readonly string[])[];
}

function countedTables(dialect: Dialect): Counted[] {
  const { month } = WORDS[dialect] as { readonly month: string };
  const days = {
    finest: ['date', '"date"'],
    columns: ['period', 'date'],
    buckets: [
      ["'day'", '"date"'],
      ["'month'", month],
    ],
  } as const;
  return [{ ...ATTENDANCE, ...days, statuses: ['open', 'pending', 'approved', 'rejected'] }];
}

function statementsOf({ counts, table, live, features, statuses, finest, columns, buckets }: Counted): string[] {
  const totals = statuses.map((status) => `"${status}_total"`);
  const properties = features.map(([, column]) => `"${column}"`).join(', ');
  const isKnown = `"status" IN (${statuses.map((status) => `'${status}'`).join(', ')})`;
  const parts = statuses.map((status) => `SUM(CASE "status" WHEN '${status}' THEN "total" ELSE 0 END)`);
  const summed = mixesOf(features).flatMap((mix) => {
    const has = mix.map(([, column]) => (column === 'status' ? `NOT ${isKnown}` : `"${column}" IS NOT NULL`));
    return buckets.map(
      (
        bucket,
      ) => `SELECT "company_id", '${kindOf(mix)}', ${memberOf(mix)}, ${bucket.join(', ')}, SUM("total"), ${parts.join(', ')}
        FROM "finest" WHERE ${['1 = 1', ...has].join(' AND ')} GROUP BY 1, 3, ${bucket.length + 3}`,
    );
  });
  const [name, expression] = finest;
  const inserted = ['company_id', 'kind', 'member', ...columns, 'total'].map((column) => `"${column}"`);
  return [
    ...totals.map((total) => `ALTER TABLE "${counts}" ADD COLUMN ${total} integer NOT NULL DEFAULT 0`),
    `DELETE FROM "${counts}"`,
    `WITH "finest" AS MATERIALIZED (SELECT "company_id", ${expression} AS "${name}", ${properties}, COUNT(*) AS "total" FROM "${table}"
      WHERE ${live} GROUP BY "company_id", ${expression}, ${properties})
    INSERT INTO "${counts}" (${[...inserted, ...totals].join(', ')}) ${summed.join(' UNION ALL ')}`,
  ];
}

const statements = (dialect: Dialect): string[] => countedTables(dialect).flatMap(statementsOf);

export const statusTotals: Readonly<Record<Dialect, readonly string[]>> = eachDialect(statements);
