import type { CompanyTransaction } from '../company-scope.ts';
import type { Dialect } from '../dialect.ts';
import { companyChange, companySql, deleteOf, insertOf } from '../statement.ts';
import { type CountedRows, type CountedSource, kindOf, mixesOf } from './counted-rows.ts';

/**
 * Replaces the kept counts of a company by what its rows say. The rows are read once: every kind is added up from the
 * counts of the finest one.
 */
export async function countAnew<Row>(
  company: CompanyTransaction,
  counted: CountedRows<Row>,
  { table, isCounted }: CountedSource,
): Promise<void> {
  const { counts, features, places } = counted;
  // Counted below with the rows: added to the new counts, they would count twice.
  await company.works.runNow();
  const [place, expression] = places.finest;
  const columns = features.map(({ column }) => `a.${column}`).join(', ');
  const names = ['kind', 'member', ...places.columns.map(([name]) => name), 'total'];
  const summed = mixesOf(features).flatMap((mix) => sumsOf(mix, counted, company.dialect));
  await company.change(deleteOf(counts, { where: '1 = 1' }));
  await company.change(
    companyChange`WITH finest AS MATERIALIZED (SELECT ${expression} AS ${place}, ${columns}, COUNT(*) AS total FROM ${table} a
        WHERE ${isCounted} GROUP BY ${expression}, ${columns})
      ${insertOf(counts, { columns: names, values: names, from: companySql`FROM (${summed.join(' UNION ALL ')}) AS summed` })}`,
  );
}

function sumsOf<Row>(mix: CountedRows<Row>['features'], { places }: CountedRows<Row>, dialect: Dialect): string[] {
  const member = mix.length === 0 ? "''" : mix.map(({ column }) => `CAST(${column} AS text)`).join(" || ' ' || ");
  const has = mix.map(({ column }) => `${column} IS NOT NULL`).join(' AND ') || '1 = 1';
  const last = places.columns.length + 2;
  return places.within(dialect).map((values) => {
    const place = values.map((value, index) => `${value} AS ${places.columns[index]?.[0]}`).join(', ');
    return `SELECT '${kindOf(mix)}' AS kind, ${member} AS member, ${place}, SUM(total) AS total
      FROM finest WHERE ${has} GROUP BY 2, ${last}`;
  });
}
