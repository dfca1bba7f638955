import { parameterOf } from '../database/counts/counted-list.ts';
import type { Dialect } from '../database/dialect.ts';

/** The order of the records that `recordsOfEmployee` finds. */
export const EMPLOYEE_ORDER = 'a.employee_id, a.date, a.id';

/**
 * The condition of an employee's records `a` by the filters that `names` has parameters for: dates and columns of text.
 * They are few, so that all of them may be looked at. PostgreSQL must not find them by anything but the employee: where
 * most companies are small, every index seems to find one row, and a month of 20,000 people has 600,000. So the
 * employee and the dates are one range there, and the other columns are no names of an index.
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
