import type { Core } from '@shaon/core';
import { rawSql } from '../raw-sql.ts';

/** Time for the queueing to be over and measured before the first delivery is due. */
const DUE_AFTER_MS = 1_500;

const EVENT = 'leave_request.approved';

export interface WantedBacklog {
  readonly deliveries: number;
  /** Taken in turn. */
  readonly endpoints: readonly number[];
}

/** Queues deliveries by straight SQL, all of them due at one moment a little later. */
export async function queueBacklog(core: Core, companyId: number, wanted: WantedBacklog): Promise<void> {
  const now = new Date();
  const due = new Date(now.getTime() + DUE_AFTER_MS);
  const data = { leave_request_id: 1, employee_id: 1, date: '2026-01-01', type: 'vacation', status: 'approved' };
  const body = JSON.stringify({ event: EVENT, data: { ...data, manager_note: null }, sent_at: now.toISOString() });
  const { endpoints } = wanted;
  await core.extension.database.writeAllCompanies('bench.fill', {}, async (all) => {
    const [last] = await all.run(rawSql('SELECT COALESCE(max(id), 0) AS id FROM "shaon_webhook_event"'));
    await all.run(
      rawSql(`INSERT INTO "shaon_webhook_event" (company_id, type, body, queued_at)
       WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < CAST($1 AS integer))
       SELECT CAST($2 AS integer), '${EVENT}', CAST($3 AS text), CAST($4 AS timestamptz(3)) FROM number`),
      [wanted.deliveries, companyId, body, now],
    );
    for (const [index, endpoint] of endpoints.entries()) {
      await all.run(
        rawSql(`INSERT INTO "shaon_webhook_delivery" (company_id, event_id, event_type, endpoint_id, run, "trigger", state, due_at,
           attempts, failures, interruptions, created_at)
         SELECT company_id, id, type, CAST($2 AS integer), 1, 'auto', 'pending', CAST($3 AS timestamptz(3)), 0, 0, 0, queued_at
         FROM "shaon_webhook_event" WHERE id > $1 AND id % ${endpoints.length} = ${index}`),
        [Number(last?.id), endpoint, due],
      );
    }
    // A database in use has statistics; without them plans would be of an empty table.
    for (const table of ['event', 'delivery', 'attempt']) await all.run(rawSql(`ANALYZE "shaon_webhook_${table}"`));
  });
}
