import { type CoreLog, guardedHandler } from '@shaon/core';
import { type AllCompanies, DIFFERENCES, everyCompanySql } from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { cancel, HOLD, IS_HELD, IS_PENDING, release } from '../delivery-rows/open-deliveries.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { SqlClock } from '../sql-clock.ts';
import { type LostLeaseParts, returnLostDeliveries } from './lost-leases.ts';

export interface RepairParts extends LostLeaseParts {
  readonly options: Pick<ResolvedWebhooksOptions, 'waitsMs' | 'leaseMs'>;
}

/**
 * Endpoints with open deliveries in a wrong state; locked before their deliveries, by id ascending. Open deliveries are
 * looked for in the order of an index, because otherwise PostgreSQL reads the whole table for each endpoint that has
 * none if many are pending elsewhere.
 */
const HAS_HELD = everyCompanySql`EXISTS (SELECT 1 FROM ${deliveryTable} d WHERE d.endpoint_id = e.id AND ${IS_HELD})`;
const HAS_OPEN = everyCompanySql`(SELECT d.id FROM ${deliveryTable} d WHERE d.endpoint_id = e.id
  AND ${IS_PENDING} ORDER BY d.due_at, d.id LIMIT 1) IS NOT NULL`;
const MISMATCHED = everyCompanySql`SELECT e.id FROM ${endpointTable} e WHERE CASE
    WHEN e.deleted_at IS NOT NULL THEN ${HAS_HELD} OR ${HAS_OPEN}
    WHEN e.enabled THEN ${HAS_HELD} ELSE ${HAS_OPEN} END ORDER BY e.id`;

/**
 * Corrects deliveries that would never be sent or never end: held deliveries of an endpoint that is on, open ones of an
 * endpoint that is off or deleted (D:V16), those whose worker is lost, and those that became due while the clock was
 * ahead.
 *
 * @returns whether any became due
 */
export async function repairDeliveries(parts: RepairParts): Promise<boolean> {
  const { database, sqlClock, options } = parts;
  const hasReturned = await returnLostDeliveries(parts);
  const { inList, forNoKeyUpdate } = DIFFERENCES[database.dialect];
  return database.writeAllCompanies('webhooks.repair', {}, async (all) => {
    const mismatched = await all.run(everyCompanySql`${MISMATCHED} ${forNoKeyUpdate}`);
    const ids = mismatched.map((row) => Number(row.id));
    const hasAdvanced = await advanceLateDeliveries(all, sqlClock, options);
    const becameDue = hasReturned || hasAdvanced;
    if (ids.length === 0) return becameDue;
    const ofEndpoints = (condition: string) =>
      everyCompanySql`endpoint_id IN (SELECT e.id FROM ${endpointTable} e WHERE e.id ${inList('$1')} AND ${condition})`;
    const now = sqlClock.now('$2');
    const released = await all.run(
      everyCompanySql`UPDATE ${deliveryTable} SET ${release(now)}
        WHERE ${IS_HELD} AND ${ofEndpoints('e.enabled AND e.deleted_at IS NULL')} RETURNING id`,
      [ids, sqlClock.value()],
    );
    await all.run(
      everyCompanySql`UPDATE ${deliveryTable} SET ${HOLD}
        WHERE ${IS_PENDING} AND ${ofEndpoints('NOT e.enabled AND e.deleted_at IS NULL')}`,
      [ids],
    );
    for (const isOpen of [IS_PENDING, IS_HELD]) {
      await all.run(
        everyCompanySql`UPDATE ${deliveryTable} SET ${cancel('endpoint_deleted', now)}
          WHERE ${isOpen} AND ${ofEndpoints('e.deleted_at IS NOT NULL')}`,
        [ids, sqlClock.value()],
      );
    }
    return becameDue || released.length > 0;
  });
}

/** How many are brought forward at once; the next repair takes more. */
const ADVANCED_AT_ONCE = 10_000;

/**
 * Brings deliveries forward whose due time is further away than any wait: the clock was ahead when it was set, and has
 * been set back since. An attempt in flight keeps its worker for the time of a lease.
 */
async function advanceLateDeliveries(
  all: AllCompanies,
  sqlClock: SqlClock,
  { waitsMs, leaseMs }: RepairParts['options'],
): Promise<boolean> {
  const { inList, forUpdateSkipLocked } = DIFFERENCES[all.dialect];
  const late = await all.run(
    everyCompanySql`SELECT id FROM ${deliveryTable} WHERE due_at > ${sqlClock.later('$1', '$2')}
      ORDER BY due_at LIMIT ${ADVANCED_AT_ONCE} ${forUpdateSkipLocked}`,
    [sqlClock.value(), Math.max(...waitsMs, leaseMs)],
  );
  if (late.length === 0) return false;
  await all.run(
    everyCompanySql`UPDATE ${deliveryTable} SET due_at = CASE state WHEN 'in_flight' THEN ${sqlClock.later('$2', '$3')}
      ELSE ${sqlClock.now('$2')} END WHERE id ${inList('$1')}`,
    [late.map((row) => Number(row.id)), sqlClock.value(), leaseMs],
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
