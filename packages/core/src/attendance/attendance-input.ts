import { mixed, object } from 'yup';
import { calendarDate, notBefore } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { filterId, finiteNumber, MAX_ID, pagingFields } from '../input/number-fields.ts';
import { type Field, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';

/** SPEC 4, GET /attendance. An unknown status, employee, department or branch matches nothing (D:Q15, Q18). */
export const attendanceQuery = defineInput(
  object({
    date_from: calendarDate(),
    date_to: calendarDate().test(notBefore('date_from')),
    employee_id: filterId(),
    department_id: filterId(),
    branch_id: filterId(),
    status: text({ max: 64 }),
    ...pagingFields(),
  }),
  { prohibited: ['company_id'] },
);

export type AttendanceQuery = InputOf<typeof attendanceQuery>;

const isInstant = (value: unknown): value is Date => value instanceof Date && Number.isFinite(value.getTime());

/** A point in time as a Date. */
export function instantField(): Field<Date> {
  return mixed(isInstant).typeError(issue('date_time')).nonNullable(issue('date_time'));
}

/** Degrees within the globe, and meters: devices say fractions, the record keeps whole ones (D:T11). */
const gpsPointFields = object({
  lat: finiteNumber({ min: -90, max: 90 }).required(issue('required')),
  lng: finiteNumber({ min: -180, max: 180 }).required(issue('required')),
  accuracy_meters: finiteNumber({ min: 0, max: MAX_ID })
    .nullable()
    .transform((value: unknown) => (typeof value === 'number' ? Math.round(value) : value)),
})
  .typeError(issue('in'))
  .nullable()
  .default(undefined);

/** A punch: `at` is now unless the product or a manager says otherwise; `location` is what the device reports. */
export const punchInput = defineInput(object({ at: instantField(), location: gpsPointFields }));

export type PunchInput = InputOf<typeof punchInput>;
