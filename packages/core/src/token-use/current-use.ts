import type { Actor } from '../actor.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import { longReading } from '../database/reading.ts';
import { type UseOfCall, useOfCall } from './use-of-call.ts';
import { unsummedCalls } from './use-queries.ts';
import { sumUpUse } from './use-summary.ts';
import { readUseMark } from './use-summary-queries.ts';
import { collectUse, type GroupedUse } from './use-sums.ts';

/** The most calls that a page adds to the sums itself. If more are waiting, they are summed up first, in batches. */
const MAX_UNSUMMED = 1_000;
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
  for (let limit = MAX_UNSUMMED; ; ) {
    const { mark, calls } = await unsummedCalls(scope, limit);
    if (calls.length === limit) {
      await sumUpUse(database);
      limit = NO_LIMIT;
      continue;
    }
    const kept = await read(scope);
    if ((await readUseMark(database.readAllCompanies(reading))) !== mark) continue;
    const uses = new Map<string, GroupedUse>();
    for (const use of kept) collectUse(uses, use);
    for (const use of calls.map(useOfCall)) {
      const by = group(use);
      if (by !== null) collectUse(uses, { tokenId: use.tokenId, ...by, sums: use.sums });
    }
    return [...uses.values()];
  }
}
