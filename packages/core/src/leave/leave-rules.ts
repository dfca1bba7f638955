import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { notFound, ShaonError, stateConflict } from '../errors.ts';
import type { LeaveRequest } from './leave-queries.ts';
import type { LeaveRequestRow } from './leave-request.ts';

/** Whether an actor may see and change only their own requests. */
function isLimitedToSelf(actor: Actor): boolean {
  return actor.kind === 'account' && actor.role === 'employee';
}

/**
 * The employee who asks for leave: people ask for themselves, the product for anybody. Null if the product names
 * nobody. Throws `ability_missing` for a token, `not_permitted` for a person who names another or has no staff row.
 */
export function applicantOf(actor: Actor, named: number | undefined): number | null {
  authorize(actor, 'leave.own');
  if (actor.kind !== 'account') return named ?? null;
  if (actor.employeeId !== null && (named === undefined || named === actor.employeeId)) return actor.employeeId;
  throw new ShaonError('not_permitted', 'People ask for leave themselves.', { operation: 'leave.own' });
}

/** SPEC 7: another employee gets `not_found`; managers, the product and the request's own employee pass. */
export function assertMayAccess(actor: Actor, request: LeaveRequestRow | null): asserts request is LeaveRequestRow {
  authorize(actor, 'leave.own');
  const isOthers = isLimitedToSelf(actor) && actor.kind === 'account' && request?.employeeId !== actor.employeeId;
  if (request === null || isOthers) throw notFound('leave request');
}

/** SPEC 3: frozen employees cannot log in, so they cannot ask for leave; the product may still record it for them. */
export function assertNotFrozen(actor: Actor, status: 'active' | 'frozen'): void {
  if (actor.kind === 'account' && status === 'frozen') {
    throw new ShaonError('employee_frozen', 'A frozen employee cannot ask for leave.');
  }
}

/** D:L3: only a manager can cancel a decided request. */
export function assertMayCancel(actor: Actor, request: LeaveRequestRow): void {
  if (!isLimitedToSelf(actor) || request.status === 'pending') return;
  throw stateConflict('A decided request is cancelled by a manager.', { status: request.status });
}

/** D:A3: two approved requests for one date would contradict each other; several may be pending. */
export function assertOnlyApprovedOnDate({ date }: LeaveRequestRow, approvedId: number | null): void {
  if (approvedId === null) return;
  throw stateConflict(`Leave request ${approvedId} is approved for ${date} already.`, {
    leave_request_id: approvedId,
  });
}

/** D:A42: people may ask again for a date, but not by mistake. */
export function assertNoOverlap(overlapping: readonly LeaveRequest[]): void {
  if (overlapping.length === 0) return;
  throw stateConflict('The employee has asked for leave on one of these dates already.', { overlapping });
}

/** Whether one of the requests is decided and has a document, which the decision may depend on. */
export function isEvidence(requests: readonly LeaveRequestRow[]): boolean {
  return requests.some((request) => request.status !== 'pending' && request.documentKey !== null);
}

/** A manager may have decided by a document, so its employee can no longer replace or remove it. */
export function assertMayReplaceDocument(actor: Actor, requests: readonly LeaveRequestRow[]): void {
  if (!isLimitedToSelf(actor) || !isEvidence(requests)) return;
  throw stateConflict('The document of a decided request is replaced by a manager.');
}
