import type { Dialect } from '../database/sql/dialect.ts';
import { parameterOf } from '../database/sql/paging.ts';

/** The order of the records that `recordsOfEmployee` finds. */
export const EMPLOYEE_ORDER = 'a.employee_id, a.date, a.id';

/**
 * The condition for an employee's records `a` with the filters in `names`: dates and text columns. They are few, so all
 * may be read. PostgreSQL must find them by the employee only: where most companies are small, every index seems to
 * have one match, but a month of 20,000 people has 600,000. So employee and dates are one range there, and the other
 * columns are written as expressions that match no index.
 */
export function recordsOfEmployee(
  names: readonly string[],
  dialect: Dialect,
  columns: readonly ('status' | 'type')[],
): string {
  const given = (name: string): string | null => (names.includes(name) ? parameterOf(names, name) : null);
  const employee = parameterOf(names, 'employee_id');
  const [from, to] = [given('date_from'), given('date_to')];
  const dates =
    dialect === 'postgres'
      ? [
          `(a.employee_id, a.date) >= (${employee}, ${from ?? "'-infinity'"})`,
          `(a.employee_id, a.date) <= (${employee}, ${to ?? "'infinity'"})`,
        ]
      : [
          `a.employee_id = ${employee}`,
          ...(from === null ? [] : [`a.date >= ${from}`]),
          ...(to === null ? [] : [`a.date <= ${to}`]),
        ];
  const others = columns
    .filter((column) => names.includes(column))
    .map((column) => `a.${column}${dialect === 'postgres' ? " || ''" : ''} = ${parameterOf(names, column)}`);
  return [...dates, ...others].join(' AND ');
}
