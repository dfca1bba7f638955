import { type AllCompanies, type CompanyWrites, DIFFERENCES, everyCompanySql } from '@shaon/core/storage';
import { DAY_MS } from '@shaon/core/time';
import { type DeliveryState, deliveryTable } from '../delivery-rows/delivery.ts';
import { cancel, IS_HELD } from '../delivery-rows/open-deliveries.ts';
import { KEEP_HELD_DAYS, type ResolvedWebhooksOptions } from '../options.ts';
import type { SqlClock } from '../sql-clock.ts';
import { attemptTable } from './attempt.ts';
import { eventTable } from './event.ts';

const BATCH = 1_000;

/** The result of pruning. */
export interface Pruned {
  readonly deliveries: number;
  /** Held deliveries that were cancelled because their endpoint was off for too long (D:V16). */
  readonly cancelled: number;
}

/**
 * Deletes old deliveries with their attempts: succeeded and cancelled ones after 30 days, failed ones after 90. An
 * event is deleted with its last delivery. Works in batches of 1,000, each in its own short transaction.
 */
export async function pruneDeliveries(
  database: CompanyWrites,
  sqlClock: SqlClock,
  options: Pick<ResolvedWebhooksOptions, 'keepSucceededDays' | 'keepFailedDays'>,
): Promise<Pruned> {
  await database.writeAllCompanies('webhooks.prune', {}, analyzeDeliveries);
  const cancelled = await inBatches(database, (all) => cancelHeld(all, sqlClock, KEEP_HELD_DAYS * DAY_MS));
  const keep: readonly (readonly [DeliveryState, number])[] = [
    ['succeeded', options.keepSucceededDays],
    ['cancelled', options.keepSucceededDays],
    ['failed', options.keepFailedDays],
  ];
  let deliveries = 0;
  for (const [state, days] of keep) {
    deliveries += await inBatches(database, (all) => removeFinished(all, sqlClock, state, days * DAY_MS));
  }
  return { deliveries, cancelled };
}

/**
 * Before an event is deleted, SQLite looks for its deliveries. Without statistics it reads all of the company's
 * deliveries, which took seconds per batch and blocked all writers. PostgreSQL collects statistics itself.
 */
async function analyzeDeliveries(all: AllCompanies): Promise<void> {
  if (all.dialect !== 'sqlite') return;
  await all.run(everyCompanySql`PRAGMA analysis_limit = 400`);
  await all.run(everyCompanySql`ANALYZE ${deliveryTable}`);
}

async function inBatches(database: CompanyWrites, batch: (all: AllCompanies) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await database.writeAllCompanies('webhooks.prune', {}, batch);
    total += done;
    if (done < BATCH) return total;
  }
}

async function cancelHeld(all: AllCompanies, sqlClock: SqlClock, keepMs: number): Promise<number> {
  const { inList, forUpdateSkipLocked } = DIFFERENCES[all.dialect];
  const rows = await all.run(
    everyCompanySql`SELECT id FROM ${deliveryTable} WHERE ${IS_HELD} AND created_at < ${sqlClock.later('$1', '$2')}
     ORDER BY id LIMIT ${BATCH} ${forUpdateSkipLocked}`,
    [sqlClock.value(), -keepMs],
  );
  if (rows.length === 0) return 0;
  await all.run(
    everyCompanySql`UPDATE ${deliveryTable} SET ${cancel('held_too_long', sqlClock.now('$2'))}
     WHERE id ${inList('$1')}`,
    [rows.map((row) => Number(row.id)), sqlClock.value()],
  );
  return rows.length;
}

async function removeFinished(
  all: AllCompanies,
  sqlClock: SqlClock,
  state: DeliveryState,
  keepMs: number,
): Promise<number> {
  const { inList, forUpdateSkipLocked, forNoKeyUpdate } = DIFFERENCES[all.dialect];
  const rows = await all.run(
    everyCompanySql`SELECT id, event_id FROM ${deliveryTable} WHERE state = $3 AND finished_at IS NOT NULL
     AND finished_at < ${sqlClock.later('$1', '$2')} ORDER BY finished_at, id LIMIT ${BATCH} ${forUpdateSkipLocked}`,
    [sqlClock.value(), -keepMs, state],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => Number(row.id));
  await all.run(everyCompanySql`DELETE FROM ${attemptTable} WHERE delivery_id ${inList('$1')}`, [ids]);
  await all.run(everyCompanySql`DELETE FROM ${deliveryTable} WHERE id ${inList('$1')}`, [ids]);
  const events = [...new Set(rows.map((row) => Number(row.event_id)))];
  // Two processes may delete an event's last two deliveries: without the lock neither would then delete the event.
  const lockEvents = everyCompanySql`SELECT id FROM ${eventTable} WHERE id ${inList('$1')} ORDER BY id ${forNoKeyUpdate}`;
  if (forNoKeyUpdate !== '') await all.run(lockEvents, [events]);
  await all.run(
    everyCompanySql`DELETE FROM ${eventTable} WHERE id ${inList('$1')} AND NOT EXISTS
     (SELECT 1 FROM ${deliveryTable} d WHERE d.event_id = ${eventTable}.id)`,
    [events],
  );
  return rows.length;
}
