import type { TokenUseRow } from './token-use.ts';

/** The numbers of a sum, without its group. */
export type UseSums = Omit<TokenUseRow, 'id' | 'companyId' | 'tokenId' | 'date' | 'ability'>;

/** How two values of a column are combined. A `date` or `instant` may be null: no value yet. */
export const COMBINE = {
  calls: 'add',
  accepted: 'add',
  refused: 'add',
  revoked: 'add',
  limited: 'add',
  failed: 'add',
  records: 'add',
  peopleLeast: 'greatest',
  peopleMost: 'add',
  located: 'add',
  untold: 'add',
  dateFrom: 'least',
  dateTo: 'greatest',
  lastAcceptedAt: 'greatest',
} as const satisfies Record<keyof UseSums, 'add' | 'least' | 'greatest'>;

export function noUse(): UseSums {
  return {
    calls: 0,
    accepted: 0,
    refused: 0,
    revoked: 0,
    limited: 0,
    failed: 0,
    records: 0,
    peopleLeast: 0,
    peopleMost: 0,
    located: 0,
    untold: 0,
    dateFrom: null,
    dateTo: null,
    lastAcceptedAt: null,
  };
}

/** Adds `more` to `sums`. */
export function addUse(sums: UseSums, more: Readonly<UseSums>): void {
  sums.calls += more.calls;
  sums.accepted += more.accepted;
  sums.refused += more.refused;
  sums.revoked += more.revoked;
  sums.limited += more.limited;
  sums.failed += more.failed;
  sums.records += more.records;
  sums.peopleLeast = Math.max(sums.peopleLeast, more.peopleLeast);
  sums.peopleMost += more.peopleMost;
  sums.located += more.located;
  sums.untold += more.untold;
  sums.dateFrom = outermost(sums.dateFrom, more.dateFrom, (a, b) => a < b);
  sums.dateTo = outermost(sums.dateTo, more.dateTo, (a, b) => a > b);
  sums.lastAcceptedAt = outermost(sums.lastAcceptedAt, more.lastAcceptedAt, (a, b) => a > b);
}

function outermost<T>(one: T | null, other: T | null, isFurther: (other: T, one: T) => boolean): T | null {
  if (one === null || other === null) return one ?? other;
  return isFurther(other, one) ? other : one;
}
