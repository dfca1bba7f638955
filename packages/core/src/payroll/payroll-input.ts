import { object } from 'yup';
import type { PayrollColumn } from '../companies/payroll-layout.ts';
import { issue } from '../input/issue.ts';
import { listOf } from '../input/list-field.ts';
import { referenceId } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput } from '../input/validate.ts';
import { SALARY_COLUMNS, type SalaryColumn } from './payroll-columns.ts';

/** What a payroll file is to have. */
export interface PayrollRequest {
  /** `YYYY-MM` */
  readonly month: string;
  readonly department_id?: number | null | undefined;
  readonly branch_id?: number | null | undefined;
  /** Approved days alone, as by default, or waiting ones too, with a column that says so. */
  readonly days?: 'approved' | 'all' | null | undefined;
  /** A row a person, as by default, or a row a person and wage preset. */
  readonly rows?: 'person' | 'preset' | null | undefined;
  /** Hours as 8:20, as by default, or as 8.33. */
  readonly hours?: 'minutes' | 'hundredths' | null | undefined;
  /** Salaries, for admins alone. */
  readonly salary?: readonly SalaryColumn[] | null | undefined;
}

/** The columns of a company's payroll file, in their order. */
export interface PayrollLayout {
  readonly columns: readonly PayrollColumn[];
}

export const payrollRequestInput = defineInput(
  object({
    department_id: referenceId().nullable(),
    branch_id: referenceId().nullable(),
    days: oneOf(['approved', 'all']).nullable(),
    rows: oneOf(['person', 'preset']).nullable(),
    hours: oneOf(['minutes', 'hundredths']).nullable(),
    salary: listOf(oneOf(SALARY_COLUMNS)).nullable(),
  }),
);

/** More columns than a company has presets and types of absence. */
const MAX_COLUMNS = 500;

export const payrollLayoutInput = defineInput(
  object({
    columns: listOf(
      object({
        source: text({ max: 64 }).required(issue('required')),
        name: text({ max: 255 }).required(issue('required')),
      })
        .typeError(issue('in'))
        .default(undefined),
      { max: MAX_COLUMNS },
    ).required(issue('required')),
  }),
);
