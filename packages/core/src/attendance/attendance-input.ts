import { object } from 'yup';
import { calendarDate, instant, notBefore } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { listOf } from '../input/list-field.ts';
import { filterId, finiteNumber, pagingFields, referenceId } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { MAX_ID } from '../possible-id.ts';
import type { PunchKind } from './attendance.ts';
import { MAX_PUNCHES } from './punch-refusals.ts';

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

/** Degrees within the globe, and metres: devices send fractions, the record keeps whole metres (D:T11). */
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

/** A punch: `at` defaults to now; `location` is what the device reports. */
export const punchInput = defineInput(object({ at: instant(), location: gpsPointFields }), { isClosed: true });

/** A punch. Only the embedding product may pass `at`; everybody else punches now. Degrees, and accuracy in metres. */
export interface PunchInput {
  readonly at?: Date | undefined;
  readonly location?:
    | { readonly lat: number; readonly lng: number; readonly accuracy_meters?: number | null | undefined }
    | null
    | undefined;
}

/** A day's punches in the order of their times. */
export const punchList = () =>
  listOf(
    object({
      kind: oneOf(['in', 'out', 'break_start', 'break_end']).required(issue('required')),
      at: instant().required(issue('required')),
    })
      .typeError(issue('in'))
      .default(undefined),
    { max: MAX_PUNCHES },
  );

/** A manager's account of a day: its punches in the order of their times, and the reason (D:T12, T13). */
export const correctionInput = defineInput(
  object({
    punches: punchList().required(issue('required')),
    note: text({ max: 1_000, multiline: true }).required(issue('required')),
    absence_type: oneOf([]).nullable(),
  }),
);

/** A manager's note on a decision, on an absence, or on a day that is voided. */
export const noteInput = defineInput(object({ note: text({ max: 1_000, multiline: true }).nullable() }));

/** A day's punches in the order of their times, and the reason; they replace the punches recorded so far (D:T12). */
export interface Correction {
  readonly punches: readonly { readonly kind: PunchKind; readonly at: Date }[];
  readonly note: string;
  /** Null takes the day's absence off; without it the absence stays. `recordAbsence` records one. */
  readonly absence_type?: null | undefined;
}

/** An absence day (D:T3, T14). The company must have the label. */
export const absenceInput = defineInput(
  object({
    employee_id: referenceId().required(issue('required')),
    date: calendarDate().required(issue('required')),
    absence_type: text({ max: 255 }).required(issue('required')),
  }),
);

/** A day of an employee's absence: `date` is `YYYY-MM-DD`, the type a label of the company (D:T3, T14). */
export type Absence = InputOf<typeof absenceInput>;
