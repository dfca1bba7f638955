import type { ReplicaFindings } from '@shaon/core/extension';
import { doubtful, fine, type Verdict, wrong } from './doctor-finding.ts';
import { examineReplicaAt } from './replicas.ts';
import type { HostConfig } from './settings.ts';

/** A replica that is further behind does not keep up; a burst of writes causes less. */
const MUCH_BYTES = 16 * 1024 * 1024;

/** Whether each replica is a standby of this database, and how far behind it is. */
export async function checkReplicas(config: HostConfig, explain: (error: unknown) => string): Promise<Verdict> {
  const { databaseReadUrls: urls } = config;
  if (urls.length === 0) return fine('none');
  const verdicts = await Promise.all(
    urls.map(async (url): Promise<Verdict> => {
      const name = new URL(url).host;
      const verdict = await examineReplicaAt(url, config).then(verdictOf, (error: unknown) => wrong(explain(error)));
      return { ...verdict, text: `${name} ${verdict.text}` };
    }),
  );
  const state = (['wrong', 'doubtful'] as const).find((worst) => verdicts.some((verdict) => verdict.state === worst));
  return { state: state ?? 'fine', text: verdicts.map(({ text }) => text).join('; ') };
}

function verdictOf(found: ReplicaFindings): Verdict {
  if (!found.isSameCluster) return wrong('is another database than that of DATABASE_URL, not a replica of it.');
  if (!found.isStandby) return wrong('is no standby: it was promoted, or is the primary. Nothing is read there.');
  if (found.isTimelineSame === false) {
    return wrong('does not follow this primary: it has not been pointed to it since a promotion.');
  }
  const behind = `is ${Math.round(found.bytesBehind / 1024)} kB behind`;
  if (found.bytesBehind > MUCH_BYTES) return doubtful(`${behind}${age(found)}. The primary answers meanwhile.`);
  if (!found.isSystemKnown) return doubtful(`${behind}; the role may not see whether it is of this cluster`);
  if (!found.keepsSnapshots) {
    return doubtful(`${behind}; exports are read on the primary, set hot_standby_feedback = on there`);
  }
  return fine(behind);
}

function age({ lastReplayedSecondsAgo }: ReplicaFindings): string {
  return lastReplayedSecondsAgo === null ? '' : `, its last change is ${Math.round(lastReplayedSecondsAgo)} s old`;
}
