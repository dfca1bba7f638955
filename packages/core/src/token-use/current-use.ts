import type { Actor } from '../actor.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import { longReading } from '../database/reading.ts';
import { type UseOfCall, useOfCall } from './use-of-call.ts';
import { type GroupedUse, unsummedCalls } from './use-queries.ts';
import { sumUpUse } from './use-summary.ts';
import { readUseMark } from './use-summary-queries.ts';
import { addUse } from './use-sums.ts';

/** The most calls that a page adds to the sums itself. If more are waiting, they are summed up first, in batches. */
const MOST_UNSUMMED = 1_000;
const NO_LIMIT = 2 ** 31 - 1;

/**
 * The kept sums plus the calls that they do not include yet. `group` returns the group of such a call, or null if it
 * was not requested. Mark and sums change in one transaction, so if the mark has not moved, no call is missing or
 * counted twice.
 */
export async function currentUse(
  database: CompanyReads & CompanyWrites,
  actor: Actor,
  read: (scope: CompanyScope) => Promise<GroupedUse[]>,
  group: (use: UseOfCall) => Pick<GroupedUse, 'date' | 'ability'> | null,
): Promise<GroupedUse[]> {
  const reading = longReading('tokenUse.current');
  const scope = database.read(actor, reading);
  for (let limit = MOST_UNSUMMED; ; ) {
    const { mark, calls } = await unsummedCalls(scope, limit);
    if (calls.length === limit) {
      await sumUpUse(database);
      limit = NO_LIMIT;
      continue;
    }
    const kept = await read(scope);
    if ((await readUseMark(database.readAllCompanies(reading))) === mark)
      return withCalls(kept, calls.map(useOfCall), group);
  }
}

function withCalls(
  kept: readonly GroupedUse[],
  uses: readonly UseOfCall[],
  group: (use: UseOfCall) => Pick<GroupedUse, 'date' | 'ability'> | null,
): GroupedUse[] {
  const groups = new Map(kept.map((use) => [keyOf(use), use]));
  for (const use of uses) {
    const by = group(use);
    if (by === null) continue;
    const grouped = { tokenId: use.tokenId, ...by, sums: use.sums };
    const sums = groups.get(keyOf(grouped));
    if (sums === undefined) groups.set(keyOf(grouped), grouped);
    else addUse(sums.sums, use.sums);
  }
  return [...groups.values()];
}

const keyOf = ({ tokenId, date, ability }: GroupedUse): string => `${tokenId} ${date} ${ability}`;
