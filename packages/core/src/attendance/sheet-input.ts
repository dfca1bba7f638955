import { object } from 'yup';
import { filterId } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { LOCALES } from '../locale.ts';

/** The states that people filter by; `approved` is not among them, because it is the usual one. */
const SHEET_STATES = ['pending', 'no_check_out', 'at_work', 'rejected'] as const;

/** The people on a sheet. An unknown or foreign department or branch matches nobody (D:Q15). */
export const sheetFilterInput = defineInput(
  object({
    department_id: filterId().nullable(),
    branch_id: filterId().nullable(),
    text: text({ max: 255, multiline: true, bidiControls: true }).nullable(),
    locale: oneOf(LOCALES).nullable(),
    state: oneOf(SHEET_STATES).nullable(),
  }),
  { isClosed: true },
);

/**
 * The people on a sheet; an absent or null filter, or a blank text, leaves nobody out. `text` is words, each of which
 * the name must contain; `state` leaves only people with such a day. With `locale: 'he'`, the reader's language, Hebrew
 * names come first.
 */
export type SheetFilter = InputOf<typeof sheetFilterInput>;
