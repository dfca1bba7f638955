import { type ErrorCode, isShaonError, type ShaonError } from '../errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';
import type { Reading } from './clock-input.ts';
import type { PunchingEmployee } from './clock-queries.ts';
import type { ClockOutcome, ClockReportRow } from './clock-report.ts';

/** Why a report is refused: a rule of clocks, or the code of an error. */
export type ClockRefusal = keyof typeof REFUSALS | ErrorCode;

/** The rules of clocks; each is the code of a refusal. */
export const REFUSALS = {
  clock_ahead: 'The clock is more than two minutes ahead.',
  too_old: 'The report is more than a year old.',
  unknown_employee: 'The company has no employee with this id or external id.',
  number_taken: 'This clock has reported another punch with this number.',
  employee_frozen: 'This employee is frozen and cannot punch.',
} as const;

/** What was decided about a reading. */
export interface Verdict {
  readonly reading: Reading;
  readonly answer: ClockOutcome;
  readonly reason: ClockRefusal | null;
  readonly message: string | null;
  readonly punchId: number | null;
}

/** D:A102: no clock is set exactly; one whose battery was empty is years away. */
export const AHEAD_MS = 2 * MINUTE_MS;
const OLDEST_MS = 366 * DAY_MS;
/** D:A125: reports are kept as long as one that comes again would be taken. */
export const REPORTS_KEPT_MS = OLDEST_MS;

/** D:A125: after this time a clock that reports nothing is silent, and after this it is taken to be gone. */
const SILENT_MS = 12 * HOUR_MS;
export const LISTED_MS = 31 * DAY_MS;
/** D:A125: where more numbers are missing, a clock has begun to count anew. */
export const MOST_MISSING = 1_000;

export const isSilent = (receivedAt: Date, now: Date): boolean => now.getTime() - receivedAt.getTime() >= SILENT_MS;

export function refusalOf(
  { at }: Reading,
  employee: PunchingEmployee | undefined,
  now: Date,
): keyof typeof REFUSALS | null {
  if (at.getTime() > now.getTime() + AHEAD_MS) return 'clock_ahead';
  if (at.getTime() < now.getTime() - OLDEST_MS) return 'too_old';
  if (employee === undefined) return 'unknown_employee';
  return employee.status === 'frozen' ? 'employee_frozen' : null;
}

type Reported = Pick<ClockReportRow, 'at' | 'employeeId' | 'employeeExternalId'>;

/** A key may have been given to somebody else since. */
export const isSameReport = (one: Reported, other: Reported): boolean =>
  one.at.getTime() === other.at.getTime() &&
  (one.employeeId === other.employeeId ||
    (one.employeeExternalId !== null && one.employeeExternalId === other.employeeExternalId));

/** What refuses a reading; any other error is a fault. */
const REFUSING: ReadonlySet<string> = new Set(['month_closed', 'state_conflict']);
export const isRefusing = (error: unknown): error is ShaonError => isShaonError(error) && REFUSING.has(error.code);

export const refusedBy = (reading: Reading, { code, message }: ShaonError): Verdict => ({
  ...{ reading, answer: 'refused', reason: code, message, punchId: null },
});

/** D:A103: a punch of more than an hour ago is no news, as an import is none (D:V26). */
export const isNews = (at: Date, now: Date): boolean => at.getTime() >= now.getTime() - HOUR_MS;
