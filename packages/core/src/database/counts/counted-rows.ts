import type { AnyTable } from '../table.ts';

/** A period over which rows are counted: a day, and the month that it lies in. */
export type CountPeriod = 'day' | 'month';

/**
 * What the rows of a table are counted by. Each mix of the features is a kind of its own, so that a list by any mix of
 * them finds its total and its page by the counts of one member.
 */
export interface CountedRows<Row> {
  /** The table of the counts: `kind`, `member`, `period`, `date`, `total`. */
  readonly counts: AnyTable;
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
