import { object } from 'yup';
import type { PunchRow } from '../attendance/attendance.ts';
import type { NewRecord } from '../attendance/attendance-store.ts';
import type { Break } from '../attendance/read-time.ts';
import { calendarDate } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { finiteNumber, flag } from '../input/number-fields.ts';
import { type Field, oneOf, plainString, text, trimmed } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { LEAVE_STATUSES } from '../leave/leave-request.ts';
import { MAX_ID } from '../possible-id.ts';

const DECIMAL = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

/** CSV values are texts: `32.0853` for a number, `true` or `1` for a flag, an empty text for null. */
function numberOrText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const inner = trimmed(value);
  if (inner === null) return null;
  return DECIMAL.test(inner) ? Number(inner) : value;
}

const FLAG_WORDS: Readonly<Record<string, boolean | null>> = {
  '': null,
  true: true,
  false: false,
  '1': true,
  '0': false,
};

function flagOrText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = FLAG_WORDS[(trimmed(value) ?? '').toLowerCase()];
  return word === undefined ? value : word;
}

/** A flag, as JSON or as text. */
export const flagOfText = (): Field<boolean> => flag().transform(flagOrText) as Field<boolean>;

/** Degrees within the globe (D:T11). */
export const degrees = (limit: number): Field<number> =>
  finiteNumber({ min: -limit, max: limit }).transform(numberOrText) as Field<number>;

/** Devices send fractions of a metre, the record keeps whole metres. */
export const meters = (): Field<number> =>
  finiteNumber({ min: 0, max: MAX_ID }).transform((value: unknown) => {
    const number = numberOrText(value);
    return typeof number === 'number' ? Math.round(number) : number;
  }) as Field<number>;

/** The fields of a person that an import has besides those of POST /employees. */
export const importedPersonInput = defineInput(
  object({
    address: text({ max: 255, bidiControls: true }).nullable(),
    role: oneOf(['employee', 'manager']).nullable(),
    status: oneOf(['active', 'frozen']).nullable(),
  }),
);

export const importedLeaveInput = defineInput(
  object({
    employee_external_id: plainString().required(issue('required')),
    date: calendarDate().required(issue('required')),
    type: text({ max: 255 }).required(issue('required')),
    status: oneOf(LEAVE_STATUSES).nullable(),
    manager_note: text({ max: 1000, multiline: true }).nullable(),
    group: text({ max: 64 }).nullable(),
    created_at: plainString().nullable(),
    updated_at: plainString().nullable(),
  }),
);

/** Times are validated in `attendance-row-rules.ts`, because that needs the company's zone. */
export const importedDayInput = defineInput(
  object({
    employee_external_id: plainString().required(issue('required')),
    date: calendarDate().required(issue('required')),
    check_in: plainString().nullable(),
    check_out: plainString().nullable(),
    status: text({ max: 64 }).nullable(),
    absence_type: text({ max: 255 }).nullable(),
    is_approved: flagOfText().nullable(),
    check_in_lat: degrees(90).nullable(),
    check_in_lng: degrees(180).nullable(),
    check_in_accuracy_meters: meters().nullable(),
    check_out_lat: degrees(90).nullable(),
    check_out_lng: degrees(180).nullable(),
    check_out_accuracy_meters: meters().nullable(),
  }),
);
export type ImportedDay = InputOf<typeof importedDayInput>;

/** The values of a day in the file, with its breaks. */
export type DayFields = Omit<NewRecord, 'voidedAt' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<NewRecord, 'voidedAt' | 'createdAt' | 'updatedAt'>> & {
    readonly breaks: readonly Break[];
    /** The punches of an export, which are not derived from the times. */
    readonly evidence?: readonly Evidence[];
  };

/** A punch of an export. */
export type Evidence = Omit<PunchRow, 'id' | 'companyId' | 'employeeId' | 'attendanceId'>;

/** The locations of a day's start and end, from its row. */
export function locationsOf(day: Partial<ImportedDay>) {
  return {
    checkInLat: day.check_in_lat ?? null,
    checkInLng: day.check_in_lng ?? null,
    checkInAccuracyMeters: day.check_in_accuracy_meters ?? null,
    checkOutLat: day.check_out_lat ?? null,
    checkOutLng: day.check_out_lng ?? null,
    checkOutAccuracyMeters: day.check_out_accuracy_meters ?? null,
  };
}
