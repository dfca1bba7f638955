import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatement } from '../engine.ts';
import { type LogPosition, lsnOf } from './log-position.ts';

/** Whether a connection leads to a standby that is as new as it has to be, or why not. */
export type Freshness = 'fresh' | 'behind' | 'not_a_standby' | 'other_timeline';

const LONGEST_PAUSE_MS = 8;
/** With a value, because only such statements are kept prepared (`named-statements.ts`). */
const LOOK = 'SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn WHERE $1::boolean';

/**
 * Waits until the standby behind `run` has replayed all that `needed` includes, for `waitMs` at most. What is read
 * afterwards on the same connection sees it: a statement sees what was replayed before it began.
 *
 * @param timeline that of the standby; null where it cannot be read
 */
export async function untilFresh(
  run: RunStatement,
  needed: LogPosition,
  { timeline, waitMs }: { readonly timeline: number | null; readonly waitMs: number },
): Promise<Freshness> {
  const until = performance.now() + waitMs;
  let seen = await look(run);
  let isLast = waitMs === 0;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (!seen.isStandby) return 'not_a_standby';
    if (timeline !== null && timeline !== needed.timeline) return 'other_timeline';
    if (seen.replayed >= needed.lsn) return 'fresh';
    if (isLast) return 'behind';
    // Asked once more when the time is over: a process that stood still meanwhile has old answers in its hands.
    isLast = performance.now() + pause > until;
    await sleep(pause);
    seen = await look(run);
  }
}

async function look(run: RunStatement): Promise<{ readonly isStandby: boolean; readonly replayed: bigint }> {
  const [row] = await run(LOOK, [true]);
  return { isStandby: row?.standby === true, replayed: row?.lsn == null ? -1n : lsnOf(row.lsn) };
}
