import { type AllCompanies, type Database, DIFFERENCES, type RawRow } from '@shaon/core/extension';
import type { DeliveryState } from '../deliveries/delivery.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { Claimed } from './claim.ts';
import type { DueTime } from './due-time.ts';
import { recordExhausted, switchOff } from './failing-endpoints.ts';
import { type Settlement, settle } from './record-statements.ts';
import { waitAfterFailure } from './retry-schedule.ts';
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
 * lease is still ours (WEBHOOKS, Record).
 */
export function recordFinished(parts: RecordParts, finished: readonly Finished[]): Promise<void> {
  // Always in the same order, so that two workers hardly ever wait for each other in a circle.
  const ordered = [...finished].sort((one, other) => one.claimed.id - other.claimed.id);
  const { time, options } = parts;
  return parts.database.writeAllCompanies('webhooks.record', {}, async (all, manager) => {
    const endpoints = await endpointsOf(all, time, ordered);
    const settlements = ordered.map((each) =>
      settlementOf(each, endpoints.get(each.claimed.endpointId)?.off ?? null, options.schedule),
    );
    const owned = await settle(all, time, settlements);
    await recordHealth(all, time, endpoints, settlements);
    for (const notice of await recordExhausted(all, time, options.failing, exhaustedOf(owned))) {
      parts.database.unitOfWork.afterCommit(manager, () => options.failing.tell(notice));
    }
  });
}

/** How many deliveries to which endpoints have failed for good; the endpoints always in the same order. */
function exhaustedOf(owned: readonly Settlement[]): ReadonlyMap<number, number> {
  const exhausted = new Map<number, number>();
  for (const { state, endpoint_id: endpointId } of owned) {
    if (state === 'failed') exhausted.set(endpointId, (exhausted.get(endpointId) ?? 0) + 1);
  }
  return new Map([...exhausted].sort(([one], [other]) => one - other));
}

type SwitchedOff = 'disabled' | 'deleted';

interface EndpointNow {
  /** What makes its open deliveries something else than due while they are on their way (D:V16). */
  readonly off: SwitchedOff | null;
  /** Whether a success has to be noted with it: that is not done with every one. */
  readonly notesSuccess: boolean;
}

const SUCCESS_NOTED_EVERY_MS = 60_000;

async function endpointsOf(
  all: AllCompanies,
  time: DueTime,
  finished: readonly Finished[],
): Promise<ReadonlyMap<number, EndpointNow>> {
  const rows = await all.rows(
    `SELECT id, enabled, deleted_at IS NOT NULL AS is_deleted, (failure_streak > 0 OR last_success_at IS NULL
       OR last_success_at < ${time.later('$2', '$3')}) AS notes_success
     FROM "shaon_webhook_endpoint" WHERE id ${DIFFERENCES[all.dialect].inList('$1')}`,
    [[...new Set(finished.map(({ claimed }) => claimed.endpointId))], time.value(), -SUCCESS_NOTED_EVERY_MS],
  );
  const off = (row: RawRow): SwitchedOff | null => {
    if (row.is_deleted) return 'deleted';
    return row.enabled ? null : 'disabled';
  };
  return new Map(rows.map((row) => [Number(row.id), { off: off(row), notesSuccess: Boolean(row.notes_success) }]));
}

function settlementOf(
  { claimed, result }: Finished,
  off: SwitchedOff | null,
  schedule: RecordParts['options']['schedule'],
): Settlement {
  const isSuccess = result.outcome === 'success';
  const isInterrupted = result.outcome === 'interrupted';
  const failures = claimed.failures + (isSuccess || isInterrupted ? 0 : 1);
  const waitMs = isSuccess ? null : isInterrupted ? 0 : waitAfterFailure(schedule, failures);
  const state = stateAfter(isSuccess, waitMs, off, result);
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
    state,
    failures,
    last_error: isSuccess ? null : (result.errorCode ?? result.outcome),
    wait_ms: state === 'pending' ? waitMs : null,
  };
}

function stateAfter(
  isSuccess: boolean,
  waitMs: number | null,
  off: SwitchedOff | null,
  result: AttemptResult,
): DeliveryState {
  if (isSuccess) return 'succeeded';
  if (off === 'deleted') return 'cancelled';
  if (waitMs === null) return 'failed';
  return off === 'disabled' || result.errorCode === SECRET_UNREADABLE ? 'held' : 'pending';
}

/** Keeps what the page shows of an endpoint's health, without a write for each success. */
async function recordHealth(
  all: AllCompanies,
  time: DueTime,
  endpoints: ReadonlyMap<number, EndpointNow>,
  settlements: readonly Settlement[],
): Promise<void> {
  const { inList } = DIFFERENCES[all.dialect];
  const endpointsWhere = (holds: (settlement: Settlement) => boolean) =>
    [...new Set(settlements.filter(holds).map((settlement) => settlement.endpoint_id))].sort((a, b) => a - b);
  const succeeded = endpointsWhere(
    ({ outcome, endpoint_id }) => outcome === 'success' && endpoints.get(endpoint_id)?.notesSuccess === true,
  );
  if (succeeded.length > 0) {
    await all.rows(
      `UPDATE "shaon_webhook_endpoint" SET failure_streak = 0, last_success_at = ${time.now('$2')} WHERE id ${inList('$1')}`,
      [succeeded, time.value()],
    );
  }
  const unreadable = endpointsWhere(({ error_code }) => error_code === SECRET_UNREADABLE);
  await switchOff(all, time, unreadable, 'secret_unreadable');
}
