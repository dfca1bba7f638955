import { driverCodeOf } from '../constraint-errors.ts';
import type { RunStatement } from '../engine.ts';

/** Values that a standby shares with its primary and with no other server. */
export interface ClusterIdentity {
  /** Null if the role may not read it; by default PostgreSQL allows everybody. */
  readonly system: string | null;
  readonly database: string;
}

const DATABASE = 'SELECT oid::text AS oid FROM pg_database WHERE datname = current_database()';
const SYSTEM = 'SELECT system_identifier::text AS id FROM pg_control_system()';

export async function readIdentity(run: RunStatement): Promise<ClusterIdentity> {
  const [database] = await run(DATABASE, []);
  const system = await run(SYSTEM, []).catch(unlessRefused);
  return { system: system === null ? null : String(system[0]?.id), database: String(database?.oid) };
}

/** Whether two servers hold the same database, as far as the role can read it. */
export function isSameCluster(one: ClusterIdentity, other: ClusterIdentity): boolean {
  const isSystemSame = one.system === null || other.system === null || one.system === other.system;
  return isSystemSame && one.database === other.database;
}

/**
 * The timeline that a standby receives. A role that may not read the receiver's state (`pg_read_all_stats`) gets the
 * timeline of the last restart point, which lags a promotion by some minutes; null if neither can be read.
 */
export async function readTimeline(run: RunStatement): Promise<number | null> {
  const received = await run('SELECT received_tli AS timeline FROM pg_stat_wal_receiver', []);
  const timeline = received[0]?.timeline ?? null;
  if (timeline !== null) return Number(timeline);
  const control = await run('SELECT timeline_id AS timeline FROM pg_control_checkpoint()', []).catch(unlessRefused);
  return control === null ? null : Number(control[0]?.timeline);
}

/** Whether `readTimeline` can read a timeline on each connection, also without a running receiver. */
export async function canReadTimeline(run: RunStatement): Promise<boolean> {
  return (await run('SELECT timeline_id FROM pg_control_checkpoint()', []).catch(unlessRefused)) !== null;
}

/** Null if the role may not read it (42501) or the server does not have it (42883). */
function unlessRefused(error: unknown): null {
  if (['42501', '42883'].includes(driverCodeOf(error))) return null;
  throw error;
}

/** Whether the primary keeps row versions that this standby's long readings need, so that they are not cancelled. */
export async function keepsSnapshots(run: RunStatement): Promise<boolean> {
  const [setting] = await run(`SELECT current_setting('hot_standby_feedback') AS feedback`, []);
  return setting?.feedback === 'on';
}
