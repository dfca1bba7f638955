import { type InputErrors, issue } from '../input/issue.ts';
import type { EmployeeRow, SalaryType } from './employee.ts';
import type { ConfidentialColumns } from './patch-or-amend-employee.ts';
import type { ValidatedAmendment } from './personnel-input.ts';

type Salary = Pick<EmployeeRow, 'salaryType' | 'hourlyRate' | 'globalSalary'>;
type SalaryChange = Pick<Partial<ValidatedAmendment>, 'salary_type' | 'hourly_rate' | 'global_salary'>;

const AMOUNTS = {
  hourly: { own: 'hourly_rate', other: 'global_salary' },
  global: { own: 'global_salary', other: 'hourly_rate' },
} as const satisfies Record<SalaryType, object>;

/**
 * For a stored salary (D:W14): after the change, the amount of the salary type must exist, given or stored. If the type
 * is given, the other amount is dropped, as on POST; if not, the other amount would change nothing and is refused.
 */
export function salaryErrors(stored: Salary, change: SalaryChange): InputErrors {
  const type = change.salary_type ?? stored.salaryType;
  const { own, other } = AMOUNTS[type];
  const isKept = change[own] === undefined && type === stored.salaryType;
  const errors: InputErrors = {};
  if (!isKept && change[own] == null) errors[own] = [issue('required_if', { other: 'salary_type', value: type })];
  if (change.salary_type === undefined && change[other] != null) errors[other] = [issue('prohibited')];
  return errors;
}

/** The salary columns that a valid change sets to other values. */
export function salaryColumns(stored: Salary, change: SalaryChange): ConfidentialColumns {
  const salaryType = change.salary_type ?? stored.salaryType;
  const after: Salary = {
    salaryType,
    hourlyRate: salaryType === 'hourly' ? (change.hourly_rate ?? stored.hourlyRate) : null,
    globalSalary: salaryType === 'global' ? (change.global_salary ?? stored.globalSalary) : null,
  };
  return {
    ...(after.salaryType !== stored.salaryType && { salaryType }),
    ...(after.hourlyRate !== stored.hourlyRate && { hourlyRate: after.hourlyRate }),
    ...(after.globalSalary !== stored.globalSalary && { globalSalary: after.globalSalary }),
  };
}
