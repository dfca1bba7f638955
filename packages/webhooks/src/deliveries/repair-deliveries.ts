import type { CoreLog } from '@shaon/core';
import { type CompanyWrites, DIFFERENCES, everyCompanySql, guardedHandler } from '@shaon/core/extension';
import type { DatabaseClock } from '../database-clock.ts';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { cancel, HOLD, IS_HELD, IS_PENDING, release } from '../delivery-rows/open-deliveries.ts';
import { endpointTable } from '../endpoints/endpoint.ts';

/** Endpoints with open deliveries in a wrong state; locked before their deliveries, by id ascending. */
const MISMATCHED = (() => {
  const has = (condition: string) =>
    everyCompanySql`EXISTS (SELECT 1 FROM ${deliveryTable} d WHERE d.endpoint_id = e.id AND ${condition})`;
  return everyCompanySql`SELECT e.id FROM ${endpointTable} e WHERE CASE
    WHEN e.deleted_at IS NOT NULL THEN ${has(IS_HELD)} OR ${has(IS_PENDING)}
    WHEN e.enabled THEN ${has(IS_HELD)} ELSE ${has(IS_PENDING)} END ORDER BY e.id`;
})();

/**
 * Corrects deliveries that were queued while their endpoint was being switched: held deliveries of an endpoint that is
 * on, and open ones of an endpoint that is off or deleted (D:V16).
 *
 * @returns whether any became due
 */
export async function repairDeliveries(database: CompanyWrites, time: DatabaseClock): Promise<boolean> {
  const { inList, forNoKeyUpdate } = DIFFERENCES[database.dialect];
  return database.writeAllCompanies('webhooks.repair', {}, async (all) => {
    const mismatched = await all.rows(everyCompanySql`${MISMATCHED} ${forNoKeyUpdate}`);
    if (mismatched.length === 0) return false;
    const ids = mismatched.map((row) => Number(row.id));
    const ofEndpoints = (condition: string) =>
      everyCompanySql`endpoint_id IN (SELECT e.id FROM ${endpointTable} e WHERE e.id ${inList('$1')} AND ${condition})`;
    const now = time.now('$2');
    const released = await all.rows(
      everyCompanySql`UPDATE ${deliveryTable} SET ${release(now)}
        WHERE ${IS_HELD} AND ${ofEndpoints('e.enabled AND e.deleted_at IS NULL')} RETURNING id`,
      [ids, time.value()],
    );
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
    return released.length > 0;
  });
}

/** The repair for a timer: it never throws; if the database fails, the next tick tries again. */
export function repairTask(parts: {
  readonly database: CompanyWrites;
  readonly time: DatabaseClock;
  readonly log: CoreLog;
  wake(): void;
}): () => void {
  const { database, time, log, wake } = parts;
  return guardedHandler(log, 'repair of switched webhook endpoints', async () => {
    try {
      if (await repairDeliveries(database, time)) wake();
    } catch {
      log.warn({}, 'Repairing deliveries of switched webhook endpoints failed; it is tried again');
    }
  });
}
