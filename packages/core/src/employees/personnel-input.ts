import { object } from 'yup';
import { amount } from '../input/number-fields.ts';
import { text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { changeFields, idNumber, salaryType } from './employee-input.ts';

/** The text to search people by, trimmed and in NFC; a blank text counts as none. */
export const searchInput = defineInput(
  object({ text: text({ max: 255, multiline: true, bidiControls: true }).nullable() }),
);

/**
 * The fields of PATCH /employees/{id}, and those that no token may change, with the rules of POST /employees (D:W7,
 * W15). Whether an amount fits the salary type depends on the stored one too: `personnel-rules.ts`.
 */
export const amendmentInput = defineInput(
  object({
    ...changeFields(),
    id_number: idNumber(),
    salary_type: salaryType(),
    hourly_rate: amount().nullable(),
    global_salary: amount().nullable(),
  }),
  { prohibited: ['role', 'status', 'password', 'company_id'] },
);

/** An amendment after validation: amounts are decimal texts. */
export type ValidatedAmendment = InputOf<typeof amendmentInput>;

/** An amendment before validation: absent keeps, null clears where allowed; amounts are numbers or texts (D:W15). */
export interface Amendment extends Omit<ValidatedAmendment, 'hourly_rate' | 'global_salary'> {
  readonly hourly_rate?: number | string | null | undefined;
  readonly global_salary?: number | string | null | undefined;
}
