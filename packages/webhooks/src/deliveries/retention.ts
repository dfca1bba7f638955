import { type AllCompanies, type Database, DIFFERENCES } from '@shaon/core/extension';
import type { DueTime } from '../due-time.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { DeliveryState } from './delivery.ts';

const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** What a pruning has done. */
export interface Pruned {
  readonly deliveries: number;
  /** Held deliveries that were cancelled since their endpoint was off for too long (D:V16). */
  readonly cancelled: number;
}

/**
 * Removes what is over: succeeded and cancelled deliveries after 30 days, failed ones after 90, with their attempts
 * and, with the last of them, their event. In batches of 1,000, each in a short transaction of its own.
 */
export async function pruneDeliveries(
  database: Database,
  time: DueTime,
  options: Pick<ResolvedWebhooksOptions, 'keepSucceededDays' | 'keepFailedDays' | 'keepHeldDays'>,
): Promise<Pruned> {
  await database.writeAllCompanies('webhooks.prune', {}, learnSizes);
  const cancelled = await inBatches(database, (all) => cancelHeld(all, time, options.keepHeldDays * DAY_MS));
  const keep: readonly (readonly [DeliveryState, number])[] = [
    ['succeeded', options.keepSucceededDays],
    ['cancelled', options.keepSucceededDays],
    ['failed', options.keepFailedDays],
  ];
  let deliveries = 0;
  for (const [state, days] of keep) {
    deliveries += await inBatches(database, (all) => removeFinished(all, time, state, days * DAY_MS));
  }
  return { deliveries, cancelled };
}

/**
 * To remove an event SQLite looks for deliveries of it, and without statistics does so among all of the company's: a
 * batch took seconds, while nobody else could write. A sample tells it better; PostgreSQL takes its own.
 */
async function learnSizes(all: AllCompanies): Promise<void> {
  if (all.dialect !== 'sqlite') return;
  await all.rows('PRAGMA analysis_limit = 400');
  await all.rows('ANALYZE "shaon_webhook_delivery"');
}

async function inBatches(database: Database, batch: (all: AllCompanies) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await database.writeAllCompanies('webhooks.prune', {}, batch);
    total += done;
    if (done < BATCH) return total;
  }
}

async function cancelHeld(all: AllCompanies, time: DueTime, keepMs: number): Promise<number> {
  const { inList, forUpdateSkipLocked } = DIFFERENCES[all.dialect];
  const rows = await all.rows(
    `SELECT id FROM "shaon_webhook_delivery" WHERE state = 'held' AND created_at < ${time.later('$1', '$2')}
     ORDER BY id LIMIT ${BATCH} ${forUpdateSkipLocked}`,
    [time.value(), -keepMs],
  );
  if (rows.length === 0) return 0;
  await all.rows(
    `UPDATE "shaon_webhook_delivery" SET state = 'cancelled', last_error = 'held_too_long', finished_at = ${time.now('$2')}
     WHERE id ${inList('$1')}`,
    [rows.map((row) => Number(row.id)), time.value()],
  );
  return rows.length;
}

async function removeFinished(all: AllCompanies, time: DueTime, state: DeliveryState, keepMs: number): Promise<number> {
  const { inList, forUpdateSkipLocked } = DIFFERENCES[all.dialect];
  const rows = await all.rows(
    `SELECT id, event_id FROM "shaon_webhook_delivery" WHERE state = $3 AND finished_at IS NOT NULL
     AND finished_at < ${time.later('$1', '$2')} ORDER BY finished_at, id LIMIT ${BATCH} ${forUpdateSkipLocked}`,
    [time.value(), -keepMs, state],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => Number(row.id));
  await all.rows(`DELETE FROM "shaon_webhook_attempt" WHERE delivery_id ${inList('$1')}`, [ids]);
  await all.rows(`DELETE FROM "shaon_webhook_delivery" WHERE id ${inList('$1')}`, [ids]);
  await all.rows(
    `DELETE FROM "shaon_webhook_event" WHERE id ${inList('$1')} AND NOT EXISTS
     (SELECT 1 FROM "shaon_webhook_delivery" d WHERE d.event_id = "shaon_webhook_event".id)`,
    [[...new Set(rows.map((row) => Number(row.event_id)))]],
  );
  return rows.length;
}

/**
 * Puts right what a switch of an endpoint and a domain write at the same moment can leave behind: held deliveries of
 * an endpoint that is on, and open ones of an endpoint that is off or deleted. Returns whether any became due.
 */
export async function settleSwitched(database: Database, time: DueTime): Promise<boolean> {
  return database.writeAllCompanies('webhooks.settle', {}, async (all) => {
    const endpoints = (condition: string) =>
      `endpoint_id IN (SELECT e.id FROM "shaon_webhook_endpoint" e WHERE ${condition})`;
    const released = await all.rows(
      `UPDATE "shaon_webhook_delivery" SET state = 'pending', due_at = ${time.now('$1')}
       WHERE state = 'held' AND ${endpoints('e.enabled AND e.deleted_at IS NULL')} RETURNING id`,
      [time.value()],
    );
    // Whatever is pending is due some time: saying so leads to the index of what is due, past all history.
    const pending = `state = 'pending' AND due_at IS NOT NULL`;
    await all.rows(
      `UPDATE "shaon_webhook_delivery" SET state = 'held', due_at = NULL
       WHERE ${pending} AND ${endpoints('NOT e.enabled AND e.deleted_at IS NULL')}`,
    );
    for (const open of [pending, `state = 'held'`]) {
      await all.rows(
        `UPDATE "shaon_webhook_delivery" SET state = 'cancelled', due_at = NULL, last_error = 'endpoint_deleted',
         finished_at = ${time.now('$1')} WHERE ${open} AND ${endpoints('e.deleted_at IS NOT NULL')}`,
        [time.value()],
      );
    }
    return released.length > 0;
  });
}
