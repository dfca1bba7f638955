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

/** The columns of a sum. */
export const SUMMED = Object.keys(COMBINE) as (keyof UseSums)[];

/** Adds `more` to `sums`. */
export function addUse(sums: UseSums, more: Readonly<UseSums>): void {
  for (const column of SUMMED) Object.assign(sums, { [column]: combined(COMBINE[column], sums[column], more[column]) });
}

/** Sums of a token; `date` or `ability` is '' if they include all of them. */
export interface GroupedUse {
  readonly tokenId: number;
  readonly date: string;
  readonly ability: string;
  readonly sums: UseSums;
}

/** Adds a use to the known one of the same token, day and ability, or stores it as the first one. */
export function collectUse<Use extends GroupedUse>(uses: Map<string, Use>, use: Use): void {
  const key = `${use.tokenId} ${use.date} ${use.ability}`;
  const known = uses.get(key);
  if (known === undefined) uses.set(key, use);
  else addUse(known.sums, use.sums);
}

type Sum = UseSums[keyof UseSums];

function combined(how: (typeof COMBINE)[keyof UseSums], one: Sum, other: Sum): Sum {
  if (one === null || other === null) return one ?? other;
  if (how === 'add') return Number(one) + Number(other);
  return (how === 'least' ? other < one : other > one) ? other : one;
}
