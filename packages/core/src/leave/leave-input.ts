import { object } from 'yup';
import { calendarDate, notBefore } from '../input/date-fields.ts';
import { filterId, pagingFields } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput } from '../input/validate.ts';
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
