import type { PunchKind, PunchRow } from '../attendance/attendance.ts';
import { isOpening, type PunchFact } from '../attendance/projection.ts';
import { refuseTooManyPunches } from '../attendance/punch-refusals.ts';
import { isAlreadyIn, workingDayOf } from '../attendance/working-day.ts';
import type { CompanyRow } from '../companies/company.ts';
import { isShaonError, type ShaonError, stateConflict } from '../errors.ts';
import { getOrMake } from '../get-or-make.ts';
import { addDays, type CalendarDate, compareDates } from '../time/calendar-date.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { localDate } from '../time/zone.ts';
import type { Reading } from './clock-input.ts';

/*
 * Puts the readings of clocks among an employee's recorded punches, as if all had come in the order of time (D:A100).
 * What is earlier than the first reading stays. Each later punch is given its working day again, and its kind if it took
 * turns, until a day begins as it did before; from there on nothing can differ.
 */

/** A live record with its live punches by time. */
export interface LiveDay {
  readonly id: number;
  readonly date: CalendarDate;
  readonly punches: readonly PunchRow[];
}

/** A punch in its place. */
export interface PlacedPunch extends Required<PunchFact> {
  readonly date: CalendarDate;
  readonly rule: string;
  /** Null if it takes turns. */
  readonly givenKind: PunchKind | null;
  /** The recorded punch that this one is, or replaces. */
  readonly punch: PunchRow | null;
  readonly isKept: boolean;
  readonly reading: Reading | null;
}

/** A day whose punches change. */
export interface ChangedDay {
  readonly date: CalendarDate;
  /** Null if the employee has no record of the date. */
  readonly recordId: number | null;
  readonly voided: readonly PunchRow[];
  readonly added: readonly PlacedPunch[];
  /** All its punches by time. */
  readonly punches: readonly PlacedPunch[];
}

/** What becomes of a reading: its punch, the recorded punch that it repeats, or an error. */
export type Placement =
  | { readonly answer: 'recorded'; readonly placed: PlacedPunch }
  | { readonly answer: 'known'; readonly punchId: number | null }
  | { readonly answer: 'refused'; readonly error: ShaonError };

type Limits = Pick<CompanyRow, 'zone' | 'openShiftHours' | 'breakHours' | 'workDayHours'>;

/** A recorded punch, with its day, or a reading. */
type Step =
  | { readonly at: Date; readonly punch: PunchRow; readonly date: CalendarDate; readonly reading: null }
  | { readonly at: Date; readonly reading: Reading };

/** The rules of punches whose day a manager or an import has named. */
export const NAMED_BY: ReadonlySet<string> = new Set(['correction', 'import']);

/**
 * Throws `state_conflict` for a day of too many punches, or one that would overlap another.
 *
 * @param days by date, from the day before the first reading's on, and the day of the last punch before it
 * @param readings at least one
 * @param byTurns ids of the punches that a clock reported without a kind
 */
