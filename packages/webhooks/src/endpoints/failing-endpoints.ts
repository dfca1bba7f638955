import { type AllCompanies, DIFFERENCES } from '@shaon/core/extension';
import type { DueTime } from '../due-time.ts';
import type { FailingEndpoint, FailingPolicy } from '../failing-policy.ts';
import type { DisabledReason } from './endpoint.ts';

/** Counts deliveries that have failed for good, and gives the endpoints of which somebody should hear now. */
export async function recordExhausted(
  all: AllCompanies,
  time: DueTime,
  { after, disable }: FailingPolicy,
  exhausted: ReadonlyMap<number, number>,
): Promise<FailingEndpoint[]> {
  const notices: FailingEndpoint[] = [];
  for (const [endpointId, count] of exhausted) {
    const [row] = await all.rows(
      `UPDATE "shaon_webhook_endpoint" SET failure_streak = failure_streak + $2 WHERE id = $1
       RETURNING company_id, failure_streak`,
      [endpointId, count],
    );
    const failureStreak = Number(row?.failure_streak);
    if (after === 0 || failureStreak < after || failureStreak - count >= after) continue;
    const disabled = disable && (await switchOff(all, time, [endpointId], 'failing')) > 0;
    notices.push({ companyId: Number(row?.company_id), endpointId, failureStreak, disabled });
  }
  return notices;
}

/** Switches endpoints off and holds what is open for them (D:V16); returns how many were on. */
export async function switchOff(
  all: AllCompanies,
  time: DueTime,
  endpoints: readonly number[],
  reason: Exclude<DisabledReason, 'admin'>,
): Promise<number> {
  if (endpoints.length === 0) return 0;
  const { inList } = DIFFERENCES[all.dialect];
  const rows = await all.rows(
    `UPDATE "shaon_webhook_endpoint" SET enabled = $3, disabled_reason = $4, disabled_at = ${time.now('$2')}
     WHERE id ${inList('$1')} AND enabled RETURNING id`,
    [endpoints, time.value(), false, reason],
  );
  await all.rows(
    `UPDATE "shaon_webhook_delivery" SET state = 'held', due_at = NULL
     WHERE state = 'pending' AND due_at IS NOT NULL AND endpoint_id ${inList('$1')}`,
    [endpoints],
  );
  return rows.length;
}
