import type { Core, SystemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';

const DAY_MS = 86_400_000;
const ANSWER = '{"error":"upstream unavailable","retry":true}';

interface Past {
  readonly type: string;
  readonly state: 'succeeded' | 'failed' | 'pending';
  /** The status of each attempt; null where it timed out. */
  readonly statuses: readonly (number | null)[];
  /** Milliseconds ago. */
  readonly ago: number;
}

/** Two weeks of deliveries to an endpoint, written past the sender; gives the one that is being retried. */
export async function webhookHistory(core: Core, { companyId }: SystemActor, endpointId: number): Promise<number> {
  const past: Past[] = [];
  for (let day = 13; day >= 0; day--) {
    const count = day % 7 === 1 ? 1 : 9 + ((day * 5) % 6);
    for (let number = 0; number < count; number++) {
      const statuses = number === 2 && day % 3 === 0 ? [503, 200] : [number === 0 ? 204 : 200];
      past.push({ type: 'attendance.clocked_in', state: 'succeeded', statuses, ago: day * DAY_MS + 600_000 + number });
    }
  }
  const failed = [503, 503, 503, null, 503, 503];
  past.push({ type: 'attendance.clocked_in', state: 'failed', statuses: failed, ago: 9 * DAY_MS });
  past.push({ type: 'attendance.clocked_out', state: 'failed', statuses: failed, ago: 4_000_000 });
  past.push({ type: 'leave_request.approved', state: 'succeeded', statuses: [503, 200], ago: 700_000 });
  past.push({ type: 'employee.updated', state: 'pending', statuses: [503, 503, null, 503], ago: 400_000 });
  let last = 0;
  for (const each of past) last = await write(core, companyId, endpointId, each);
  return last;
}

async function write(core: Core, companyId: number, endpointId: number, past: Past): Promise<number> {
  const { database } = core.extension;
  const time = (ms: number) => (database.dialect === 'postgres' ? `to_timestamp(${ms / 1000})` : String(ms));
  const begin = core.clock.now().getTime() - past.ago;
  const data = { employee_id: 3, name: 'أحمد مصاروة', email: 'ahmad.masarwa@gilboa-log.example', status: 'active' };
  const body = JSON.stringify({ event: past.type, data, sent_at: '2026-11-22T11:41:02+02:00' });
  const waits = [0, 10_000, 40_000, 160_000, 760_000, 2_560_000];
  const status = past.statuses.at(-1) ?? null;
  const error = past.state === 'succeeded' ? 'NULL' : status === null ? `'deadline'` : `'server_error'`;
  const due = past.state === 'pending' ? time(begin + 760_000) : 'NULL';
  const finished = past.state === 'pending' ? 'NULL' : time(begin + (waits[past.statuses.length - 1] ?? 0) + 400);
  return database.writeAllCompanies('test.history', {}, async (all) => {
    const [event] = await all.run(
      rawSql(`INSERT INTO "shaon_webhook_event" (company_id, type, body, queued_at)
        VALUES (${companyId}, '${past.type}', $1, ${time(begin)}) RETURNING id`),
      [body],
    );
    const { length } = past.statuses;
    const [delivery] = await all.run(
      rawSql(`INSERT INTO "shaon_webhook_delivery" (company_id, event_id, event_type, endpoint_id, run, "trigger", state,
          due_at, attempts, failures, interruptions, last_status, last_error, created_at, finished_at)
        VALUES (${companyId}, ${event?.id}, '${past.type}', ${endpointId}, 1, 'auto', '${past.state}', ${due}, ${length},
          ${past.state === 'succeeded' ? length - 1 : length}, 0, ${status ?? 'NULL'}, ${error}, ${time(begin)},
          ${finished}) RETURNING id`),
    );
    for (const [index, answered] of past.statuses.entries()) {
      const at = begin + (waits[index] ?? 0);
      const isOk = answered !== null && answered < 300;
      const outcome = answered === null ? 'timeout' : isOk ? 'success' : 'server_error';
      const took = answered === null ? 10_000 : 388 + index * 7;
      const next = index + 1 < length || past.state === 'pending' ? time(begin + (waits[index + 1] ?? 0)) : 'NULL';
      await all.run(
        rawSql(`INSERT INTO "shaon_webhook_attempt" (company_id, delivery_id, number, started_at, finished_at, outcome,
            status, duration_ms, remote_ip, excerpt, error_code, next_due_at)
          VALUES (${companyId}, ${delivery?.id}, ${index + 1}, ${time(at)}, ${time(at + took)}, '${outcome}',
            ${answered ?? 'NULL'}, ${took}, '203.0.113.24', '${isOk || answered === null ? '' : ANSWER}',
            ${answered === null ? `'deadline'` : 'NULL'}, ${next})`),
      );
    }
    return Number(delivery?.id);
  });
}
