import type { CoreLog } from '@shaon/core';
import {
  type AllCompanies,
  type CompanyWrites,
  DIFFERENCES,
  everyCompanySql,
  guardedHandler,
} from '@shaon/core/extension';
import { type DatabaseClock, memoizedByClock } from '../database-clock.ts';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { cancel, HOLD, IS_HELD, IS_PENDING, release } from '../delivery-rows/open-deliveries.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { longestWait } from '../retry-schedule.ts';
import { closeLostAttempts } from './lost-leases.ts';

export interface RepairParts {
  readonly database: CompanyWrites;
  readonly time: DatabaseClock;
  readonly options: Pick<ResolvedWebhooksOptions, 'schedule' | 'leaseMs'>;
}

/** The delivery's worker is lost. No claim takes it while its endpoint is off or deleted. */
const isLost = (now: string): string => `state = 'in_flight' AND due_at <= ${now}`;

/**
 * Endpoints with open deliveries in a wrong state; locked before their deliveries, by id ascending. Open deliveries are
 * looked for in the order of an index, because otherwise PostgreSQL reads the whole table for each endpoint that has
 * none if many are pending elsewhere.
 */
const MISMATCHED = memoizedByClock((time) => {
  const hasHeld = everyCompanySql`EXISTS (SELECT 1 FROM ${deliveryTable} d WHERE d.endpoint_id = e.id AND ${IS_HELD})`;
  const hasOpen = everyCompanySql`(SELECT d.id FROM ${deliveryTable} d WHERE d.endpoint_id = e.id
    AND (${IS_PENDING} OR ${isLost(time.now('$1'))}) AND d.due_at IS NOT NULL ORDER BY d.due_at, d.id LIMIT 1) IS NOT NULL`;
  return everyCompanySql`SELECT e.id FROM ${endpointTable} e WHERE CASE
    WHEN e.deleted_at IS NOT NULL THEN ${hasHeld} OR ${hasOpen}
    WHEN e.enabled THEN ${hasHeld} ELSE ${hasOpen} END ORDER BY e.id`;
});

/**
 * Corrects deliveries that would never be sent or never end: held deliveries of an endpoint that is on, open ones of an
 * endpoint that is off or deleted (D:V16), and those that became due while the clock was ahead.
 *
 * @returns whether any became due
 */
export async function repairDeliveries({ database, time, options }: RepairParts): Promise<boolean> {
  const { inList, forNoKeyUpdate } = DIFFERENCES[database.dialect];
  return database.writeAllCompanies('webhooks.repair', {}, async (all) => {
    const mismatched = await all.rows(everyCompanySql`${MISMATCHED(time)} ${forNoKeyUpdate}`, [time.value()]);
    const ids = mismatched.map((row) => Number(row.id));
    const hasAdvanced = await advanceLateDeliveries(all, time, options);
    if (ids.length === 0) return hasAdvanced;
    const ofEndpoints = (condition: string) =>
      everyCompanySql`endpoint_id IN (SELECT e.id FROM ${endpointTable} e WHERE e.id ${inList('$1')} AND ${condition})`;
    const now = time.now('$2');
    const released = await all.rows(
      everyCompanySql`UPDATE ${deliveryTable} SET ${release(now)}
        WHERE ${IS_HELD} AND ${ofEndpoints('e.enabled AND e.deleted_at IS NULL')} RETURNING id`,
      [ids, time.value()],
    );
    await takeBackLost(all, time, ids);
    await all.rows(
      everyCompanySql`UPDATE ${deliveryTable} SET ${HOLD}
        WHERE ${IS_PENDING} AND ${ofEndpoints('NOT e.enabled AND e.deleted_at IS NULL')}`,
      [ids],
    );
    for (const isOpen of [IS_PENDING, IS_HELD]) {
      await all.rows(
        everyCompanySql`UPDATE ${deliveryTable} SET ${cancel('endpoint_deleted', now)}
          WHERE ${isOpen} AND ${ofEndpoints('e.deleted_at IS NOT NULL')}`,
        [ids, time.value()],
      );
    }
    return hasAdvanced || released.length > 0;
  });
}

/** Makes deliveries of lost workers pending again and closes their attempts, as a claim does with those it takes. */
async function takeBackLost(all: AllCompanies, time: DatabaseClock, endpoints: readonly number[]): Promise<void> {
  const { inList, forUpdateSkipLocked } = DIFFERENCES[all.dialect];
  const lost = await all.rows(
    everyCompanySql`SELECT d.id FROM ${deliveryTable} d WHERE ${isLost(time.now('$2'))} AND d.endpoint_id IN (
        SELECT e.id FROM ${endpointTable} e WHERE e.id ${inList('$1')} AND (NOT e.enabled OR e.deleted_at IS NOT NULL))
      ORDER BY d.id ${forUpdateSkipLocked}`,
    [endpoints, time.value()],
  );
  if (lost.length === 0) return;
  const ids = lost.map((row) => Number(row.id));
  await all.rows(
    everyCompanySql`UPDATE ${deliveryTable} SET state = 'pending', lease = lease + 1, interruptions = interruptions + 1,
      last_error = 'interrupted' WHERE id ${inList('$1')}`,
    [ids],
  );
  await all.rows(closeLostAttempts(time, '$2', inList('$1')), [ids, time.value()]);
}

/** How many are brought forward at once; the next repair takes more. */
const ADVANCED_AT_ONCE = 10_000;

/**
 * Brings deliveries forward whose due time is further away than any wait: the clock was ahead when it was set, and has
 * been set back since. An attempt in flight keeps its worker for the time of a lease.
 */
async function advanceLateDeliveries(
  all: AllCompanies,
  time: DatabaseClock,
  { schedule, leaseMs }: RepairParts['options'],
): Promise<boolean> {
  const { inList, forUpdateSkipLocked } = DIFFERENCES[all.dialect];
  const late = await all.rows(
    everyCompanySql`SELECT id FROM ${deliveryTable} WHERE due_at > ${time.later('$1', '$2')}
      ORDER BY due_at LIMIT ${ADVANCED_AT_ONCE} ${forUpdateSkipLocked}`,
    [time.value(), Math.max(longestWait(schedule), leaseMs)],
  );
  if (late.length === 0) return false;
  await all.rows(
    everyCompanySql`UPDATE ${deliveryTable} SET due_at = CASE state WHEN 'in_flight' THEN ${time.later('$2', '$3')}
      ELSE ${time.now('$2')} END WHERE id ${inList('$1')}`,
    [late.map((row) => Number(row.id)), time.value(), leaseMs],
  );
  return true;
}

/** The repair for a timer: it never throws; if the database fails, the next tick tries again. */
export function repairTask({ log, wake, ...parts }: RepairParts & { readonly log: CoreLog; wake(): void }): () => void {
  return guardedHandler(log, 'repair of switched webhook endpoints', async () => {
    try {
      if (await repairDeliveries(parts)) wake();
    } catch {
      log.warn({}, 'Repairing deliveries of switched webhook endpoints failed; it is tried again');
    }
  });
}
