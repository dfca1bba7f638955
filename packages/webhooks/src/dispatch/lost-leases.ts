import {
  type AllCompanies,
  type CompanyReads,
  type CompanyWrites,
  DIFFERENCES,
  everyCompanySql,
} from '@shaon/core/storage';
import { attemptTable } from '../deliveries/attempt.ts';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { endpointTable } from '../endpoints/endpoint.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { SqlClock } from '../sql-clock.ts';

export interface LostLeaseParts {
  readonly database: Pick<CompanyReads & CompanyWrites, 'dialect' | 'allCompanies' | 'writeAllCompanies'>;
  readonly sqlClock: SqlClock;
  readonly options: Pick<ResolvedWebhooksOptions, 'waitsMs'>;
}

/** How many are returned in one transaction. */
const BATCH = 1_000;

/**
 * Makes deliveries due again whose worker is lost, because its lease has ended, and records the attempts as
 * interrupted. Returns whether there were any.
 */
export async function returnLostDeliveries({ database, sqlClock, options }: LostLeaseParts): Promise<boolean> {
  const lost = everyCompanySql`SELECT d.id FROM ${deliveryTable} d WHERE d.state = 'in_flight' AND d.due_at <= ${sqlClock.now('$1')}`;
  const locked = everyCompanySql`${lost} ORDER BY d.id LIMIT ${BATCH} ${DIFFERENCES[database.dialect].forUpdateSkipLocked}`;
  const first = everyCompanySql`${lost} LIMIT 1`;
  const hasLost = async () => (await database.allCompanies().run(first, [sqlClock.value()])).length > 0;
  if (!(await hasLost())) return false;
  for (;;) {
    const returned = await database.writeAllCompanies('webhooks.lost', {}, async (all) => {
      const ids = (await all.run(locked, [sqlClock.value()])).map((row) => Number(row.id));
      if (ids.length > 0) await returnDeliveries(all, sqlClock, options, ids);
      return ids.length;
    });
    if (returned < BATCH) return true;
  }
}

/** Deliveries are changed before attempts, the order of results; otherwise the two could deadlock. */
async function returnDeliveries(
  all: AllCompanies,
  sqlClock: SqlClock,
  options: LostLeaseParts['options'],
  ids: readonly number[],
): Promise<void> {
  const { inList } = DIFFERENCES[all.dialect];
  const now = sqlClock.now('$2');
  await all.run(
    everyCompanySql`UPDATE ${deliveryTable} SET ${assignments(all.dialect, sqlClock)} WHERE id ${inList('$1')}`,
    [ids, sqlClock.value(), MAX_INTERRUPTIONS, options.waitsMs],
  );
  await all.run(
    everyCompanySql`UPDATE ${attemptTable} SET finished_at = ${now}, outcome = 'interrupted', error_code = 'lease_lost'
      WHERE delivery_id ${inList('$1')} AND finished_at IS NULL`,
    [ids, sqlClock.value()],
  );
}

/** Lost leases of a delivery before each further one counts as a failed attempt. */
const MAX_INTERRUPTIONS = 5;

/**
 * The columns set on a delivery whose worker is lost, which uses up no wait. But a delivery that keeps losing its worker
 * may be what kills it, so after `MAX_INTERRUPTIONS` (`$3`) each further loss counts as a failed attempt: it then waits
 * (`$4`), or has failed. If its endpoint is off or deleted, the repair holds or cancels it.
 */
function assignments(dialect: AllCompanies['dialect'], sqlClock: SqlClock) {
  const waits = dialect === 'postgres' ? `($4::bigint[])[failures + 1]` : `json_extract($4, '$[' || failures || ']')`;
  const isSpent = everyCompanySql`interruptions >= $3 AND EXISTS (
    SELECT 1 FROM ${endpointTable} e WHERE e.id = endpoint_id AND e.enabled AND e.deleted_at IS NULL)`;
  const hasFailed = everyCompanySql`${isSpent} AND ${waits} IS NULL`;
  return everyCompanySql`state = CASE WHEN ${hasFailed} THEN 'failed' ELSE 'pending' END,
    due_at = CASE WHEN ${isSpent} THEN ${sqlClock.later('$2', waits)} ELSE ${sqlClock.now('$2')} END,
    finished_at = CASE WHEN ${hasFailed} THEN ${sqlClock.now('$2')} END,
    failures = failures + CASE WHEN ${isSpent} THEN 1 ELSE 0 END,
    interruptions = interruptions + 1,
    last_error = 'interrupted'`;
}
