import { object } from 'yup';
import { punchList } from '../attendance/attendance-input.ts';
import { calendarDate } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { referenceId } from '../input/number-fields.ts';
import { text } from '../input/text-fields.ts';
import { defineInput } from '../input/validate.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import type { ProposedPunch } from './correction-request.ts';

/** Reason and note become the note of the correction, which has at most 1,000 characters with the line break between. */
const [MAX_REASON, MAX_NOTE] = [500, 499];

const note = () => text({ max: MAX_NOTE, multiline: true });

export const newCorrectionRequestInput = defineInput(
  object({
    /** Only the embedding product names an employee; people ask for themselves. */
    employee_id: referenceId(),
    date: calendarDate().required(issue('required')),
    punches: punchList(),
    absence_type: text({ max: 255 }).nullable(),
    reason: text({ max: MAX_REASON, multiline: true }).required(issue('required')),
  }),
  { prohibited: ['state', 'company_id'] },
);

/** What a person proposes for a day: either all its punches, or an absence in place of them. */
export interface NewCorrectionRequest {
  /** The product names it; people ask for themselves. */
  readonly employee_id?: number | undefined;
  /** `YYYY-MM-DD` */
  readonly date: CalendarDate;
  /** All punches that the day should have, in the order of their times. */
  readonly punches?: readonly ProposedPunch[] | undefined;
  /** The label of an absence type that the company offers. */
  readonly absence_type?: string | null | undefined;
  /** At most 500 characters. */
  readonly reason: string;
}

export const appliedCorrectionInput = defineInput(
  object({ punches: punchList(), absence_type: text({ max: 255 }).nullable(), note: note().nullable() }),
  { isClosed: true },
);

/** What is applied: the proposal, or the punches or the absence that a manager puts in its place. */
export interface AppliedCorrection {
  readonly punches?: readonly ProposedPunch[] | undefined;
  readonly absence_type?: string | null | undefined;
  /** For the person who asked, at most 499 characters; also kept with the correction. */
  readonly note?: string | null | undefined;
}

export const refusedCorrectionInput = defineInput(object({ note: note().required(issue('required')) }), {
  isClosed: true,
});
