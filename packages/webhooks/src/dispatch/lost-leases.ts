import { type AllCompanies, DIFFERENCES } from '@shaon/core/extension';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { DueTime } from './due-time.ts';
import { waitAfterFailure } from './retry-schedule.ts';

/**
 * Of freshly claimed deliveries, some were in flight already when their worker vanished: their open attempt becomes
 * `interrupted` and uses up no wait. A delivery that keeps losing its worker may be what kills it, so after
 * `maxInterruptions` each further one counts as a failed attempt and is not sent at once.
 *
 * @param again claimed deliveries that were attempted before
 * @returns the ids that are not to be sent now
 */
export async function closeLostAttempts(
  all: AllCompanies,
  time: DueTime,
  options: Pick<ResolvedWebhooksOptions, 'maxInterruptions' | 'schedule'>,
  again: readonly number[],
): Promise<ReadonlySet<number>> {
  const spent = new Set<number>();
  if (again.length === 0) return spent;
  const { inList } = DIFFERENCES[all.dialect];
  const lost = await all.rows(
    `UPDATE "shaon_webhook_attempt" SET finished_at = ${time.now('$2')}, outcome = 'interrupted', error_code = 'lease_lost'
     WHERE delivery_id ${inList('$1')} AND finished_at IS NULL RETURNING delivery_id`,
    [again, time.value()],
  );
  if (lost.length === 0) return spent;
  const rows = await all.rows(
    `UPDATE "shaon_webhook_delivery" SET interruptions = interruptions + 1, last_error = 'interrupted'
     WHERE id ${inList('$1')} RETURNING id, interruptions, failures`,
    [lost.map((row) => Number(row.delivery_id))],
  );
  for (const row of rows) {
    if (Number(row.interruptions) <= options.maxInterruptions) continue;
    const id = Number(row.id);
    const wait = waitAfterFailure(options.schedule, Number(row.failures) + 1);
    await all.rows(
      wait === null ? giveUp(time) : waitMore(time),
      wait === null ? [id, time.value()] : [id, time.value(), wait],
    );
    spent.add(id);
  }
  return spent;
}

/** No attempt was begun after all, so its number goes back. */
const waitMore = (time: DueTime) => `UPDATE "shaon_webhook_delivery" SET state = 'pending', failures = failures + 1,
  attempts = attempts - 1, due_at = ${time.later('$2', '$3')} WHERE id = $1`;

const giveUp = (time: DueTime) => `UPDATE "shaon_webhook_delivery" SET state = 'failed', failures = failures + 1,
  attempts = attempts - 1, due_at = NULL, finished_at = ${time.now('$2')} WHERE id = $1`;
