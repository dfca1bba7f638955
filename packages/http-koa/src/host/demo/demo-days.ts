import type { DemoAbsence } from './demo-absences.ts';
import { BRANCHES, type DemoPerson, type WorkPattern } from './demo-people.ts';
import { between, chance } from './random.ts';

/** The demo's calendar: dates `YYYY-MM-DD` and wall-clock times of the company's zone. */
export interface DemoCalendar {
  /** First to last date. */
  readonly dates: readonly string[];
  readonly today: string;
  /** Minutes since midnight now. */
  readonly minuteNow: number;
  /** The dates whose night has a clock change; everybody of the night shift works then. */
  readonly clockChanges: ReadonlySet<string>;
}

type Row = Readonly<Record<string, unknown>>;

/** For so many days before today, a manager has not looked at the records yet. */
const UNDECIDED_DAYS = 10;
/** Frozen people left so many days ago. */
const FROZEN_FOR_DAYS = 60;

/** A person's attendance: worked days with breaks, GPS and mistakes, and the approved absences. */
export function* daysOf(
  person: DemoPerson,
  calendar: DemoCalendar,
  absences: ReadonlyMap<string, DemoAbsence>,
): Generator<Row> {
  const { dates, clockChanges } = calendar;
  for (const [index, date] of dates.entries()) {
    const age = dates.length - 1 - index;
    if (person.isFrozen && age < FROZEN_FOR_DAYS) return;
    const absence = absences.get(date);
    if (absence?.status === 'approved') {
      yield { ...keys(person, date), absence_type: absence.type, status: decided(person, date, age) };
      continue;
    }
    const isNightOfChange = person.pattern.name === 'night' && clockChanges.has(date);
    const isWorkDay = person.pattern.weekdays.includes(new Date(date).getUTCDay());
    if (!isNightOfChange && (!isWorkDay || chance('off', person.number, date) < 0.04)) continue;
    const day = age === 0 ? today(person, calendar) : pastDay(person, date, age, !isNightOfChange);
    if (day !== null) yield day;
  }
}

function keys(person: DemoPerson, date: string): Row {
  return { external_id: `demo-${person.number}-${date}`, employee_external_id: person.externalId, date };
}

/** @param hasBreaks whether a break may be told by the clock, which a night of a clock change cannot. */
function pastDay(person: DemoPerson, date: string, age: number, hasBreaks: boolean): Row {
  const { start, end, name } = person.pattern;
  const slip = chance('slip', person.number, date);
  // A night shift may still be going on this morning, so yesterday's has no end yet.
  const isForgottenOut = slip < 0.012 || (name === 'night' && age === 1);
  // Without its in, the out of a night shift belongs to the next date (D:T13), which has a day of its own.
  const isForgottenIn = !isForgottenOut && name !== 'night' && slip < 0.02;
  const isOpen = isForgottenOut;
  return {
    ...keys(person, date),
    ...(!isForgottenIn && punch('check_in', person, date, start + between(-12, 18, 'in', person.number, date))),
    ...(!isForgottenOut && punch('check_out', person, date, end + between(-10, 45, 'out', person.number, date))),
    ...(hasBreaks && !isForgottenIn && !isForgottenOut && breaks(person, date)),
    status: isOpen ? 'open' : decided(person, date, age),
  };
}

/** Today's record up to the current time. */
function today(person: DemoPerson, { today: date, minuteNow }: DemoCalendar): Row | null {
  const checkIn = person.pattern.start + between(-12, 18, 'in', person.number, date);
  const checkOut = person.pattern.end + between(-10, 45, 'out', person.number, date);
  if (checkIn >= minuteNow) return null;
  const isOver = person.pattern.end > person.pattern.start && checkOut < minuteNow;
  return {
    ...keys(person, date),
    ...punch('check_in', person, date, checkIn),
    ...(isOver && punch('check_out', person, date, checkOut)),
    status: isOver ? 'pending' : 'open',
  };
}

function decided(person: DemoPerson, date: string, age: number): string {
  if (age < UNDECIDED_DAYS) return 'pending';
  const decision = chance('decision', person.number, date);
  return decision < 0.015 ? 'rejected' : decision < 0.04 ? 'pending' : 'approved';
}

/** The local time of a punch, and its location. */
function punch(end: 'check_in' | 'check_out', person: DemoPerson, date: string, minute: number): Row {
  const branch = BRANCHES[person.branch] ?? BRANCHES[0];
  const isSeen = person.hasLocation && chance('seen', end, person.number, date) < 0.95;
  const near = (axis: string, degrees: number): number =>
    Math.round((degrees + (chance(axis, end, person.number, date) - 0.5) * 0.002) * 1e6) / 1e6;
  return {
    [end]: clock(minute),
    ...(isSeen && {
      [`${end}_lat`]: near('lat', branch[2]),
      [`${end}_lng`]: near('lng', branch[3]),
      [`${end}_accuracy_meters`]: between(4, 60, 'accuracy', end, person.number, date),
    }),
  };
}

function breaks(person: DemoPerson, date: string): Row {
  const roll = chance('break', person.number, date);
  if (roll > 0.7) return {};
  const first = middle(person.pattern) + between(-20, 20, 'lunch', person.number, date);
  const long = between(20, 45, 'long', person.number, date);
  const lunch = { start: clock(first), end: clock(first + long) };
  if (roll > 0.15) return { breaks: [lunch] };
  const coffee = first + long + 60;
  return { breaks: [lunch, { start: clock(coffee), end: clock(coffee + 12) }] };
}

const middle = ({ start, end }: WorkPattern): number => (start + (end > start ? end : end + 24 * 60)) / 2 - 30;

/** `HH:MM`; a time past midnight is on the next day. */
function clock(minute: number): string {
  const within = (minute + 24 * 60) % (24 * 60);
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
}
