import { firstOfMonth, lastOfMonth } from '../../time/calendar-date.ts';
import { DIFFERENCES, type Dialect } from '../dialect.ts';
import type { AnyTable } from '../table.ts';

/** A period over which rows are counted: a day, and the month that it lies in. */
export type CountPeriod = 'day' | 'month';

/**
 * What the rows of a table are counted by. Each mix of the features is a kind of its own, so that a list by any mix of
 * them finds its total and its page by the counts of one member.
 */
export interface CountedRows<Row> {
  /** The table of the counts: `kind`, `member`, the columns of the places, `total`. */
  readonly counts: AnyTable;
  readonly places: CountedPlaces<Row>;
  /** The features in the order in which a member names them; only the last may be a text of any kind. */
  readonly features: readonly CountedFeature<Row>[];
}

/** One thing that rows have in common, such as their department. */
export interface CountedFeature<Row> {
  readonly name: string;
  readonly column: string;
  /** Null for a row that has none: no list by this feature has it. */
  of(row: Row): string | number | null;
}

/** The parts of a list's order over which its rows are counted: days and months, or blocks of ids. */
export interface CountedPlaces<Row> {
  /** The columns of the counts' table that name a place, with their types on PostgreSQL. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** The places in which a row is counted, each as the values of the columns. */
  of(row: Row): readonly (readonly (string | number)[])[];
  /** The finest place of a row `a`, as an expression, and under which name. */
  readonly finest: readonly [name: string, expression: string];
  /** The places that a finest one lies in, each as expressions of it. */
  within(dialect: Dialect): readonly (readonly string[])[];
  /** How many rows can be counted anew piece by piece. */
  readonly stretches: Stretches;
}

/** Pieces of a list's order, each of whole places, none of which takes a statement long. */
interface Stretches {
  /** The column of a row `a` that they follow. */
  readonly column: string;
  /** That column as a value that `endOf` takes. */
  select(dialect: Dialect): string;
  /** What comes before every value. */
  readonly beforeAll: string | number;
  /** The last value of the stretch that a value lies in. */
  endOf(value: unknown): string | number;
}

/** Days, and the months that they lie in. */
export const DAYS_AND_MONTHS: CountedPlaces<{ readonly date: string }> = {
  columns: [
    ['period', 'text'],
    ['date', 'date'],
  ],
  of: ({ date }) => [
    ['day', date],
    ['month', firstOfMonth(date)],
  ],
  finest: ['date', 'a.date'],
  within: (dialect) => [
    ["'day'", 'date'],
    ["'month'", DIFFERENCES[dialect].firstOfMonth('date')],
  ],
  stretches: {
    column: 'date',
    select: (dialect) => DIFFERENCES[dialect].dateAsText('a.date'),
    beforeAll: '-infinity',
    endOf: (date) => lastOfMonth(String(date)),
  },
};

/** Where counted rows lie. */
export interface CountedSource {
  readonly table: AnyTable;
  /** Which of them count, a condition of `a`. */
  readonly isCounted: string;
}

/** The kind of a mix of features; `all` of none. */
export const kindOf = (features: readonly { readonly name: string }[]): string =>
  features.length === 0 ? 'all' : features.map(({ name }) => name).join(' ');

/** One of a kind: the values of its features in their order, the department 3 with the status pending as `3 pending`. */
export const memberOf = (values: readonly (string | number)[]): string => values.join(' ');

/** Every mix of some things, in their order; the empty one first. */
export function mixesOf<Thing>(things: readonly Thing[]): Thing[][] {
  let mixes: Thing[][] = [[]];
  for (const thing of things) mixes = [...mixes, ...mixes.map((mix) => [...mix, thing])];
  return mixes;
}
