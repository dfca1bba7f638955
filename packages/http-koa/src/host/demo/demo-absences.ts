import { addDays } from '@shaon/core/time';
import type { DemoPerson } from './demo-people.ts';
import { between, chance, pick } from './random.ts';

export interface DemoAbsence {
  readonly date: string;
  readonly type: string;
  readonly status: 'pending' | 'approved' | 'rejected';
  readonly note: string | null;
  /** The first date of those that were asked for together. */
  readonly group: string;
}

const RESERVE = 'מילואים';
const OTHERS: readonly [string, ...string[]] = ['חופש', 'חופש', 'חופש', 'מחלה', 'מחלה', 'אבל', 'היעדרות ללא תשלום'];
const REFUSALS: readonly [string, ...string[]] = ['אין מחליף באותו יום', 'No cover on that day'];

/** How far ahead leave is asked for. */
const AHEAD_DAYS = 30;

/** A person's requests by date: single days, short leaves and, for a few people, a long reserve duty. */
export function absencesOf(person: DemoPerson, dates: readonly string[]): Map<string, DemoAbsence> {
  const absences = new Map<string, DemoAbsence>();
  const last = dates.at(-1) as string;
  const all = [...dates, ...Array.from({ length: AHEAD_DAYS }, (_, day) => addDays(last, day + 1))];
  for (const [index, date] of all.entries()) {
    if (chance('leave', person.number, date) > 0.012) continue;
    const isAhead = date > last;
    const type = pick(OTHERS, 'type', person.number, date);
    const roll = chance('answer', person.number, date);
    const status = isAhead ? (roll < 0.7 ? 'pending' : 'approved') : roll < 0.1 ? 'rejected' : 'approved';
    const note = status === 'rejected' ? pick(REFUSALS, 'note', person.number, date) : null;
    const asked = all.slice(index, index + between(1, 6, 'length', person.number, date));
    for (const day of asked.filter((one) => person.pattern.weekdays.includes(new Date(one).getUTCDay()))) {
      absences.set(day, { date: day, type, status, note, group: date });
    }
  }
  if (person.number % 9 !== 0) return absences;
  const start = between(40, 400, 'reserve', person.number);
  const called = dates.slice(start, start + between(8, 24, 'reserve days', person.number));
  for (const date of called) {
    absences.set(date, { date, type: RESERVE, status: 'approved', note: 'צו 8', group: called[0] as string });
  }
  return absences;
}
