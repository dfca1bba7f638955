import type { RunStatement } from '../engine.ts';
import { type ClusterIdentity, isSameCluster, keepsSnapshots, readIdentity, readTimeline } from './cluster-identity.ts';
import { PrimaryPosition } from './log-position.ts';

/** The facts about a replica that an operator should know. */
export interface ReplicaFindings {
  readonly isStandby: boolean;
  /** Whether cluster and database are the primary's, as far as `isSystemKnown`. */
  readonly isSameCluster: boolean;
  /** False if the role may not read the system identifier, so that only the databases' ids were compared. */
  readonly isSystemKnown: boolean;
  /** False if it follows another server than this primary; null if the role may not read it. */
  readonly isTimelineSame: boolean | null;
  /** Bytes of write-ahead log between the primary's flushed position and the replica's replayed one. */
  readonly bytesBehind: number;
  /** Age of the last replayed transaction; null if none was replayed since the replica's start. */
  readonly lastReplayedSecondsAgo: number | null;
  readonly keepsSnapshots: boolean;
}

const BEHIND = `SELECT pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::text AS bytes,
  extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::text AS seconds`;

/** Examines a replica and its primary, by functions that run a statement on each. */
export async function examineReplica(replica: RunStatement, primary: RunStatement): Promise<ReplicaFindings> {
  const [own, itsPrimary] = await Promise.all([readIdentity(replica), readIdentity(primary)]);
  const [recovery] = await replica('SELECT pg_is_in_recovery() AS standby', []);
  const found = {
    isStandby: recovery?.standby === true,
    isSameCluster: isSameCluster(own, itsPrimary),
    isSystemKnown: isKnown(own) && isKnown(itsPrimary),
    isTimelineSame: null,
    bytesBehind: 0,
    lastReplayedSecondsAgo: null,
    keepsSnapshots: await keepsSnapshots(replica),
  };
  if (!found.isStandby || !found.isSameCluster) return found;
  const position = await new PrimaryPosition(primary).now();
  const timeline = await readTimeline(replica);
  const lsn = position.lsn.toString(16).padStart(9, '0');
  const [behind] = await replica(BEHIND, [`${lsn.slice(0, -8)}/${lsn.slice(-8)}`]);
  return {
    ...found,
    isTimelineSame: timeline === null ? null : timeline === position.timeline,
    bytesBehind: Math.max(0, Number(behind?.bytes ?? 0)),
    lastReplayedSecondsAgo: behind?.seconds == null ? null : Number(behind.seconds),
  };
}

const isKnown = ({ system }: ClusterIdentity): boolean => system !== null;
