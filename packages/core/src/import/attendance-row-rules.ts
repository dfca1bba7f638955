import { approvalOf } from '../attendance/attendance-status.ts';
import { MOST_PUNCHES } from '../attendance/punch-order.ts';
import { isWithinLongestDay } from '../attendance/working-day.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { localDate } from '../time/zone.ts';
import type { Break } from './attendance-breaks.ts';
import type { ImportedDay } from './import-input.ts';
import type { ImportRun } from './import-run.ts';

/** One day of the source with its times read. */
export interface DayFacts {
  readonly run: Pick<ImportRun, 'settings' | 'now'>;
  readonly day: Partial<ImportedDay>;
  readonly date: string;
  readonly checkIn: Date | null;
  readonly checkOut: Date | null;
  readonly breaks: readonly Break[];
  readonly status: string;
  readonly statuses: ReadonlySet<string>;
}

/** Names the field that breaks the rule and how, or null. */
type DayRule = (
  facts: DayFacts,
) => readonly [field: keyof ImportedDay | 'breaks', broken: InputErrors[string][number]] | null;

/** D:T9: no record is made of a day on which nothing was. */
const saysSomething: DayRule = ({ day, checkIn, checkOut }) =>
  checkIn === null && checkOut === null && (day.absence_type ?? null) === null ? ['check_in', issue('required')] : null;

/** D:T13. */
const outAfterIn: DayRule = ({ checkIn, checkOut }) =>
  checkIn !== null && checkOut !== null && checkOut < checkIn
    ? ['check_out', issue('after_or_equal', { other: 'check_in' })]
    : null;

/** D:T6 (d): a day's first punch lies on its own date in the company's zone. */
const inOnItsDate: DayRule = ({ run, date, checkIn }) =>
  checkIn !== null && localDate(checkIn, run.settings.zone) !== date ? ['check_in', issue('in')] : null;

/** D:T13: without its in, an out is taken for its own date's. */
const loneOutOnItsDate: DayRule = ({ run, date, checkIn, checkOut }) =>
  checkIn === null && checkOut !== null && localDate(checkOut, run.settings.zone) !== date
    ? ['check_out', issue('in')]
    : null;

/** D:T6. */
const dayEnds: DayRule = ({ run, checkIn, checkOut }) => {
  if (checkIn === null || checkOut === null) return null;
  return isWithinLongestDay(checkIn, checkOut, run.settings) ? null : ['check_out', issue('in')];
};

/** D:T14: only absences lie in the future. */
const inIsPast: DayRule = ({ run, checkIn }) =>
  checkIn !== null && checkIn > run.now ? ['check_in', issue('in')] : null;
const outIsPast: DayRule = ({ run, checkOut }) =>
  checkOut !== null && checkOut > run.now ? ['check_out', issue('in')] : null;

/** D:A17: as few punches as a day takes, its in and its out among them. */
const MOST_BREAKS = (MOST_PUNCHES - 2) / 2;
const breaksAreFew: DayRule = ({ breaks }) =>
  breaks.length > MOST_BREAKS ? ['breaks', issue('max', { max: MOST_BREAKS })] : null;

/** Breaks follow one another between the ends of the day; one that is open ends where the longest does (D:T6). */
const breaksInside: DayRule = ({ run, checkIn, checkOut, breaks }) => {
  if (breaks.length === 0) return null;
  if (checkIn === null) return ['breaks', issue('in')];
  let last = checkIn;
  for (const { start, end } of breaks) {
    if (start < last || end < start) return ['breaks', issue('in')];
    last = end;
  }
  const isInside = last <= (checkOut ?? run.now) && isWithinLongestDay(checkIn, last, run.settings);
  return isInside ? null : ['breaks', issue('in')];
};

/** D:T1: core's own values and those that the product has added. */
const statusIsKnown: DayRule = ({ status, statuses }) => (statuses.has(status) ? null : ['status', issue('in')]);

/** D:T1: open is a day that waits for its check-out. */
const openIsOpen: DayRule = ({ status, checkIn, checkOut }) =>
  status === 'open' && (checkIn === null || checkOut !== null) ? ['status', issue('in')] : null;

/** D:T2. */
const approvalFits: DayRule = ({ day, status }) => {
  const given = day.is_approved ?? null;
  return given !== null && given !== (approvalOf(status) ?? given) ? ['is_approved', issue('in')] : null;
};

/** SPEC 2, GpsPoint: a point has both coordinates, and belongs to a punch. */
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

/** What the database keeps true of every day, whenever it was judged. */
const EXPORT_RULES: readonly DayRule[] = [outAfterIn, statusIsKnown, approvalFits];

/** The same of a day of an export: its times were judged by the settings of their day. */
export function judgeExportedDay(facts: DayFacts, errors: InputErrors): void {
  judgeBy(EXPORT_RULES, facts, errors);
}

/** What is wrong with a day beyond its single fields; a field that is wrong already is not named twice. */
export function judgeDay(facts: DayFacts, errors: InputErrors): void {
  judgeBy(RULES, facts, errors);
}

function judgeBy(rules: readonly DayRule[], facts: DayFacts, errors: InputErrors): void {
  for (const rule of rules) {
    const broken = rule(facts);
    if (broken !== null) errors[broken[0]] ??= [broken[1]];
  }
}

/** D:T1, T16: what a source that says nothing means. */
export function defaultStatus(checkIn: Date | null, checkOut: Date | null): string {
  return checkIn !== null && checkOut === null ? 'open' : 'pending';
}

/** D:T2: what the status means, and for a product's own status what the source says. */
export function isApproved(status: string, given: boolean | null): boolean {
  return approvalOf(status) ?? given === true;
}
