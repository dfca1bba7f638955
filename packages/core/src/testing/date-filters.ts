import type { FilterContract } from './list-contract.ts';

interface Dated {
  readonly id: number;
  /** `YYYY-MM-DD`, which sorts as text. */
  readonly date: string;
}

/** D:Q20: a total order, so that pages neither skip nor repeat. */
export function byDateAndId(a: Dated, b: Dated): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.id - b.id;
}

/** Both bounds are inclusive (SPEC 4). */
export const dateFrom: FilterContract<Dated, string> = {
  valueOf: (item) => item.date,
  matches: (item, bound) => item.date >= bound,
  unknown: '9999-12-31',
};
export const dateTo: FilterContract<Dated, string> = {
  valueOf: (item) => item.date,
  matches: (item, bound) => item.date <= bound,
  unknown: '0001-01-01',
};
