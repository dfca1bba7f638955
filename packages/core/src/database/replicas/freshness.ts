import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatement } from '../engine.ts';
import { type LogPosition, lsnOf } from './log-position.ts';

/** Whether a connection leads to a standby that is as new as it has to be, or why not. */
export type Freshness = 'fresh' | 'behind' | 'not_a_standby' | 'other_timeline';

const LONGEST_PAUSE_MS = 8;
/** With a value, because only such statements are kept prepared (`named-statements.ts`). */
const LOOK = 'SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn WHERE $1::boolean';
/** The same with the timeline (`readTimeline`) of the server behind this connection: an address may lead to several. */
const LOOK_WITH_TIMELINE = `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn,
  coalesce((SELECT received_tli FROM pg_stat_wal_receiver),
    (SELECT timeline_id FROM pg_control_checkpoint())) AS timeline WHERE $1::boolean`;

/**
 * Waits until the standby behind `run` has replayed all that `needed` includes, for `waitMs` at most. What is read
 * afterwards on the same connection sees it: a statement sees what was replayed before it began.
 *
 * @param hasTimeline whether the timeline of the standby can be read there
 */
export async function untilFresh(
  run: RunStatement,
  needed: LogPosition,
  { hasTimeline, waitMs }: { readonly hasTimeline: boolean; readonly waitMs: number },
): Promise<Freshness> {
  const until = performance.now() + waitMs;
  let seen = await look(run, hasTimeline);
  let isLast = waitMs === 0;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (!seen.isStandby) return 'not_a_standby';
    if (seen.timeline !== null && seen.timeline !== needed.timeline) return 'other_timeline';
    if (seen.replayed >= needed.lsn) return 'fresh';
    if (isLast) return 'behind';
    // Asked once more when the time is over: a process that stood still meanwhile has old answers in its hands.
    isLast = performance.now() + pause > until;
    await sleep(pause);
    seen = await look(run, hasTimeline);
  }
}

interface Look {
  readonly isStandby: boolean;
  readonly replayed: bigint;
  readonly timeline: number | null;
}

async function look(run: RunStatement, hasTimeline: boolean): Promise<Look> {
  const [row] = await run(hasTimeline ? LOOK_WITH_TIMELINE : LOOK, [true]);
  return {
    isStandby: row?.standby === true,
    replayed: row?.lsn == null ? -1n : lsnOf(row.lsn),
    timeline: row?.timeline == null ? null : Number(row.timeline),
  };
}
