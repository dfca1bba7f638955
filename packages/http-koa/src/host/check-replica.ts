import { doubtful, fine, type Verdict, wrong } from './doctor-finding.ts';
import { withClient } from './postgres-client.ts';
import type { HostConfig } from './settings.ts';

const STATE = `SELECT pg_is_in_recovery() AS standby, current_setting('hot_standby_feedback') AS feedback`;

/** Whether DATABASE_READ_URL leads to a standby that keeps what an export reads. */
export async function checkReplica({ databaseReadUrl: url }: HostConfig): Promise<Verdict> {
  if (url === null) return fine('none');
  const [state] = await withClient(url, (run) => run(STATE, []));
  const { host } = new URL(url);
  if (state?.standby !== true) return wrong(`${host} is no standby: it was promoted, or is the primary.`);
  if (state.feedback === 'on') return fine(`${host} is a standby`);
  return doubtful(`${host} may cancel an export in the middle: set hot_standby_feedback = on there`);
}
