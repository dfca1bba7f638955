import type { Database } from '@shaon/core/extension';
import type { DeliveryState } from '../deliveries/delivery.ts';
import type { DueTime } from '../due-time.ts';
import { recordExhausted, switchOff } from '../endpoints/failing-endpoints.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { waitAfterFailure } from '../retry-schedule.ts';
import type { Claimed } from './claim.ts';
import { type Settlement, settle } from './record-statements.ts';
import type { AttemptResult } from './send-attempt.ts';

/** How a claimed delivery's attempt ended. */
export interface Finished {
  readonly claimed: Claimed;
  readonly result: AttemptResult;
}

export interface RecordParts {
  readonly database: Database;
  readonly time: DueTime;
  readonly options: Pick<ResolvedWebhooksOptions, 'schedule' | 'failing'>;
}

/** Code of an attempt that could not be signed, since the key of its secret is missing or the secret damaged. */
export const SECRET_UNREADABLE = 'secret_unreadable';

/**
 * Writes down how attempts ended, in one transaction. The attempt is always completed; the delivery only while its
 * lease is still ours (WEBHOOKS, Record). One statement for all of them is its own transaction; what has to be done
 * to an endpoint as well takes one around several.
 */
export async function recordFinished(parts: RecordParts, finished: readonly Finished[]): Promise<void> {
  const { database, time, options } = parts;
  // Always in the same order, so that two workers hardly ever wait for each other in a circle.
  const ordered = [...finished].sort((one, other) => one.claimed.id - other.claimed.id);
  const settlements = ordered.map((each) => settlementOf(each, options.schedule));
  if (!settlements.some(concernsEndpoint)) {
    await database.appendAllCompanies('webhooks.record', (all) => settle(all, time, settlements));
    return;
  }
  await database.writeAllCompanies('webhooks.record', {}, async (all, manager) => {
    const owned = await settle(all, time, settlements);
    const unreadable = settlements.filter(isUnreadable).map((each) => each.endpoint_id);
    await switchOff(all, time, [...new Set(unreadable)], 'secret_unreadable');
    for (const notice of await recordExhausted(all, time, options.failing, exhaustedOf(owned))) {
      database.unitOfWork.afterCommit(manager, () => options.failing.tell(notice));
    }
  });
}

/** Whether more is to be written than the attempt, the delivery and the time of the last success. */
function concernsEndpoint(settlement: Settlement): boolean {
  return settlement.state === 'failed' || isUnreadable(settlement);
}

function isUnreadable(settlement: Settlement): boolean {
  return settlement.error_code === SECRET_UNREADABLE;
}

/** How many deliveries to which endpoints have failed for good; the endpoints always in the same order. */
function exhaustedOf(owned: readonly Settlement[]): ReadonlyMap<number, number> {
  const exhausted = new Map<number, number>();
  for (const { state, endpoint_id: endpointId } of owned) {
    if (state === 'failed') exhausted.set(endpointId, (exhausted.get(endpointId) ?? 0) + 1);
  }
  return new Map([...exhausted].sort(([one], [other]) => one - other));
}

function settlementOf({ claimed, result }: Finished, schedule: RecordParts['options']['schedule']): Settlement {
  const isSuccess = result.outcome === 'success';
  const isInterrupted = result.outcome === 'interrupted';
  const failures = claimed.failures + (isSuccess || isInterrupted ? 0 : 1);
  const waitMs = isSuccess ? null : isInterrupted ? 0 : waitAfterFailure(schedule, failures);
  return {
    delivery_id: claimed.id,
    endpoint_id: claimed.endpointId,
    number: claimed.number,
    held_lease: claimed.lease,
    outcome: result.outcome,
    status: result.status,
    duration_ms: result.durationMs,
    remote_ip: result.remoteAddress,
    excerpt: result.excerpt,
    error_code: result.errorCode,
    state: stateAfter(isSuccess, waitMs, result),
    failures,
    last_error: isSuccess ? null : (result.errorCode ?? result.outcome),
    wait_ms: waitMs,
  };
}

function stateAfter(isSuccess: boolean, waitMs: number | null, result: AttemptResult): DeliveryState {
  if (isSuccess) return 'succeeded';
  if (waitMs === null) return 'failed';
  return result.errorCode === SECRET_UNREADABLE ? 'held' : 'pending';
}
