import { setImmediate } from 'node:timers/promises';
import type { CompanyTransaction } from '../company-scope.ts';
import { DIFFERENCES, type Dialect } from '../dialect.ts';
import { type CompanyChangeSql, type CompanySql, companyChange, companySql, deleteOf, insertOf } from '../statement.ts';
import type { AnyTable } from '../table.ts';
import { type CountedRows, kindOf, mixesOf, TOTAL, totalOf, totalsOf } from './counted-rows.ts';

/**
 * Replaces the stored counts of a company by counts of its rows, whose writers wait meanwhile. The rows are read once:
 * the counts of all kinds are summed from the finest counts. It works range by range, because PostgreSQL ends a
 * statement after a minute, and on SQLite lets other work run between two ranges.
 */
export async function recountAll<Row>(company: CompanyTransaction, counted: CountedRows<Row>): Promise<void> {
  await blockWriters(company, counted.table);
  const remove = deleteOf(counted.counts, { where: 'kind = $2' });
  for (const mix of mixesOf(counted.features)) {
    await company.change(remove, [kindOf(mix)]);
    await setImmediate();
  }
  const { beforeAll, endOf } = counted.buckets.recountRanges;
  const [next, count] = [nextStatement(counted, company.dialect), countStatement(counted, company.dialect)];
  let end = beforeAll;
  for (;;) {
    const [row] = await company.rows(next, [end]);
    if (row === undefined) return;
    end = endOf(row.first);
    await company.change(count, [row.first as string | number, end]);
    await setImmediate();
  }
}

/** Lets other writers of a table wait until the transaction ends; on SQLite they wait for any transaction. */
export async function blockWriters(company: CompanyTransaction, table: AnyTable): Promise<void> {
  const { holdWriters } = DIFFERENCES[company.dialect];
  if (holdWriters !== null) await company.manager.query(holdWriters(table), []);
}

/** The first counted row after a value. */
function nextStatement<Row>(
  { table, isCounted, buckets: { recountRanges } }: CountedRows<Row>,
  dialect: Dialect,
): CompanySql {
  const column = `a.${recountRanges.column}`;
  return companySql`SELECT ${recountRanges.select(dialect)} AS first FROM ${table} a
    WHERE ${isCounted} AND ${column} > $2 ORDER BY ${column} LIMIT 1`;
}

/** Counts the rows of a range, both ends included. */
function countStatement<Row>(counted: CountedRows<Row>, dialect: Dialect): CompanyChangeSql {
  const { counts, features, buckets, table, isCounted } = counted;
  const [bucket, expression] = buckets.finest;
  const column = `a.${buckets.recountRanges.column}`;
  const columns = features.map((feature) => `a.${feature.column}`).join(', ');
  const names = ['kind', 'member', ...Object.keys(buckets.columns), ...totalsOf(counted)];
  const summed = mixesOf(features).flatMap((mix) => sumsOf(mix, counted, dialect));
  return companyChange`WITH finest AS MATERIALIZED (SELECT ${expression} AS ${bucket}, ${columns}, COUNT(*) AS ${TOTAL} FROM ${table} a
      WHERE ${isCounted} AND ${column} >= $2 AND ${column} <= $3 GROUP BY ${expression}, ${columns})
    ${insertOf(counts, { columns: names, values: names, from: companySql`FROM (${summed.join(' UNION ALL ')}) AS summed` })}`;
}

function sumsOf<Row>(
  mix: CountedRows<Row>['features'],
  { buckets, split }: CountedRows<Row>,
  dialect: Dialect,
): string[] {
  const { column } = split.feature;
  const isOtherValue = `${column} NOT IN (${split.values.map((value) => `'${value}'`).join(', ')})`;
  const totals = [
    `SUM(${TOTAL}) AS ${TOTAL}`,
    ...split.values.map((value) => `SUM(CASE ${column} WHEN '${value}' THEN ${TOTAL} ELSE 0 END) AS ${totalOf(value)}`),
  ];
  const member = mix.length === 0 ? "''" : mix.map((feature) => `CAST(${feature.column} AS text)`).join(" || ' ' || ");
  const has = mix.map((feature) => (feature === split.feature ? isOtherValue : `${feature.column} IS NOT NULL`));
  const names = Object.keys(buckets.columns);
  return buckets.within(dialect).map((values) => {
    const bucket = values.map((value, index) => `${value} AS ${names[index]}`).join(', ');
    return `SELECT '${kindOf(mix)}' AS kind, ${member} AS member, ${bucket}, ${totals.join(', ')}
      FROM finest WHERE ${['1 = 1', ...has].join(' AND ')} GROUP BY 2, ${names.length + 2}`;
  });
}
