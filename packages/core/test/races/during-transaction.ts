import { setTimeout } from 'node:timers/promises';
import type { Core } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import type { EntityManager } from 'typeorm';

const SESSIONS_THAT_WAIT = rawSql(
  "SELECT COUNT(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
);

/** Looking at the sessions takes CPU that the two writes need themselves, so each look waits twice as long as the last. */
const FIRST_LOOK_MS = 2;
const LONGEST_WAIT_MS = 16;

/**
 * Does `first` in a transaction that stays open while `second` begins outside of it, and commits once `second` waits for it
 * or is done without waiting. Gives what became of both. On SQLite the second always waits, because there is one writer.
 */
export async function duringTransaction<First, Second>(
  core: Core,
  first: (manager: EntityManager) => Promise<First>,
  second: () => Promise<Second>,
): Promise<{ readonly first: First; readonly second: PromiseSettledResult<Second> }> {
  const opened = signal();
  const toCommit = signal();
  const transaction = core.transaction(async (manager) => {
    const result = await first(manager);
    opened.resolve();
    await toCommit.promise;
    return result;
  });
  await Promise.race([opened.promise, transaction]);
  let isDone = false;
  const contender = Promise.allSettled([second()]).then(([result]) => {
    isDone = true;
    return result;
  });
  let wait = FIRST_LOOK_MS;
  do {
    await setTimeout(wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  } while (!isDone && !(await doesSomebodyWait(core)));
  toCommit.resolve();
  return { first: await transaction, second: await contender };
}

async function doesSomebodyWait(core: Core): Promise<boolean> {
  const { database } = core.extension;
  if (database.dialect === 'sqlite') return true;
  const [row] = await database.allCompanies().run(SESSIONS_THAT_WAIT);
  return Number(row?.waiting) > 0;
}

/** A promise that is kept when it is told to. */
function signal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}
