import { type AllCompanies, type EveryCompanySql, everyCompanySql } from '@shaon/core/extension';
import type { DatabaseClock } from '../database-clock.ts';
import { attemptTable } from '../deliveries/attempt.ts';
import type { ResolvedWebhooksOptions } from '../options.ts';
import { waitAfterFailure } from '../retry-schedule.ts';

/** The parameters of a claim's statement. */
interface TakeParameters {
  readonly now: string;
  readonly leaseMs: string;
  readonly maxInterruptions: string;
  /** The waits after the first, second, … failed attempt, from `waitsOf`. */
  readonly waits: string;
}

/**
 * The columns that a claim sets on its deliveries. If a delivery in flight has an expired lease, its worker is lost,
 * which uses up no wait. But a delivery that keeps losing its worker may be what kills it, so after `maxInterruptions`
 * each further loss counts as a failed attempt: the delivery then waits, or has failed, instead of being taken.
 */
export function takeAssignments(dialect: AllCompanies['dialect'], time: DatabaseClock, at: TakeParameters): string {
  const wait =
    dialect === 'postgres'
      ? `(${at.waits}::bigint[])[failures + 1]`
      : `json_extract(${at.waits}, '$[' || failures || ']')`;
  const isSpent = `state = 'in_flight' AND interruptions >= ${at.maxInterruptions}`;
  return `state = CASE WHEN NOT (${isSpent}) THEN 'in_flight' WHEN ${wait} IS NULL THEN 'failed' ELSE 'pending' END,
    due_at = CASE WHEN ${isSpent} THEN ${time.later(at.now, wait)} ELSE ${time.later(at.now, at.leaseMs)} END,
    finished_at = CASE WHEN ${isSpent} AND ${wait} IS NULL THEN ${time.now(at.now)} END,
    lease = lease + 1,
    attempts = attempts + CASE WHEN ${isSpent} THEN 0 ELSE 1 END,
    failures = failures + CASE WHEN ${isSpent} THEN 1 ELSE 0 END,
    interruptions = interruptions + CASE WHEN state = 'in_flight' THEN 1 ELSE 0 END,
    last_error = CASE WHEN state = 'in_flight' THEN 'interrupted' ELSE last_error END`;
}

/** The waits after the first, second, … failed attempt. */
export function waitsOf(schedule: ResolvedWebhooksOptions['schedule']): number[] {
  return schedule.waitsMs.map((_, index) => waitAfterFailure(schedule, index + 1) as number);
}

/** Closes the open attempts of lost workers, for deliveries that are claimed again. */
export function closeLostAttempts(time: DatabaseClock, now: string, deliveries: string): EveryCompanySql {
  return everyCompanySql`UPDATE ${attemptTable} SET finished_at = ${time.now(now)}, outcome = 'interrupted',
    error_code = 'lease_lost' WHERE delivery_id ${deliveries} AND finished_at IS NULL`;
}
