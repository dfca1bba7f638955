import { object } from 'yup';
import { timeOfDay } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { canonicalInteger } from '../input/number-fields.ts';
import { text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { MAX_ID } from '../possible-id.ts';

const name = () => text({ max: 255 });
/** D:O4: no upper limit except the column's. */
const wagePercentage = () => canonicalInteger({ min: 0, max: MAX_ID });

/** D:O3: either time may be null; a start after the end is overnight, equal times are 24 hours. */
export const newShiftInput = defineInput(
  object({
    name: name().required(issue('required')),
    start_time: timeOfDay().nullable(),
    end_time: timeOfDay().nullable(),
    wage_percentage: wagePercentage().required(issue('required')),
  }),
);
/** A wage preset (SPEC 2): times are `HH:MM` and may run over midnight, `wage_percentage` 100 is the regular rate. */
export type NewShift = InputOf<typeof newShiftInput>;

/** Absent keeps, null clears a time (D:W32). */
export const shiftChangeInput = defineInput(
  object({
    name: name(),
    start_time: timeOfDay().nullable(),
    end_time: timeOfDay().nullable(),
    wage_percentage: wagePercentage(),
  }),
);
/** Absent keeps, null clears a time (D:W32). */
export type ShiftChange = InputOf<typeof shiftChangeInput>;
