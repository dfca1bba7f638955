import type { AuditEntry, EndpointTrouble } from '@shaon/core';
import { type AllCompanies, DIFFERENCES, everyCompanySql } from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { HOLD, IS_PENDING } from '../delivery-rows/open-deliveries.ts';
import type { FailingEndpoint, FailingPolicy } from '../options.ts';
import type { SqlClock } from '../sql-clock.ts';
import { type DisabledReason, endpointTable } from './endpoint.ts';

/** The transaction of a worker that records results. */
export interface ResultsTransaction {
  readonly all: AllCompanies;
  readonly sqlClock: SqlClock;
  /** Adds a row to the audit in this transaction. */
  audit(entry: AuditEntry): Promise<void>;
  /** Queues a message to the company's admins in this transaction. */
  tellAdmins(trouble: EndpointTrouble): Promise<void>;
}

/**
 * Locks endpoints by id ascending, so that two senders that write to several of them cannot deadlock. A domain change
 * that queues a delivery does not wait for the lock.
 */
export async function lockEndpoints(all: AllCompanies, endpoints: readonly number[]): Promise<void> {
  const { inList, forNoKeyUpdate } = DIFFERENCES[all.dialect];
  const statement = everyCompanySql`SELECT id FROM ${endpointTable} WHERE id ${inList('$1')} ORDER BY id ${forNoKeyUpdate}`;
  if (forNoKeyUpdate !== '') await all.run(statement, [endpoints]);
}

/**
 * Counts deliveries that failed for good, disables endpoints whose streak has just reached the policy's limit, tells the
 * admins, and returns those to give notice of (D:V23).
 */
export async function addToFailureStreaks(
  transaction: ResultsTransaction,
  { after, disableAfter }: FailingPolicy,
  exhausted: ReadonlyMap<number, number>,
): Promise<FailingEndpoint[]> {
  const notices: FailingEndpoint[] = [];
  for (const [endpointId, count] of exhausted) {
    const [row] = await transaction.all.run(
      everyCompanySql`UPDATE ${endpointTable} SET failure_streak = failure_streak + $2 WHERE id = $1
       RETURNING company_id, url, failure_streak`,
      [endpointId, count],
    );
    const failureStreak = Number(row?.failure_streak);
    const reaches = (limit: number) => failureStreak >= limit && failureStreak - count < limit;
    const disabled = reaches(disableAfter) && (await disableEndpoints(transaction, [endpointId], 'failing')) > 0;
    const companyId = Number(row?.company_id);
    const endpoint = { companyId, id: endpointId, host: new URL(String(row?.url)).host };
    await transaction.tellAdmins({ ...endpoint, failing: null });
    if (!disabled && !reaches(after)) continue;
    notices.push({ companyId, endpointId, failureStreak, disabled });
    await transaction.tellAdmins({ ...endpoint, failing: { streak: failureStreak, isDisabled: disabled } });
  }
  return notices;
}

/**
 * Disables endpoints, holds their open deliveries (D:V16), and audits each as an act of Shaon's own, which an admin would
 * otherwise miss beside those of people. Returns how many were enabled.
 */
export async function disableEndpoints(
  { all, sqlClock, audit }: ResultsTransaction,
  endpoints: readonly number[],
  reason: Exclude<DisabledReason, 'admin'>,
): Promise<number> {
  if (endpoints.length === 0) return 0;
  const { inList } = DIFFERENCES[all.dialect];
  const rows = await all.run(
    everyCompanySql`UPDATE ${endpointTable} SET enabled = $3, disabled_reason = $4, disabled_at = ${sqlClock.now('$2')}
     WHERE id ${inList('$1')} AND enabled RETURNING id, company_id`,
    [endpoints, sqlClock.value(), false, reason],
  );
  await all.run(
    everyCompanySql`UPDATE ${deliveryTable} SET ${HOLD}
     WHERE ${IS_PENDING} AND endpoint_id ${inList('$1')}`,
    [endpoints],
  );
  for (const { id, company_id: companyId } of rows) {
    const detail = JSON.stringify({ endpoint_id: Number(id), reason });
    await audit({ kind: 'system', action: 'webhook.disable', caller: 'shaon', companyId: Number(companyId), detail });
  }
  return rows.length;
}
