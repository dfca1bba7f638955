import { object } from 'yup';
import type { PunchKind } from '../attendance/attendance.ts';
import { readTime } from '../attendance/read-time.ts';
import { instant } from '../input/date-fields.ts';
import { describeErrors } from '../input/invalid-input-error.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { canonicalInteger, referenceId } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput, safeValidate } from '../input/validate.ts';

/** A report of a clock on the wall: somebody has held their card to it. */
export interface ClockRow {
  /** The clock's name, at most 64 characters. */
  readonly device: string;
  /** The clock's own running number, by which a report that comes again is recognised. */
  readonly number: number | string;
  /** Either the employee's id or their external id. */
  readonly employee_id?: number | string | null | undefined;
  readonly employee_external_id?: string | null | undefined;
  /** An instant, or a text: ISO 8601 with an offset, or a local date and time of the company's zone. */
  readonly at: Date | string;
  /** Without it, in and out take turns. */
  readonly kind?: PunchKind | '' | null | undefined;
}

/** A report that can be judged. */
export interface Reading {
  readonly device: string;
  readonly number: number;
  readonly employeeExternalId: string | null;
  readonly employeeId: number | null;
  readonly at: Date;
  readonly kind: PunchKind | null;
  /** The stored report with this device and number; null for a new one. */
  readonly reportId: number | null;
}

/** A row that cannot be judged; device and number if they are right. */
interface UnreadableRow {
  readonly device: string | null;
  readonly number: number | null;
  readonly message: string;
}

export const clockRowInput = defineInput(
  object({
    device: text({ max: 64 }).required(issue('required')),
    number: canonicalInteger().required(issue('required')),
    employee_id: referenceId().nullable(),
    employee_external_id: text({ max: 255 }).nullable(),
    at: instant().required(issue('required')),
    kind: oneOf(['in', 'out', 'break_start', 'break_end']).nullable(),
  }),
);

/** A time without its date is nobody's. */
const DATED = /^\s*\d{4}-/;
const ANY_DATE = '2000-01-01';

export function readClockRow(row: unknown, zone: string): Reading | UnreadableRow {
  const given: Readonly<Record<string, unknown>> = typeof row === 'object' && row !== null ? { ...row } : {};
  const time = typeof given.at === 'string' ? timeOf(given.at, zone) : given.at;
  const isTime = time === undefined || time instanceof Date;
  const { errors: broken, value } = safeValidate(clockRowInput, { ...given, at: isTime ? time : undefined });
  const errors: InputErrors = { ...broken };
  if (!isTime) errors.at = [time === null || typeof time !== 'object' ? issue('date_time') : (time as never)];
  const { device, number, at, kind = null } = value;
  const { employee_id: employeeId = null, employee_external_id: employeeExternalId = null } = value;
  const isNamed = errors.employee_id === undefined && errors.employee_external_id === undefined;
  if (isNamed && (employeeId === null) === (employeeExternalId === null)) {
    errors.employee_id = [issue(employeeId === null ? 'required' : 'prohibited')];
  }
  if (Object.keys(errors).length > 0 || device === undefined || number === undefined || at === undefined) {
    const message = Object.values(describeErrors(errors, 'en').errors).flat().join(' ');
    return { device: device ?? null, number: number ?? null, message };
  }
  return { device, number, employeeExternalId, employeeId, at, kind, reportId: null };
}

function timeOf(given: string, zone: string) {
  if (given.trim() === '') return undefined;
  const time = DATED.test(given) ? readTime(given.trim(), { date: ANY_DATE, zone }) : issue('date_time');
  return time instanceof Date || time.rule === 'skipped_time' ? time : issue('date_time');
}
