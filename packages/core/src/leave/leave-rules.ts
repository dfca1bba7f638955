import type { Actor } from '../actor.ts';
import { notFound, ShaonError } from '../errors.ts';
import { authorize } from '../permissions.ts';
import type { LeaveRequestRow } from './leave-request.ts';

/** Whether an actor may see and touch nobody's requests but his own. */
export function isLimitedToSelf(actor: Actor): boolean {
  return actor.kind === 'account' && actor.role === 'employee';
}

/**
 * Whose leave is asked for: a person asks for himself, the product for anybody. Null when the product names nobody.
 * Throws `ability_missing` for a token, `not_permitted` for a person who names another or has no staff row.
 */
export function applicantOf(actor: Actor, named: number | undefined): number | null {
  authorize(actor, 'leave.own');
  if (actor.kind !== 'account') return named ?? null;
  if (actor.employeeId !== null && (named === undefined || named === actor.employeeId)) return actor.employeeId;
  throw new ShaonError('not_permitted', 'Leave is asked for by the employee himself.', { operation: 'leave.own' });
}

/** SPEC 7: to another employee the request does not exist; a manager, the product and the person himself pass. */
export function assertMayTouch(actor: Actor, request: LeaveRequestRow | null): asserts request is LeaveRequestRow {
  authorize(actor, 'leave.own');
  const isOthers = isLimitedToSelf(actor) && actor.kind === 'account' && request?.employeeId !== actor.employeeId;
  if (request === null || isOthers) throw notFound('leave request');
}

/** SPEC 3: who is frozen can no longer log in, so he asks for nothing; the product may still record his leave. */
export function assertNotFrozen(actor: Actor, status: 'active' | 'frozen'): void {
  if (actor.kind === 'account' && status === 'frozen') {
    throw new ShaonError('employee_frozen', 'A frozen employee cannot ask for leave.');
  }
}

/** D:L3: what a manager has decided, only a manager takes back. */
export function assertMayCancel(actor: Actor, request: LeaveRequestRow): void {
  if (!isLimitedToSelf(actor) || request.status === 'pending') return;
  throw new ShaonError('state_conflict', 'A decided request is cancelled by a manager.', { status: request.status });
}

/** What a manager may have decided upon is not exchanged or taken away by the person whom it excuses. */
export function assertMayReplaceDocument(actor: Actor, requests: readonly LeaveRequestRow[]): void {
  const isEvidence = requests.some((request) => request.status !== 'pending' && request.documentKey !== null);
  if (!isLimitedToSelf(actor) || !isEvidence) return;
  throw new ShaonError('state_conflict', 'The document of a decided request is replaced by a manager.');
}
