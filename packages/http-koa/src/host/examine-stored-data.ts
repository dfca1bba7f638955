import type { Core } from '@shaon/core';
import { latestDocumentPaths, readKeyState, readMonthState } from '@shaon/core/extension';
import { doubtful, fine, type Verdict } from './doctor-finding.ts';
import { fileAccess } from './file-access.ts';
import { installationTables, monthlyTables } from './webhooks.ts';

/** The findings about an opened database, and about the documents in their folder. */
export async function examineStoredData(core: Core, documents: string): Promise<Verdict[]> {
  const found = [await monthsOf(core), await keysOf(core), await documentsOf(core, documents)];
  return found.filter((verdict) => verdict !== null);
}

/** A finding about partitions by month; null if no table is partitioned. */
async function monthsOf(core: Core): Promise<Verdict | null> {
  const all = core.extension.database.readAllCompanies();
  const found = [];
  for (const monthly of await monthlyTables()) {
    const state = await readMonthState(all, monthly, core.clock.now());
    if (state !== null) found.push({ name: monthly.table.name, ...state });
  }
  if (found.length === 0) return null;
  const next = nextMonthOf(core.clock.now());
  const doubts = found.flatMap(({ name, last, hasStrayRows, neededLocks }) => [
    ...(hasStrayRows ? [`${name} has rows in no month: run shaon prune`] : []),
    ...(last === null || last < next ? [`${name} ends with ${last ?? 'none'}: run shaon prune`] : []),
    ...(neededLocks === null
      ? []
      : [`for the partitions of ${name} set PostgreSQL's max_locks_per_transaction to ${neededLocks} or more`]),
  ]);
  if (doubts.length > 0) return doubtful(doubts.join('; '));
  const names = found.map(({ name, last }) => `${name} in months up to ${last}`);
  const notVisible = found
    .filter(({ hasStrayRows }) => hasStrayRows === null)
    .map(({ name }) => `this role may not see whether ${name} has rows in no month`);
  return fine([names.join(', '), ...notVisible].join('; '));
}

/** The month after an instant's, in UTC: `2026-06`. */
function nextMonthOf(instant: Date): string {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);
}

/** A finding about keys that begin with the company; null if they are as migrated. */
async function keysOf(core: Core): Promise<Verdict | null> {
  const state = await readKeyState(core.extension.database.readAllCompanies(), await installationTables());
  if (state === null) return null;
  const doubts = [
    ...state.unkeyed.map(
      (table) => `the keys of ${table} do not begin with the company: run shaon migrate --key-by-company`,
    ),
    ...state.leftOver.map(
      (table) => `${table} has keys of rows that are gone: docs/scaling.md says how to remove them`,
    ),
  ];
  if (doubts.length > 0) return doubtful(doubts.join('; '));
  return fine('every key begins with the company');
}

/** A finding about the latest documents; null if all are in their folder. A restore may have left them out. */
async function documentsOf(core: Core, folder: string): Promise<Verdict | null> {
  const paths = await latestDocumentPaths(core.extension.database.readAllCompanies(), folder);
  const gone = [...paths].filter((path) => fileAccess(path) === 'missing').length;
  if (gone === 0) return null;
  const text = `${gone} of the latest ${paths.size} documents are not in ${folder}: restore them, or set SHAON_DATA_DIR`;
  return doubtful(text);
}
