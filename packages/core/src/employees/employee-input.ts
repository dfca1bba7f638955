import { object } from 'yup';
import { emailAddress, phoneOnCreate, phoneOnUpdate } from '../input/contact-fields.ts';
import { issue } from '../input/issue.ts';
import { amount, filterId, pagingFields, referenceId } from '../input/number-fields.ts';
import { oneOf, text, unmarkedString } from '../input/text-fields.ts';
import { defineInput, type InputOf, safeValidate, type ValidationResult } from '../input/validate.ts';
import { isIsraeliId } from './israeli-id.ts';

/** SPEC 4, GET /employees. An unknown status matches nothing (D:Q18). */
export const employeeQuery = defineInput(
  object({
    department_id: filterId(),
    branch_id: filterId(),
    status: text({ max: 64 }),
    ...pagingFields(),
  }),
  { prohibited: ['company_id'] },
);

/** SPEC 4, POST /employees: a national ID number of 8 or 9 digits (D:W7). */
export const idNumber = () =>
  unmarkedString().test('id_number', issue('id_number'), (value) => value === undefined || isIsraeliId(value));

/** SPEC 4, POST /employees. */
export const salaryType = () => oneOf(['hourly', 'global']);

/** SPEC 4, POST /employees: the amount that a salary type requires; null counts as missing (D:W14). */
const requiredWith = (salaryType: 'hourly' | 'global') =>
  amount()
    .nullable()
    .test({
      name: 'required_if',
      message: issue('required_if', { other: 'salary_type', value: salaryType }),
      test(given) {
        return (given !== undefined && given !== null) || this.parent.salary_type !== salaryType;
      },
    });

/** The fields of POST /employees whose rules always hold for an employee (SPEC 4). */
function newFields() {
  return {
    name: text({ max: 255 }).required(issue('required')),
    id_number: idNumber().required(issue('required')),
    email: emailAddress().required(issue('required')),
    salary_type: salaryType().required(issue('required')),
    hourly_rate: requiredWith('hourly'),
    global_salary: requiredWith('global'),
  };
}

/**
 * SPEC 4, POST /employees. `address` is not in its table, so it is ignored here and set by PATCH (D:W31). There is no
 * key against repeated requests; the unique e-mail address refuses them (D:W27).
 */
export const newEmployeeInput = defineInput(
  object({
    ...newFields(),
    phone: phoneOnCreate().required(issue('required')),
    department_id: referenceId().nullable(),
    branch_id: referenceId().nullable(),
  }),
  { prohibited: ['role', 'status', 'password', 'company_id'] },
);

/** A person in an export: PATCH may have changed or cleared their phone since their creation. */
export const exportedEmployeeInput = defineInput(object({ ...newFields(), phone: phoneOnUpdate() }));

/** A new employee after validation: amounts are decimal texts. */
export type ValidatedEmployee = InputOf<typeof newEmployeeInput>;

/** The errors of the fields of POST /employees, and the valid ones, normalised; for a host's own people. */
export function checkNewEmployee(input: unknown): ValidationResult<ValidatedEmployee> {
  return safeValidate(newEmployeeInput, input);
}

/** A new employee as a caller passes it: an amount is a number or a decimal text (D:W15). */
export interface NewEmployee extends Omit<ValidatedEmployee, 'hourly_rate' | 'global_salary'> {
  readonly hourly_rate?: number | string | null | undefined;
  readonly global_salary?: number | string | null | undefined;
}

/** The fields of PATCH /employees/{id} (SPEC 4). */
export const changeFields = () => ({
  name: text({ max: 255 }),
  email: emailAddress(),
  phone: phoneOnUpdate(),
  address: text({ max: 255, bidiControls: true }).nullable(),
  department_id: referenceId().nullable(),
  branch_id: referenceId().nullable(),
});

/** SPEC 4, PATCH /employees/{id}: absent keeps, null clears where allowed (D:W16, W32); others are refused (D:W4). */
export const employeeChangeInput = defineInput(object(changeFields()), {
  prohibited: ['role', 'status', 'id_number', 'salary_type', 'hourly_rate', 'global_salary', 'password', 'company_id'],
});

/** Body of PATCH /employees/{id} (SPEC 4): absent keeps, null clears where the table says "or null" (D:W32). */
export type EmployeeChange = InputOf<typeof employeeChangeInput>;

/** The errors of the fields of PATCH /employees/{id}, and the valid ones, normalised; for a host's own people. */
export function checkEmployeeChange(input: unknown): ValidationResult<EmployeeChange> {
  return safeValidate(employeeChangeInput, input);
}
