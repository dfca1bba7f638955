import { type AllCompanies, type Database, DIFFERENCES } from '@shaon/core/extension';
import type { ResolvedWebhooksOptions } from '../options.ts';
import type { Claimed } from './claim.ts';
import type { DueTime } from './due-time.ts';
import { recordExhausted, switchOff } from './failing-endpoints.ts';
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
  // Always in the same order, so that two workers never wait for each other in a circle.
  const ordered = [...finished].sort((one, other) => one.claimed.id - other.claimed.id);
  return parts.database.writeAllCompanies('webhooks.record', {}, async (all, manager) => {
    const endpoints = await switchedOff(all, ordered);
    const exhausted = new Map<number, number>();
    for (const each of ordered) {
      const { endpointId } = each.claimed;
      if ((await recordOne(all, parts, each, endpoints.get(endpointId))) !== 'failed') continue;
      exhausted.set(endpointId, (exhausted.get(endpointId) ?? 0) + 1);
    }
    await recordHealth(all, parts.time, ordered);
    for (const notice of await recordExhausted(all, parts.time, parts.options.failing, exhausted)) {
      parts.database.unitOfWork.afterCommit(manager, () => parts.options.failing.tell(notice));
    }
  });
}

type SwitchedOff = 'disabled' | 'deleted';

/** What an endpoint's open deliveries become when it is switched off or deleted while they are on their way (D:V16). */
async function switchedOff(
  all: AllCompanies,
  finished: readonly Finished[],
): Promise<ReadonlyMap<number, SwitchedOff>> {
  const rows = await all.rows(
    `SELECT id, deleted_at FROM "shaon_webhook_endpoint"
     WHERE id ${DIFFERENCES[all.dialect].inList('$1')} AND (NOT enabled OR deleted_at IS NOT NULL)`,
    [[...new Set(finished.map(({ claimed }) => claimed.endpointId))]],
  );
  return new Map(rows.map((row) => [Number(row.id), row.deleted_at === null ? 'disabled' : 'deleted']));
}

/** Gives the delivery's new state; null when its lease is somebody else's by now. */
async function recordOne(
  all: AllCompanies,
  { time, options }: RecordParts,
  { claimed, result }: Finished,
  off: SwitchedOff | undefined,
): Promise<StateAfter | null> {
  const isSuccess = result.outcome === 'success';
  const isInterrupted = result.outcome === 'interrupted';
  const failures = claimed.failures + (isSuccess || isInterrupted ? 0 : 1);
  const waitMs = isSuccess ? null : isInterrupted ? 0 : waitAfterFailure(options.schedule, failures);
  const state = stateAfter(isSuccess, waitMs, off, result);
  const isPending = state === 'pending';

  await all.rows(
    `UPDATE "shaon_webhook_attempt" SET finished_at = ${time.now('$3')}, outcome = $4, status = $5, duration_ms = $6,
     remote_ip = $7, excerpt = $8, error_code = $9, next_due_at = ${isPending ? time.later('$3', '$10') : 'NULL'}
     WHERE delivery_id = $1 AND number = $2`,
    [
      claimed.id,
      claimed.number,
      time.value(),
      result.outcome,
      result.status,
      result.durationMs,
      result.remoteAddress,
      result.excerpt,
      result.errorCode,
      ...(isPending ? [waitMs ?? 0] : []),
    ],
  );
  const owned = await all.rows(
    `UPDATE "shaon_webhook_delivery" SET state = $3, failures = $4, last_status = $5, last_error = $6, ${timesAfter(state, time)}
     WHERE id = $1 AND lease = $2 AND state = 'in_flight' RETURNING id`,
    [
      claimed.id,
      claimed.lease,
      state,
      failures,
      result.status,
      isSuccess ? null : (result.errorCode ?? result.outcome),
      ...(state === 'held' ? [] : [time.value()]),
      ...(isPending ? [waitMs ?? 0] : []),
    ],
  );
  return owned.length === 0 ? null : state;
}

type StateAfter = 'succeeded' | 'cancelled' | 'failed' | 'held' | 'pending';

/** Sets due_at and finished_at, from `$7` (now) and `$8` (ms to wait) as far as the state needs them. */
function timesAfter(state: StateAfter, time: DueTime): string {
  if (state === 'held') return 'due_at = NULL';
  if (state === 'pending') return `due_at = ${time.later('$7', '$8')}`;
  return `due_at = NULL, finished_at = ${time.now('$7')}`;
}

function stateAfter(
  isSuccess: boolean,
  waitMs: number | null,
  off: SwitchedOff | undefined,
  result: AttemptResult,
): StateAfter {
  if (isSuccess) return 'succeeded';
  if (off === 'deleted') return 'cancelled';
  if (waitMs === null) return 'failed';
  return off === 'disabled' || result.errorCode === SECRET_UNREADABLE ? 'held' : 'pending';
}

/** Keeps what the page shows of an endpoint's health, without a write for each success. */
async function recordHealth(all: AllCompanies, time: DueTime, finished: readonly Finished[]): Promise<void> {
  const { inList } = DIFFERENCES[all.dialect];
  const endpointsOf = (wanted: (each: Finished) => boolean) => [
    ...new Set(finished.filter(wanted).map(({ claimed }) => claimed.endpointId)),
  ];
  const succeeded = endpointsOf(({ result }) => result.outcome === 'success');
  if (succeeded.length > 0) {
    await all.rows(
      `UPDATE "shaon_webhook_endpoint" SET failure_streak = 0, last_success_at = ${time.now('$2')}
       WHERE id ${inList('$1')}
       AND (failure_streak > 0 OR last_success_at IS NULL OR last_success_at < ${time.later('$2', '$3')})`,
      [succeeded, time.value(), -60_000],
    );
  }
  const unreadable = endpointsOf(({ result }) => result.errorCode === SECRET_UNREADABLE);
  await switchOff(all, time, unreadable, 'secret_unreadable');
}
