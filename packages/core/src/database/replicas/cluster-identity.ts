import type { RunStatement } from '../engine.ts';

/** What a standby has in common with its primary, and no other server has. */
export interface ClusterIdentity {
  /** Null where the role may not read it; PostgreSQL lets everybody. */
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

/** Whether two servers hold the same database, as far as can be seen. */
export function isSameCluster(one: ClusterIdentity, other: ClusterIdentity): boolean {
  const isSystemSame = one.system === null || other.system === null || one.system === other.system;
  return isSystemSame && one.database === other.database;
}

/**
 * The timeline that a standby receives. Who may not read the state of the receiver (`pg_read_all_stats`) sees that of the
 * last restart point, which follows a promotion some minutes later; null where neither may be read.
 */
export async function readTimeline(run: RunStatement): Promise<number | null> {
  const received = await run('SELECT received_tli AS timeline FROM pg_stat_wal_receiver', []);
  const timeline = received[0]?.timeline ?? null;
  if (timeline !== null) return Number(timeline);
  const control = await run('SELECT timeline_id AS timeline FROM pg_control_checkpoint()', []).catch(unlessRefused);
  return control === null ? null : Number(control[0]?.timeline);
}

/** Whether `readTimeline` finds one on each connection, whatever the receiver does. */
export async function canReadTimeline(run: RunStatement): Promise<boolean> {
  return (await run('SELECT timeline_id FROM pg_control_checkpoint()', []).catch(unlessRefused)) !== null;
}

/** Null for what the role may not read (42501), or the server does not know (42883). */
function unlessRefused(error: unknown): null {
  const { driverCode, code } = error as { readonly driverCode?: unknown; readonly code?: unknown };
  if (['42501', '42883'].includes(String(driverCode ?? code))) return null;
  throw error;
}

/** Whether a server spares what its own long readings still need, instead of cancelling them. */
export async function keepsSnapshots(run: RunStatement): Promise<boolean> {
  const [setting] = await run(`SELECT current_setting('hot_standby_feedback') AS feedback`, []);
  return setting?.feedback === 'on';
}
