import { approvalOf } from '../attendance/attendance-status.ts';
import { MAX_PUNCHES } from '../attendance/punch-refusals.ts';
import type { Break } from '../attendance/read-time.ts';
import { isWithinLongestDay } from '../attendance/working-day.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { localDate } from '../time/zone.ts';
import type { ImportedDay } from './import-input.ts';
import type { ImportRun } from './import-run.ts';

/** A day of the source, with its times read. */
export interface DayFacts {
  readonly run: Pick<ImportRun, 'settings' | 'now' | 'isExport'>;
  readonly day: Partial<ImportedDay>;
  readonly date: string;
  readonly checkIn: Date | null;
  readonly checkOut: Date | null;
  readonly breaks: readonly Break[];
  readonly status: string;
  readonly statuses: ReadonlySet<string>;
}

/** Returns the field that breaks the rule and the error, or null. */
type DayRule = (
  facts: DayFacts,
) => readonly [field: keyof ImportedDay | 'breaks', broken: InputErrors[string][number]] | null;

/** D:T9: a day without any event gets no record. */
const saysSomething: DayRule = ({ day, checkIn, checkOut }) =>
  checkIn === null && checkOut === null && (day.absence_type ?? null) === null ? ['check_in', issue('required')] : null;

/** Punches are made in the order of time (D:T13). */
const outAfterIn: DayRule = ({ checkIn, checkOut }) =>
  checkIn !== null && checkOut !== null && checkOut < checkIn
    ? ['check_out', issue('after_or_equal', { other: 'check_in' })]
    : null;

/** D:T6 d: a day's first punch is on its own date in the company's zone. */
const inOnItsDate: DayRule = ({ run, date, checkIn }) =>
  checkIn !== null && localDate(checkIn, run.settings.zone) !== date ? ['check_in', issue('on_its_date')] : null;

/** D:T13: an out without its in belongs to its own date. */
const loneOutOnItsDate: DayRule = ({ run, date, checkIn, checkOut }) =>
  checkIn === null && checkOut !== null && localDate(checkOut, run.settings.zone) !== date
    ? ['check_out', issue('on_its_date')]
    : null;

/** A day that is longer than the company's longest cannot be one working day (D:T6). */
const dayEnds: DayRule = ({ run, checkIn, checkOut }) => {
  if (checkIn === null || checkOut === null) return null;
  return isWithinLongestDay(checkIn, checkOut, run.settings)
    ? null
    : ['check_out', issue('same_day', { other: 'check_in' })];
};

/** D:T14: only absences may be in the future. */
const inIsPast: DayRule = ({ run, checkIn }) =>
  checkIn !== null && checkIn > run.now ? ['check_in', issue('not_after_now')] : null;
const outIsPast: DayRule = ({ run, checkOut }) =>
  checkOut !== null && checkOut > run.now ? ['check_out', issue('not_after_now')] : null;

/** D:A17: a day has at most `MAX_PUNCHES`; each break has two, besides the in and the out. */
const MAX_BREAKS = (MAX_PUNCHES - 2) / 2;
const breaksAreFew: DayRule = ({ breaks }) =>
  breaks.length > MAX_BREAKS ? ['breaks', issue('max', { max: MAX_BREAKS })] : null;

/**
 * Breaks are in order, between the start and the end of the day; for an open day, before now and within the longest day
 * (D:T6).
 */
const breaksInside: DayRule = ({ run, checkIn, checkOut, breaks }) => {
  if (breaks.length === 0) return null;
  if (checkIn === null) return ['check_in', issue('required')];
  let last = checkIn;
  for (const { start, end } of breaks) {
    if (start < last || end < start) return ['breaks', issue('within_day')];
    last = end;
  }
  const isInside = last <= (checkOut ?? run.now) && isWithinLongestDay(checkIn, last, run.settings);
  return isInside ? null : ['breaks', issue('within_day')];
};

/** D:T1: core's own statuses and those that the product has added. */
const statusIsKnown: DayRule = ({ status, statuses }) => (statuses.has(status) ? null : ['status', issue('in')]);

/** D:T1: an open day waits for its check-out. */
const openIsOpen: DayRule = ({ status, checkIn, checkOut }) =>
  status === 'open' && (checkIn === null || checkOut !== null)
    ? ['status', issue('contradicts', { other: checkIn === null ? 'check_in' : 'check_out' })]
    : null;

/** The approval must fit the status, so that a record never contradicts itself (D:T2). */
const approvalFits: DayRule = ({ day, status }) => {
  const given = day.is_approved ?? null;
  return given !== null && given !== (approvalOf(status) ?? given)
    ? ['is_approved', issue('contradicts', { other: 'status' })]
    : null;
};

/** SPEC 2, GpsPoint: a location has both coordinates, and belongs to a punch. */
const gpsPoint =
  (end: 'check_in' | 'check_out'): DayRule =>
  (facts) => {
    const { day } = facts;
    const lat = day[`${end}_lat`] ?? null;
    const lng = day[`${end}_lng`] ?? null;
    const time = end === 'check_in' ? facts.checkIn : facts.checkOut;
    if ((lat === null) !== (lng === null)) return [lat === null ? `${end}_lat` : `${end}_lng`, issue('required')];
    if (lat === null)
      return (day[`${end}_accuracy_meters`] ?? null) === null ? null : [`${end}_lat`, issue('required')];
    return time === null ? [end, issue('required')] : null;
  };

const RULES: readonly DayRule[] = [
  saysSomething,
  outAfterIn,
  inOnItsDate,
  loneOutOnItsDate,
  dayEnds,
  inIsPast,
  outIsPast,
  breaksAreFew,
  breaksInside,
  statusIsKnown,
  openIsOpen,
  approvalFits,
  gpsPoint('check_in'),
  gpsPoint('check_out'),
];

/** The rules that the database enforces for every day. */
const EXPORT_RULES: readonly DayRule[] = [outAfterIn, statusIsKnown, approvalFits];

/**
 * Adds the errors of a day beyond its single fields; a field that has an error already gets no second one. The times of
 * an export were validated by the settings of their time.
 */
export function checkDay(facts: DayFacts, errors: InputErrors): void {
  for (const rule of facts.run.isExport ? EXPORT_RULES : RULES) {
    const broken = rule(facts);
    if (broken !== null) errors[broken[0]] ??= [broken[1]];
  }
}

/** D:T1, T16: the status if the source gives none. */
export function defaultStatus(checkIn: Date | null, checkOut: Date | null): string {
  return checkIn !== null && checkOut === null ? 'open' : 'pending';
}

/** D:T2: the approval that the status implies; for a product's own status, the source's. */
export function isApproved(status: string, given: boolean | null): boolean {
  return approvalOf(status) ?? given === true;
}
