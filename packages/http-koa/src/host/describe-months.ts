import type { Core } from '@shaon/core';
import { hasStrays, readMonths } from '@shaon/core/extension';
import { monthlyTables } from './webhooks.ts';

/** A finding about partitions by month; null if no table is partitioned. */
export async function describeMonths(core: Core): Promise<{ readonly isRight: boolean; readonly text: string } | null> {
  const all = core.extension.database.readAllCompanies();
  const found = [];
  for (const monthly of await monthlyTables()) {
    const months = await readMonths(all, monthly);
    if (months !== null) found.push({ monthly, last: months.at(-1) ?? 'none', isStray: await hasStrays(all, monthly) });
  }
  if (found.length === 0) return null;
  const next = nextMonthOf(core.clock.now());
  const doubts = found
    .filter(({ last, isStray }) => isStray || last === 'none' || last < next)
    .map(({ monthly: { table }, last, isStray }) =>
      isStray
        ? `${table.name} has rows in no month: run shaon prune`
        : `${table.name} ends with ${last}: run shaon prune`,
    );
  if (doubts.length > 0) return { isRight: false, text: doubts.join('; ') };
  const names = found.map(({ monthly: { table }, last }) => `${table.name} in months up to ${last}`);
  const unseen = found
    .filter(({ isStray }) => isStray === null)
    .map(({ monthly: { table } }) => `this role may not see whether ${table.name} has rows in no month`);
  return { isRight: true, text: [names.join(', '), ...unseen].join('; ') };
}

/** The month after an instant's, in UTC: `2026-06`. */
function nextMonthOf(instant: Date): string {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);
}
