import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatement } from '../engine.ts';
import { type LogPosition, lsnOf } from './log-position.ts';

/** Whether a connection leads to a standby that is new enough, or the reason why not. */
export type Freshness = 'fresh' | 'behind' | 'not_a_standby' | 'other_timeline';

const LONGEST_PAUSE_MS = 8;
/** Has a parameter, because only such statements are kept prepared (`named-statements.ts`). */
const STANDBY_STATE = 'SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn WHERE $1::boolean';
/** Also reads the timeline (`readTimeline`) of this connection's server: one address may lead to several servers. */
const STANDBY_STATE_WITH_TIMELINE = `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn,
  coalesce((SELECT received_tli FROM pg_stat_wal_receiver),
    (SELECT timeline_id FROM pg_control_checkpoint())) AS timeline WHERE $1::boolean`;

/**
 * Waits at most `waitMs` until the standby behind `run` has replayed everything up to `needed`. Later statements on the
 * same connection see it, because a statement sees all that was replayed before it began.
 *
 * @param hasTimeline whether the standby's timeline can be read there
 */
export async function waitUntilFresh(
  run: RunStatement,
  needed: LogPosition,
  { hasTimeline, waitMs }: { readonly hasTimeline: boolean; readonly waitMs: number },
): Promise<Freshness> {
  const until = performance.now() + waitMs;
  let seen = await readStandbyState(run, hasTimeline);
  let isLast = waitMs === 0;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (!seen.isStandby) return 'not_a_standby';
    if (seen.timeline !== null && seen.timeline !== needed.timeline) return 'other_timeline';
    if (seen.replayed >= needed.lsn) return 'fresh';
    if (isLast) return 'behind';
    // Looks once more after the time is over: if this process was suspended meanwhile, its last answer is old.
    isLast = performance.now() + pause > until;
    await sleep(pause);
    seen = await readStandbyState(run, hasTimeline);
  }
}

interface StandbyState {
  readonly isStandby: boolean;
  readonly replayed: bigint;
  readonly timeline: number | null;
}

async function readStandbyState(run: RunStatement, hasTimeline: boolean): Promise<StandbyState> {
  const [row] = await run(hasTimeline ? STANDBY_STATE_WITH_TIMELINE : STANDBY_STATE, [true]);
  return {
    isStandby: row?.standby === true,
    replayed: row?.lsn == null ? -1n : lsnOf(row.lsn),
    timeline: row?.timeline == null ? null : Number(row.timeline),
  };
}
