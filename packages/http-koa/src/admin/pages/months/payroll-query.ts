import { type PayrollRequest, SALARY_COLUMNS, type SalaryColumn } from '@shaon/core';
import type { Page } from '../../page.ts';
import { chosenMonth } from './month-frame.ts';

const CHOICES = {
  days: ['approved', 'all'],
  rows: ['person', 'preset'],
  hours: ['minutes', 'hundredths'],
} as const;
type Choice = keyof typeof CHOICES;

/** The values of the choices that differ from the first one. */
export const PAYROLL_CHOICES: Readonly<Record<Choice, readonly string[]>> = CHOICES;

/** The addresses that ask for the password before they show salaries. */
const WITH_SALARIES = ['/month/payroll/salary', '/month/payroll/file'];

/** The salaries that the address names. */
export const askedSalaries = ({ query, state }: Page): readonly SalaryColumn[] =>
  WITH_SALARIES.includes(state.requestPath)
    ? SALARY_COLUMNS.filter((column) => query.getAll('salary').includes(column))
    : [];

/** The file in the address; invalid values are ignored. */
export function askedPayroll(page: Page): PayrollRequest {
  const { query } = page;
  const idOf = (name: string): number | null => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  const choice = <Name extends Choice>(name: Name) =>
    CHOICES[name].find((one) => one === query.get(name)) as (typeof CHOICES)[Name][number] | undefined;
  const salary = askedSalaries(page);
  return {
    month: chosenMonth(page),
    department_id: idOf('department'),
    branch_id: idOf('branch'),
    ...{ days: choice('days'), rows: choice('rows'), hours: choice('hours') },
    ...(salary.length > 0 && { salary }),
  };
}

/** The same file in another address. */
export function payrollPath(page: Page, below = '', more: Readonly<Record<string, string>> = {}): string {
  const kept = new URLSearchParams();
  for (const name of ['month', 'department', 'branch', ...Object.keys(CHOICES)]) {
    const given = page.query.get(name) ?? '';
    if (given !== '') kept.set(name, given);
  }
  for (const column of askedSalaries(page)) kept.append('salary', column);
  for (const [name, value] of Object.entries(more)) kept.set(name, value);
  const query = kept.toString();
  return `/month/payroll${below}${query === '' ? '' : `?${query}`}`;
}
