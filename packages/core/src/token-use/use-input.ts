import { object } from 'yup';
import { calendarDate } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { canonicalInteger } from '../input/number-fields.ts';
import { defineInput } from '../input/validate.ts';

/** The days of a report. */
export const useDaysInput = defineInput(
  object({
    from: calendarDate().required(issue('required')),
    to: calendarDate().required(issue('required')),
  }),
);

/** How long an ability must be unused to be reported. */
export const unusedInput = defineInput(object({ days: canonicalInteger({ min: 1, max: 3_650 }) }));
