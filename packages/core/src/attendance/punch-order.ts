import { getOrMake } from '../get-or-make.ts';
import { MINUTE_MS } from '../time/durations.ts';
import type { PunchKind } from './attendance.ts';
import { isOpening, type PunchFact, workedMs } from './projection.ts';

/*
 * A time given without seconds means its minute (D:A26). Devices store seconds and forms take minutes, so such a punch
 * takes the place among those of its minute at which the day's punches pair: an in after the out of that minute, an out
 * after its in. Recorded punches, and those given with seconds, keep their order in time.
 */

export type GivenPunch = Pick<PunchFact, 'kind' | 'at'>;

/** One order of a day's punches. */
export interface PunchOrder {
  /** The kinds in this order, which distinguish it from the day's other orders. */
  readonly kinds: string;
  /** The punches with the times that were given. */
  readonly punches: readonly GivenPunch[];
  /** The time worked by this order. */
  readonly workedMs: number;
}

/** More punches of one minute than somebody types: they keep the given order. */
const MOST_OF_A_MINUTE = 4;
/** The orders that a person can be asked to choose from. */
const MOST_ORDERS = 4;

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

/** Whether a time may have been given without seconds. */
const isWholeMinute = (at: Date): boolean => at.getTime() % MINUTE_MS === 0;

/** Whether two punches are the same to somebody who sees no seconds. */
export const isSameMinute = (one: GivenPunch, other: GivenPunch): boolean =>
  one.kind === other.kind && minuteOf(one.at) === minuteOf(other.at);

/**
 * The orders in which a day's punches pair best; several only if they differ in the order of kinds, so that somebody
 * must choose. `given` are all punches of the day, their minutes in order; `existing` the recorded ones, by time.
 */
export function ordersOfDay(given: readonly GivenPunch[], existing: readonly GivenPunch[]): readonly PunchOrder[] {
  const sorted = [...given].sort((a, b) => a.at.getTime() - b.at.getTime());
  const indices = indicesAmong(existing, sorted);
  const isFixed = ({ at }: GivenPunch, index: number) => indices[index] !== null || !isWholeMinute(at);
  const fixed = sorted.filter(isFixed);
  const loose = sorted.filter((punch, index) => !isFixed(punch, index));
  const isInOrder = given.every(
    ({ at }, index) => index === 0 || minuteOf((given[index - 1] as GivenPunch).at) <= minuteOf(at),
  );
  const orders = isInOrder && mostOfAMinute(loose) <= MOST_OF_A_MINUTE ? bestOrders(fixed, loose) : [given];
  return orders.map((punches) => ({
    kinds: kindsOf(punches),
    punches,
    workedMs: workedMs(withTimes(punches, existing, null)),
  }));
}

/**
 * The punches of a correction in their order, each with its instant: in the given order if it is among the best ones,
 * because then somebody has chosen it.
 *
 * @param dayBefore the last punch of another day in the first punch's minute; days may touch, and do not overlap
 */
export function placePunches(
  given: readonly GivenPunch[],
  existing: readonly GivenPunch[],
  dayBefore: Date | null,
): GivenPunch[] {
  const orders = ordersOfDay(given, existing);
  const chosen = orders.find(({ kinds }) => kinds === kindsOf(given)) ?? orders[0];
  return withTimes(chosen?.punches ?? given, existing, dayBefore);
}

/** The time of a punch that follows one at `last`: a time without seconds is not before another of its minute. */
export function timeAfter(at: Date, last: Date | null): Date {
  return last !== null && isWholeMinute(at) && last > at && minuteOf(last) === minuteOf(at) ? last : at;
}

/** For each punch, its index among the existing ones, as far as both have the same order; null for new punches. */
export function indicesAmong(existing: readonly GivenPunch[], punches: readonly GivenPunch[]): (number | null)[] {
  let next = 0;
  return punches.map(({ kind, at }) => {
    const found = existing.findIndex(
      (punch, index) => index >= next && punch.kind === kind && punch.at.getTime() === at.getTime(),
    );
    if (found < 0) return null;
    next = found + 1;
    return found;
  });
}

const kindsOf = (punches: readonly GivenPunch[]): string => punches.map(({ kind }) => kind).join(' ');

function withTimes(
  punches: readonly GivenPunch[],
  existing: readonly GivenPunch[],
  dayBefore: Date | null,
): GivenPunch[] {
  const indices = indicesAmong(existing, punches);
  let last = dayBefore;
  return punches.map(({ kind, at: givenAt }, index) => {
    const at = indices[index] === null ? timeAfter(givenAt, last) : givenAt;
    last = at;
    return { kind, at };
  });
}

