import { type AllCompanies, DIFFERENCES } from '@shaon/core/extension';
import type { DueTime } from './due-time.ts';
import { type ClaimSize, liveLeases, OPEN_ENDPOINTS, type Taken } from './open-endpoints.ts';

/** Endpoints with something due, and how many more attempts each may have on its way. */
export const endpointsWithDue = (now: string) => `WITH RECURSIVE ${OPEN_ENDPOINTS}
  SELECT e.id, e.max_inflight - ${liveLeases(now)} AS room
  FROM open_endpoint o JOIN "shaon_webhook_endpoint" e ON e.id = o.endpoint_id
  WHERE e.enabled AND e.deleted_at IS NULL AND EXISTS (
    SELECT 1 FROM "shaon_webhook_delivery" d WHERE d.endpoint_id = e.id AND d.due_at <= ${now})`;

/** Whether a claim could find anything; for the reader. */
export async function isAnythingDue(all: AllCompanies, time: DueTime): Promise<boolean> {
  const rows = await all.rows(endpointsWithDue(time.now('$1')), [time.value()]);
  return rows.some((row) => Number(row.room) > 0);
}

/** SQLite has one sender, so fairness between endpoints is kept here in memory. */
export async function claimOnSqlite(all: AllCompanies, time: DueTime, size: ClaimSize): Promise<Taken> {
  const now = time.value();
  const endpoints = await all.rows(endpointsWithDue(time.now('$1')), [now]);
  const queues: number[][] = [];
  for (const endpoint of endpoints) {
    const room = Math.min(Number(endpoint.room), size.slots);
    if (room <= 0) continue;
    const due = await all.rows(
      `SELECT id FROM "shaon_webhook_delivery" WHERE endpoint_id = $1 AND due_at <= $2 ORDER BY due_at, id LIMIT $3`,
      [Number(endpoint.id), now, room],
    );
    queues.push(due.map((row) => Number(row.id)));
  }
  const chosen = inTurns(queues, size.slots);
  if (chosen.length === 0) return { ids: [], again: [], isContended: false };
  const rows = await all.rows(
    `UPDATE "shaon_webhook_delivery" SET state = 'in_flight', lease = lease + 1, attempts = attempts + 1,
     due_at = ${time.later('$2', '$3')} WHERE id ${DIFFERENCES.sqlite.inList('$1')} RETURNING id, attempts`,
    [chosen, now, size.leaseMs],
  );
  const again = rows.filter((row) => Number(row.attempts) > 1).map((row) => Number(row.id));
  return { ids: chosen, again, isContended: false };
}

/** The first of each queue, then the second of each, … until `slots` are taken. */
function inTurns(queues: readonly (readonly number[])[], slots: number): number[] {
  const chosen: number[] = [];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  for (let place = 0; place < longest && chosen.length < slots; place++) {
    for (const queue of queues) {
      const id = queue[place];
      if (id !== undefined && chosen.length < slots) chosen.push(id);
    }
  }
  return chosen;
}
