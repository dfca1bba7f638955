import type { CompanyTransaction } from '../company-scope.ts';
import { DIFFERENCES, type Dialect } from '../dialect.ts';
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
  const { counts, features } = counted;
  const columns = features.map(({ column }) => `a.${column}`).join(', ');
  const names = ['kind', 'member', 'period', 'date', 'total'];
  const summed = mixesOf(features).flatMap((mix) => periodsOf(mix, company.dialect));
  await company.change(deleteOf(counts, { where: '1 = 1' }));
  await company.change(
    companyChange`WITH finest AS MATERIALIZED (SELECT a.date, ${columns}, COUNT(*) AS total FROM ${table} a
        WHERE ${isCounted} GROUP BY a.date, ${columns})
      ${insertOf(counts, { columns: names, values: names, from: companySql`FROM (${summed.join(' UNION ALL ')}) AS summed` })}`,
  );
}

function periodsOf(mix: CountedRows<never>['features'], dialect: Dialect): string[] {
  const member = mix.length === 0 ? "''" : mix.map(({ column }) => `CAST(${column} AS text)`).join(" || ' ' || ");
  const has = mix.map(({ column }) => `${column} IS NOT NULL`).join(' AND ') || '1 = 1';
  const dates = { day: 'date', month: DIFFERENCES[dialect].firstOfMonth('date') };
  return Object.entries(dates).map(
    ([period, date]) => `SELECT '${kindOf(mix)}' AS kind, ${member} AS member, '${period}' AS period, ${date} AS date,
      SUM(total) AS total FROM finest WHERE ${has} GROUP BY 2, 4`,
  );
}
