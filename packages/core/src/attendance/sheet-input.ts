import { object } from 'yup';
import { filterId } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

/** The states that somebody looks for; the ordinary one is not among them. */
export const SHEET_STATES = ['pending', 'no_check_out', 'at_work', 'rejected'] as const;

/** Whom a sheet shows. An unknown or foreign department or branch matches nobody (D:Q15). */
export const sheetFilterInput = defineInput(
  object({
    department_id: filterId().nullable(),
    branch_id: filterId().nullable(),
    text: text({ max: 255, multiline: true, bidiControls: true }).nullable(),
    state: oneOf(SHEET_STATES).nullable(),
  }),
);

/**
 * Whom a sheet shows; what is absent, null or a blank text does not narrow. `text` is words, each of which the name
 * contains; of a `state`, those who have such a day.
 */
export type SheetFilter = InputOf<typeof sheetFilterInput>;
