import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { referenceId } from '../input/number-fields.ts';
import { text } from '../input/text-fields.ts';
import { defineInput } from '../input/validate.ts';

const reason = () => text({ max: 1000, multiline: true });

/** A month of the whole company, or of one department. */
export interface MonthOf {
  /** `YYYY-MM` */
  readonly month: string;
  /** Default: the whole company. */
  readonly department_id?: number | null | undefined;
}

/** A month to close. */
export interface ClosedMonth extends MonthOf {
  /** Required while something is left to do, at most 1,000 characters. */
  readonly reason?: string | null | undefined;
}

/** A month to reopen. */
export interface ReopenedMonth extends MonthOf {
  /** At most 1,000 characters. */
  readonly reason: string;
}

export const closedMonthInput = defineInput(
  object({ department_id: referenceId().nullable(), reason: reason().nullable() }),
);
export const reopenedMonthInput = defineInput(
  object({ department_id: referenceId().nullable(), reason: reason().required(issue('required')) }),
);
