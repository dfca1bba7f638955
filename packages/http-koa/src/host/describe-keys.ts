import type { Core } from '@shaon/core';
import { readKeyState } from '@shaon/core/extension';
import { installationTables } from './webhooks.ts';

/** A finding about keys that begin with the company; null if they are as migrated. */
export async function describeKeys(core: Core): Promise<{ readonly isRight: boolean; readonly text: string } | null> {
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
  if (doubts.length > 0) return { isRight: false, text: doubts.join('; ') };
  return { isRight: true, text: 'every key begins with the company' };
}
