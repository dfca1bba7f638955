import type { AuditLog, TellAdmins } from '@shaon/core';
import type { AllCompanies, CompanyWrites, Database } from '@shaon/core/storage';
import type { DeliveryState } from '../delivery-rows/delivery.ts';
import {
  addToFailureStreaks,
  disableEndpoints,
  lockEndpoints,
  type ResultsTransaction,
} from '../endpoints/disable-endpoints.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { waitAfterFailure } from '../retry-schedule.ts';
import type { SqlClock } from '../sql-clock.ts';
import type { Claimed } from './claim.ts';
import { type ResultRow, writeResults } from './record-statements.ts';
import type { AttemptResult } from './send-attempt.ts';

/** How a claimed delivery's attempt ended. */
export interface Finished {
  readonly claimed: Claimed;
  readonly result: AttemptResult;
}

export interface RecordParts {
  readonly database: CompanyWrites & Pick<Database, 'unitOfWork' | 'isOpen'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly tellAdmins: TellAdmins;
  readonly sqlClock: SqlClock;
  readonly options: Pick<ResolvedWebhooksOptions, 'waitsMs' | 'failing'>;
}

/** The code of an attempt that could not be signed, because its secret's key is missing or the secret is damaged. */
export const SECRET_UNREADABLE = 'secret_unreadable';

/**
 * Records how attempts ended, in one transaction. The attempt is always completed; the delivery only while its lease is
 * still the claim's, because afterwards another worker may own it. If no endpoint changes, a single statement does it
 * all.
 */
export async function recordFinished(parts: RecordParts, finished: readonly Finished[]): Promise<void> {
  const { database, audit, tellAdmins, sqlClock, options } = parts;
  // In a fixed order, so that two workers that write the same deliveries cannot deadlock.
  const ordered = [...finished].sort((one, other) => one.claimed.id - other.claimed.id);
  const results = ordered.map((each) => resultRow(each, options.waitsMs));
  if (!results.some(concernsEndpoint)) {
    const write = (all: AllCompanies) => writeResults(all, sqlClock, results);
    if (database.dialect === 'postgres') await write(database.autocommit('webhooks.record'));
    else await database.writeAllCompanies('webhooks.record', {}, write);
    return;
  }
  await database.writeAllCompanies('webhooks.record', {}, async (all, manager) => {
    const transaction: ResultsTransaction = {
      all,
      sqlClock,
      audit: (entry) => audit.write(manager, entry),
      tellAdmins: (trouble) => tellAdmins(manager, trouble),
    };
    await lockEndpoints(all, [...new Set(results.map((each) => each.endpoint_id))]);
    const owned = await writeResults(all, sqlClock, results);
    const unreadable = results.filter(isUnreadable).map((each) => each.endpoint_id);
    await disableEndpoints(transaction, [...new Set(unreadable)], 'secret_unreadable');
    for (const notice of await addToFailureStreaks(transaction, options.failing, exhaustedOf(owned))) {
      database.unitOfWork.afterCommit(manager, () => options.failing.notify(notice));
    }
  });
}

/** Whether more is written than the attempt, the delivery and the time of the last success. */
function concernsEndpoint(result: ResultRow): boolean {
  return result.state === 'failed' || isUnreadable(result);
}

function isUnreadable(result: ResultRow): boolean {
  return result.error_code === SECRET_UNREADABLE;
}

/** How many deliveries to each endpoint have failed for good; endpoints in a fixed order. */
function exhaustedOf(owned: readonly ResultRow[]): ReadonlyMap<number, number> {
  const exhausted = new Map<number, number>();
  for (const { state, endpoint_id: endpointId } of owned) {
    if (state === 'failed') exhausted.set(endpointId, (exhausted.get(endpointId) ?? 0) + 1);
  }
  return new Map([...exhausted].sort(([one], [other]) => one - other));
}

function resultRow({ claimed, result }: Finished, waitsMs: readonly number[]): ResultRow {
  const isSuccess = result.outcome === 'success';
  const isInterrupted = result.outcome === 'interrupted';
  const failures = claimed.failures + (isSuccess || isInterrupted ? 0 : 1);
  const waitMs = isSuccess ? null : isInterrupted ? 0 : waitAfterFailure(waitsMs, failures);
  return {
    delivery_id: claimed.id,
    endpoint_id: claimed.endpointId,
    number: claimed.number,
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
