import type { CalendarDate } from '../time/calendar-date.ts';

/* From where a page of the list by date and id is read, decided by the totals of months, without a database. */

/** The columns by which days are filtered and counted. */
export type CountedColumn = 'department_id' | 'branch_id' | 'status';

/** The days of one month: the list's, and those that each of its filters would leave by itself. */
export interface MonthDays {
  readonly month: CalendarDate;
  readonly days: number;
  readonly alone: Readonly<Partial<Record<CountedColumn, number>>>;
}

/** How a page is read: by the index of one filter, or of dates alone, and from a month's first day on or last day back. */
export interface ReadPath {
  readonly by: CountedColumn | 'date';
  /** The month; null for the list's own end. */
  readonly month: CalendarDate | null;
  readonly isBackwards: boolean;
}

interface Wanted {
  readonly offset: number;
  readonly limit: number;
  /** The list's first date. */
  readonly from: CalendarDate | null;
}

/**
 * The path by which fewest entries of an index are read. The list may begin within the first month, so how many days
 * precede the page in it is not known here: a forwards path begins at a month that certainly is not after the page, a
 * backwards path at one that certainly is not before its end.
 *
 * @param months the list's months in order, and those in which only one of the filters has days
 */
export function readPath(months: readonly MonthDays[], filters: readonly CountedColumn[], wanted: Wanted): ReadPath {
  const { offset, limit, from } = wanted;
  const filled = months.filter(({ days }) => days > 0);
  const total = filled.reduce((sum, { days }) => sum + days, 0);
  const indices = filters.length === 0 ? (['date'] as const) : filters;
  const first = filled[0];
  if (first === undefined || offset >= total)
    return { by: indices[0] as ReadPath['by'], month: null, isBackwards: false };
  const unknown = from !== null && from > first.month ? first.days : 0;
  const cut = unknown === 0 ? 0 : (unknown * (Number(from?.slice(8)) - 1)) / 31;
  const position = offset + cut;
  const end = Math.min(position + limit, total);
  const upTo = runningTotals(filled);
  const start = filled.findLastIndex((_, index) => index === 0 || (upTo[index - 1] as number) <= offset);
  const last = filled.findIndex(
    (_, index) => index === filled.length - 1 || (upTo[index] as number) >= offset + limit + unknown,
  );
  const before = start === 0 ? 0 : (upTo[start - 1] as number);
  const isSpread = (by: ReadPath['by']) => by === 'status' || !filters.includes('status');
  const paths = indices.flatMap((by) => [
    {
      by,
      month: start === 0 ? null : filled[start]?.month,
      isBackwards: false,
      cost: cost(by, start, end - before, 1),
    },
    {
      by,
      month: last === filled.length - 1 ? null : filled[last]?.month,
      isBackwards: true,
      cost: cost(by, last, (upTo[last] as number) - position, -1),
    },
  ]);
  const { cost: _cost, month = null, ...path } = paths.reduce((best, one) => (one.cost < best.cost ? one : best));
  return { ...path, month };

  /** How many entries of an index are read for so many days of the list, from a month on or back. */
  function cost(by: ReadPath['by'], index: number, days: number, step: 1 | -1): number {
    let [entries, left] = [0, days];
    for (let at = months.indexOf(filled[index] as MonthDays); left > 0 && months[at] !== undefined; at += step) {
      const month = months[at] as MonthDays;
      const ofIndex = by === 'date' ? month.days : (month.alone[by] ?? month.days);
      // Units are spread over each day. Days of one status come in runs: those of the others come first or last.
      const ofPart = isSpread(by) ? (ofIndex * left) / month.days : (ofIndex - month.days) / 2 + left;
      entries += left >= month.days ? ofIndex : ofPart;
      left -= month.days;
    }
    return entries;
  }
}

function runningTotals(months: readonly MonthDays[]): number[] {
  let sum = 0;
  return months.map(({ days }) => {
    sum += days;
    return sum;
  });
}
