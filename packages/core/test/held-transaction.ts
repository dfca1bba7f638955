import { setImmediate } from 'node:timers/promises';
import { rawSql } from '@shaon/testing';
import type { EntityManager } from 'typeorm';
import type { CoreTest } from './support.ts';

/** A promise that somebody else resolves. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const WAITING = rawSql(
  `SELECT COUNT(*) AS waiting FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database() AND $1::int > 0`,
);

/** Resolves when `work` waits for a lock, or has ended without one. On SQLite everybody waits for the one writer. */
export async function untilItWaits(test: CoreTest, work: Promise<unknown>): Promise<void> {
  const state = { hasEnded: false };
  const end = () => {
    state.hasEnded = true;
  };
  work.then(end, end);
  if (test.database.type === 'sqlite') {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    return;
  }
  const scope = test.core.extension.database.scope(test.company);
  while (!state.hasEnded) {
    const [row] = await scope.rows(WAITING);
    if (Number(row?.waiting) > 0) return;
  }
}

/** Runs `first` in a transaction, starts `second` beside it, commits once that waits, and tells what became of it. */
export async function besideOpenTransaction<Result>(
  test: CoreTest,
  first: (manager: EntityManager) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<PromiseSettledResult<Result>> {
  const [started, waits] = [deferred(), deferred()];
  const open = test.core.transaction(async (manager) => {
    await first(manager);
    started.resolve();
    await waits.promise;
  });
  await Promise.race([started.promise, open]);
  const beside = second();
  await untilItWaits(test, beside);
  waits.resolve();
  await open;
  const [outcome] = await Promise.allSettled([beside]);
  return outcome as PromiseSettledResult<Result>;
}
