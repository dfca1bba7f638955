import { object } from 'yup';
import { calendarDate } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { canonicalInteger } from '../input/number-fields.ts';
import { defineInput } from '../input/validate.ts';

/** Which days of use. */
export const useDaysInput = defineInput(
  object({
    from: calendarDate().required(issue('required')),
    to: calendarDate().required(issue('required')),
  }),
);

/** For how long an ability must have rested to be called unused. */
export const unusedInput = defineInput(object({ days: canonicalInteger({ min: 1, max: 3_650 }) }));
