import type { Actor } from '../actor.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { peopleTable } from '../database/sql/people-limit.ts';
import { companySql, ofEverybody } from '../database/sql/statement.ts';
import { ShaonError } from '../errors.ts';
import { managerLimitTable } from '../organization/manager-limit.ts';
import { loginTable } from './login.ts';

/* Who decides on a person's leave (D:A2), and corrects and decides on their days (D:A23). */

/** Whether a record is the actor's own; never for the product, or for an admin without a staff row. */
export function isOwnRecord(actor: Actor, employeeId: number): boolean {
  return actor.kind === 'account' && actor.employeeId === employeeId;
}

/** Whether the limit of log-in `l` leaves them employee `$2` (D:A110). */
const isWithin = (kind: 'department' | 'branch') => companySql`(NOT EXISTS
    (SELECT 1 FROM ${managerLimitTable} m WHERE m.login_id = l.id AND m.kind = '${kind}')
  OR EXISTS (SELECT 1 FROM ${managerLimitTable} m JOIN ${peopleTable} e ON e.${kind}_id = m.${kind}_id
    WHERE m.login_id = l.id AND e.id = $2))`;

/** A freeze disables the employee's log-in (D:F4), so the log-in alone says whether somebody is active. */
const OTHERS = companySql`SELECT l.name FROM ${ofEverybody(loginTable)} l
  WHERE l.role IN ('admin', 'manager') AND l.disabled_at IS NULL AND (l.employee_id IS NULL OR l.employee_id <> $2)
  AND (l.role = 'admin' OR (${isWithin('department')} AND ${isWithin('branch')}))
  ORDER BY CASE l.role WHEN 'manager' THEN 0 ELSE 1 END, l.id LIMIT 3`;

/**
 * The names of up to three other managers and admins who are active and see the person, managers first: those whom they
 * may tell.
 */
export async function namesOfOthers(scope: CompanyScope, employeeId: number): Promise<string[]> {
  return (await scope.rows(OTHERS, [employeeId])).map(({ name }) => String(name));
}

/**
 * Two people see each decision, so others decide on an actor's own records. If no other manager or admin is active,
 * nobody could decide on an admin's, so they decide themselves. No lock is needed: a manager who is appointed
 * meanwhile counts either before or after the decision, and both are right.
 */
async function othersDecideOwn(scope: CompanyScope, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'account' || actor.employeeId === null) return false;
  return actor.role !== 'admin' || (await namesOfOthers(scope, actor.employeeId)).length > 0;
}

/** Who decides on a record, from the view of those who decide. */
export type Decider = 'asker' | 'others';

/** Who decides on an employee's records: `others` for the actor's own, unless the actor decides alone. */
export async function deciderOf(scope: CompanyScope, actor: Actor): Promise<(employeeId: number) => Decider> {
  const othersDecide = await othersDecideOwn(scope, actor);
  return (employeeId) => (othersDecide && isOwnRecord(actor, employeeId) ? 'others' : 'asker');
}

const OWN = {
  'leave.decide': 'This is your own request: another manager or admin decides on it.',
  'attendance.manage': 'This is your own day: another manager or admin corrects it and decides on it.',
} as const;

/** Throws `not_permitted` if somebody else must decide. Returns whether the record is the actor's own. */
export async function assertMayDecide(
  scope: CompanyScope,
  actor: Actor,
  employeeId: number,
  operation: keyof typeof OWN,
): Promise<boolean> {
  if (!isOwnRecord(actor, employeeId)) return false;
  if (!(await othersDecideOwn(scope, actor))) return true;
  throw new ShaonError('not_permitted', OWN[operation], { operation, own: true });
}