export function replayDays(
  days: readonly LiveDay[],
  readings: readonly Reading[],
  byTurns: ReadonlySet<number>,
  limits: Limits,
): { readonly placements: ReadonlyMap<Reading, Placement>; readonly changed: readonly ChangedDay[] } {
  const placements = new Map<Reading, Placement>();
  const places = new Places(limits);
  const steps = [
    ...days.flatMap(({ date, punches }) =>
      punches.map((punch): Step => ({ at: punch.at, punch, date, reading: null })),
    ),
    ...readings.map((reading): Step => ({ at: reading.at, reading })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const givenKind = (punch: PunchRow) => (byTurns.has(punch.id) ? null : punch.kind);
  let waiting = readings.length;
  for (const step of steps) {
    if (step.reading !== null) {
      waiting -= 1;
      placements.set(step.reading, judge(step.reading));
      continue;
    }
    const { punch, date } = step;
    const isUntouched = waiting === readings.length || (waiting === 0 && places.areSettled);
    if (isUntouched || NAMED_BY.has(punch.rule)) places.keep(punch, date, givenKind(punch));
    else places.putAgain(punch, date, givenKind(punch));
    if (waiting === 0) places.settleIfBegun(punch, days);
  }
  return { placements, changed: changesOf(days, places.byDate) };

  function judge(reading: Reading): Placement {
    const isRepeated = (other: { readonly at: Date; readonly givenKind: PunchKind | null }): boolean =>
      Math.abs(other.at.getTime() - reading.at.getTime()) < MINUTE_MS &&
      (reading.kind === null || other.givenKind === null || reading.kind === other.givenKind);
    const before = places.findLast(isRepeated);
    if (before !== undefined) return { answer: 'known', punchId: before.punch?.id ?? null };
    for (const { punches } of days) {
      const other = punches.find((punch) => isRepeated({ at: punch.at, givenKind: givenKind(punch) }));
      if (other !== undefined) return { answer: 'known', punchId: other.id };
    }
    try {
      return { answer: 'recorded', placed: places.put(reading) };
    } catch (error) {
      if (isShaonError(error)) return { answer: 'refused', error };
      throw error;
    }
  }
}

/** The punches that have a place so far, in the order of time. */
class Places {
  readonly byDate = new Map<CalendarDate, PlacedPunch[]>();
  readonly #limits: Limits;
  #lastDate: CalendarDate | null = null;
  #isSettled = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Whether the rest stays as it is. */
  get areSettled(): boolean {
    return this.#isSettled;
  }

  findLast(isSought: (punch: PlacedPunch) => boolean): PlacedPunch | undefined {
    for (const punches of this.byDate.values()) {
      const found = punches.findLast(isSought);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Throws `already_in` or `not_in`. */
  put(reading: Reading): PlacedPunch {
    const { at, kind: givenKind } = reading;
    const nowhere = { lat: null, lng: null, accuracyMeters: null };
    const found = this.#placeOf(at, givenKind);
    return this.#add({ at, ...found, givenKind, ...nowhere, punch: null, isKept: false, reading });
  }

  keep(punch: PunchRow, date: CalendarDate, givenKind: PunchKind | null): void {
    const { at, kind, rule, lat, lng, accuracyMeters } = punch;
    this.#add({ at, kind, rule, lat, lng, accuracyMeters, date, givenKind, punch, isKept: true, reading: null });
  }

  /** Keeps a punch that the rules would refuse: it is recorded, and evidence. */
  putAgain(punch: PunchRow, date: CalendarDate, givenKind: PunchKind | null): void {
    const found = this.#placeAgain(punch, givenKind);
    if (found === null || (found.kind === punch.kind && found.date === date)) {
      this.keep(punch, date, givenKind);
      return;
    }
    const { at, lat, lng, accuracyMeters } = punch;
    this.#add({ at, ...found, lat, lng, accuracyMeters, givenKind, punch, isKept: false, reading: null });
  }

  /** Notes whether this punch, the last one, begins its day as it did before. */
  settleIfBegun(punch: PunchRow, days: readonly LiveDay[]): void {
    const own = this.byDate.get(this.#lastDate ?? '');
    const [first] = own ?? [];
    const before = days.find(({ date }) => date === this.#lastDate)?.punches[0];
    this.#isSettled ||= own?.length === 1 && first?.isKept === true && before?.id === punch.id && isOpening(punch.kind);
  }

  #add(punch: PlacedPunch): PlacedPunch {
    getOrMake(this.byDate, punch.date, (): PlacedPunch[] => []).push(punch);
    this.#lastDate = punch.date;
    return punch;
  }

  #placeAgain({ at }: PunchRow, givenKind: PunchKind | null) {
    try {
      return this.#placeOf(at, givenKind);
    } catch (error) {
      if (isShaonError(error)) return null;
      throw error;
    }
  }

  #placeOf(at: Date, givenKind: PunchKind | null) {
    const ownDate = localDate(at, this.#limits.zone);
    const lastDate = this.#lastDate;
    // If the company's zone was set back over midnight, the date of the last punch occurs again.
    const date = lastDate !== null && lastDate > ownDate ? lastDate : ownDate;
    const dayOf = (of: CalendarDate) => {
      const punches = this.byDate.get(of);
      return punches === undefined ? null : { date: of, punches };
    };
    const lastDay = lastDate === null ? null : dayOf(lastDate);
    const kind = givenKind ?? nextKind(lastDay?.punches.at(-1), at, this.#limits);
    const around = { lastDay, previousDay: dayOf(addDays(date, -1)), ownDay: dayOf(date) };
    return { kind, ...workingDayOf(kind, { at, localDate: date, limits: this.#limits, ...around }) };
  }
}

/** In and out take turns by the rules of a day (D:T6, A100): after the hours of an open shift, a new one begins. */
function nextKind(last: PunchFact | undefined, at: Date, { openShiftHours }: Limits): PunchKind {
  if (last === undefined || last.kind === 'out') return 'in';
  if (!isAlreadyIn({ kind: 'in', at: last.at }, at, openShiftHours)) return 'in';
  return last.kind === 'break_start' ? 'break_end' : 'out';
}

function changesOf(
  days: readonly LiveDay[],
  placed: ReadonlyMap<CalendarDate, readonly PlacedPunch[]>,
): readonly ChangedDay[] {
  const records = new Map(days.map((day) => [day.date, day]));
  const dates = [...new Set([...records.keys(), ...placed.keys()])].sort(compareDates);
  const all = dates.map((date): ChangedDay => {
    const record = records.get(date);
    const punches = placed.get(date) ?? [];
    const kept = new Set(punches.filter(({ isKept }) => isKept).map(({ punch }) => punch?.id));
    const voided = (record?.punches ?? []).filter(({ id }) => !kept.has(id));
    return { date, recordId: record?.id ?? null, voided, added: punches.filter(({ isKept }) => !isKept), punches };
  });
  const isChanged = ({ voided, added }: ChangedDay): boolean => voided.length > 0 || added.length > 0;
  let before: ChangedDay | null = null;
  for (const day of all) {
    const [first, last] = [day.punches[0], day.punches.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (isChanged(day)) refuseTooManyPunches(day.punches.slice(0, -1), last.kind);
    const end = before?.punches.at(-1);
    if (end !== undefined && first.at < end.at && (isChanged(day) || (before !== null && isChanged(before)))) {
      throw stateConflict('The punch would make a day overlap another day of this employee.');
    }
    before = day;
  }
  return all.filter(isChanged);
}