function mostOfAMinute(punches: readonly GivenPunch[]): number {
  const counts = new Map<number, number>();
  for (const { at } of punches) counts.set(minuteOf(at), (counts.get(minuteOf(at)) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

type State = 'out' | 'in' | 'on_break';

/** The state after a punch, and whether this punch shows that another one is missing (`segmentsOf`). */
function step(state: State, kind: PunchKind): readonly [state: State, lacking: 0 | 1] {
  if (isOpening(kind)) return ['in', state === 'in' ? 1 : 0];
  return [kind === 'out' ? 'out' : 'on_break', state === 'out' ? 1 : 0];
}

/** The end of an order. Ends with the same kinds have the same `id`, whichever punches they are. */
interface End {
  readonly id: number;
  readonly punch: GivenPunch;
  readonly next: End | null;
}

/** The best ends of a day from a state: those with the fewest missing partners. */
interface Best {
  readonly lacking: number;
  readonly ends: readonly (End | null)[];
}

/** All orders with the fewest missing partners: the loose punches go anywhere among the fixed ones of their minute. */
function bestOrders(fixed: readonly GivenPunch[], loose: readonly GivenPunch[]): GivenPunch[][] {
  const ids = new Map<string, number>();
  let bestFrom = (_: State): Best => ({ lacking: 0, ends: [null] });
  // From the day's last minute to its first, because the punches after a minute depend only on the state after it.
  for (const { fixed: own, loose: free } of byMinute(fixed, loose).reverse()) {
    bestFrom = bestOfMinute(own, free, bestFrom, ids);
  }
  return bestFrom('out').ends.map(punchesOf);
}

function bestOfMinute(
  fixed: readonly GivenPunch[],
  loose: readonly GivenPunch[],
  after: (state: State) => Best,
  ids: Map<string, number>,
): (state: State) => Best {
  const known = new Map<string, Best>();

  const best = (fixedAt: number, left: readonly GivenPunch[], state: State): Best =>
    getOrMake(known, `${fixedAt} ${state} ${kindsOf(left)}`, () => {
      const ways = left
        .filter(({ kind }, index) => left.findIndex((one) => one.kind === kind) === index)
        .map((punch) => ({ punch, fixedAt, left: left.filter((one) => one !== punch) }));
      const next = fixed[fixedAt];
      if (next !== undefined) ways.push({ punch: next, fixedAt: fixedAt + 1, left: [...left] });
      if (ways.length === 0) return after(state);
      let found: Best = { lacking: Number.POSITIVE_INFINITY, ends: [] };
      for (const way of ways) {
        const [then, lacking] = step(state, way.punch.kind);
        const rest = best(way.fixedAt, way.left, then);
        found = better(found, way.punch, { ...rest, lacking: rest.lacking + lacking }, ids);
      }
      return found;
    });

  return (state) => best(0, loose, state);
}

function better(best: Best, punch: GivenPunch, rest: Best, ids: Map<string, number>): Best {
  if (rest.lacking > best.lacking) return best;
  const ends = rest.lacking < best.lacking ? [] : [...best.ends];
  for (const next of rest.ends) {
    const id = getOrMake(ids, `${punch.kind} ${next?.id ?? 0}`, () => ids.size + 1);
    if (ends.length < MOST_ORDERS && ends.every((end) => end?.id !== id)) ends.push({ id, punch, next });
  }
  return { lacking: rest.lacking, ends };
}

function punchesOf(end: End | null): GivenPunch[] {
  const punches: GivenPunch[] = [];
  for (let rest = end; rest !== null; rest = rest.next) punches.push(rest.punch);
  return punches;
}

/** The punches of each minute, by time. */
function byMinute(fixed: readonly GivenPunch[], loose: readonly GivenPunch[]) {
  const minutes = new Map<number, { readonly fixed: GivenPunch[]; readonly loose: GivenPunch[] }>();
  const of = ({ at }: GivenPunch) => getOrMake(minutes, minuteOf(at), () => ({ fixed: [], loose: [] }));
  for (const punch of fixed) of(punch).fixed.push(punch);
  for (const punch of loose) of(punch).loose.push(punch);
  return [...minutes].sort(([a], [b]) => a - b).map(([, punches]) => punches);
}
