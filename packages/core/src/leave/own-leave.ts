import { loginTable } from '../accounts/login.ts';
import type { Actor } from '../actor.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { companySql } from '../database/sql/statement.ts';
import { ShaonError } from '../errors.ts';

/** Whether a request is the actor's own; never for the product, or for an admin without a staff row. */
export function isOwnLeave(actor: Actor, employeeId: number): boolean {
  return actor.kind === 'account' && actor.employeeId === employeeId;
}

/** A freeze disables the employee's log-in (D:F4), so the log-in alone says whether somebody is active. */
const ANOTHER_DECIDER = companySql`SELECT l.id FROM ${loginTable} l
  WHERE l.role IN ('admin', 'manager') AND l.disabled_at IS NULL
    AND (l.employee_id IS NULL OR l.employee_id <> $2) LIMIT 1`;

/**
 * D:A2: two people see each decision, so others decide on an actor's own leave. If no other manager or admin is active,
 * nobody could decide on an admin's leave, so they decide themselves. No lock is needed: a manager who is appointed
 * meanwhile counts either before or after the decision, and both are right.
 */
async function othersDecideOwnLeave(scope: CompanyScope, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'account' || actor.employeeId === null) return false;
  return actor.role !== 'admin' || (await scope.rows(ANOTHER_DECIDER, [actor.employeeId])).length > 0;
}

/** Who decides on an employee's leave, from the deciders' view: `others` for an actor's own (D:A2). */
export async function deciderOf(
  scope: CompanyScope,
  actor: Actor,
): Promise<(employeeId: number) => 'asker' | 'others'> {
  const othersDecide = await othersDecideOwnLeave(scope, actor);
  return (employeeId) => (othersDecide && isOwnLeave(actor, employeeId) ? 'others' : 'asker');
}

/** Throws `not_permitted` if somebody else must decide (D:A2). Returns whether the request is the actor's own. */
export async function assertMayDecide(scope: CompanyScope, actor: Actor, employeeId: number): Promise<boolean> {
  if (!isOwnLeave(actor, employeeId)) return false;
  if (!(await othersDecideOwnLeave(scope, actor))) return true;
  throw new ShaonError('not_permitted', 'This is your own request: another manager or admin decides on it.', {
    operation: 'leave.decide',
    own: true,
  });
}
