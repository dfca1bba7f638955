import { object } from 'yup';
import { calendarDate, notBefore } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { listOf } from '../input/list-field.ts';
import { filterId, pagingFields, referenceId } from '../input/number-fields.ts';
import { oneOf, plainString, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { LEAVE_STATUSES } from './leave-request.ts';

/** SPEC 4, GET /leave. Status is a closed set (D:Q18); the type is exact after trim and NFC (D:Q19). */
export const leaveQuery = defineInput(
  object({
    date_from: calendarDate(),
    date_to: calendarDate().test(notBefore('date_from')),
    employee_id: filterId(),
    status: oneOf(LEAVE_STATUSES),
    type: text({ max: 255 }),
    ...pagingFields(),
  }),
  { prohibited: ['company_id'] },
);

/** A year of days: more in one request is a mistake. */
const MAX_DATES = 366;

/** Each date becomes a request of its own (D:L1). */
export const newLeaveInput = defineInput(
  object({
    /** Only the embedding product names an employee; people ask for themselves. */
    employee_id: referenceId(),
    dates: listOf(calendarDate(), { max: MAX_DATES }).required(issue('required')),
    type: text({ max: 255 }).required(issue('required')),
  }),
  { prohibited: ['status', 'company_id'] },
);
/** A request for one date or several, `YYYY-MM-DD`; each date becomes a request of its own (D:L1). */
export type NewLeave = InputOf<typeof newLeaveInput>;

/** `leave:read` shows the note (D:L4). */
export const decisionInput = defineInput(object({ manager_note: text({ max: 1000, multiline: true }).nullable() }), {
  isClosed: true,
});
/** The content of an approval or rejection; `leave:read` shows its note (D:L4). */
export type LeaveDecision = InputOf<typeof decisionInput>;

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

/** A document's name and type. Neither is checked against the content, so a page must show the document safely. */
export const documentInput = defineInput(
  object({
    name: text({ max: 255 }).required(issue('required')),
    type: plainString()
      .transform((value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value))
      .test('in', issue('in'), (value) => value === undefined || MEDIA_TYPE.test(value))
      .required(issue('required')),
  }),
);
