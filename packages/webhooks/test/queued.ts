import type { Core } from '@shaon/core';
import { rawSql } from '@shaon/testing';

/** Bulk rows on either database: `n` counts from 1 to the number in `parameter`. */
function numbers(dialect: 'sqlite' | 'postgres', parameter: string): string {
  return dialect === 'postgres'
    ? `generate_series(1, ${parameter}::integer) AS numbers(n)`
    : `(WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${parameter}) SELECT n FROM counted) AS numbers`;
}

export interface Queued {
  readonly companyId: number;
  readonly endpoints: readonly number[];
  /** Events, each of them for every endpoint. */
  readonly count: number;
  readonly body?: string;
}

/** Queues events to endpoints without going through a domain change. */
export async function queue(core: Core, queued: Queued): Promise<void> {
  await insert(core, queued, { state: `'pending'`, dueAt: 'ev.queued_at', attempts: 0, finishedAt: 'NULL' });
}

/** Deliveries that are long over, an attempt each. */
export async function history(core: Core, queued: Queued, state: 'succeeded' | 'failed' = 'succeeded'): Promise<void> {
  await insert(core, queued, { state: `'${state}'`, dueAt: 'NULL', attempts: 1, finishedAt: 'ev.queued_at' });
  await core.extension.database.writeAllCompanies('test.history', {}, (all) =>
    all.run(
      rawSql(`INSERT INTO "shaon_webhook_attempt" (company_id, delivery_id, number, started_at, finished_at, outcome, status)
       SELECT d.company_id, d.id, 1, d.created_at, d.created_at, 'success', 200
       FROM "shaon_webhook_delivery" d WHERE d.state = 'succeeded'
       AND NOT EXISTS (SELECT 1 FROM "shaon_webhook_attempt" a WHERE a.delivery_id = d.id)`),
    ),
  );
}

async function insert(
  core: Core,
  { companyId, endpoints, count, body = '{}' }: Queued,
  columns: { readonly state: string; readonly dueAt: string; readonly attempts: number; readonly finishedAt: string },
): Promise<void> {
  const { database } = core.extension;
  const instant = database.dialect === 'postgres' ? '$2::timestamptz' : '$2';
  await database.writeAllCompanies('test.queue', {}, async (all) => {
    const [last] = await all.run(rawSql('SELECT COALESCE(MAX(id), 0) AS id FROM "shaon_webhook_event"'));
    await all.run(
      rawSql(`INSERT INTO "shaon_webhook_event" (company_id, type, body, queued_at)
       SELECT ${companyId}, 'employee.created', $1, ${instant} FROM ${numbers(all.dialect, '$3')}`),
      [body, core.clock.now(), count],
    );
    for (const endpointId of endpoints) {
      await all.run(
        rawSql(`INSERT INTO "shaon_webhook_delivery" (company_id, event_id, event_type, endpoint_id, run, "trigger", state, due_at,
           attempts, failures, interruptions, created_at, finished_at)
         SELECT ev.company_id, ev.id, ev.type, ${endpointId}, 1, 'auto', ${columns.state}, ${columns.dueAt},
           ${columns.attempts}, 0, 0, ev.queued_at, ${columns.finishedAt}
         FROM "shaon_webhook_event" ev WHERE ev.id > $1`),
        [Number(last!.id)],
      );
    }
  });
}
