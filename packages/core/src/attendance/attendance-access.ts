import type { Actor } from '../actor.ts';
import { notFound, ShaonError } from '../errors.ts';
import { authorize } from '../permissions.ts';

/** Who acts for whom: an employee for himself alone, managers and the product for everybody of the company. */
export function authorizeDaysOf(actor: Actor, employeeId: number): void {
  authorize(actor, 'attendance.own');
  if (actor.kind !== 'account' || actor.role !== 'employee' || actor.employeeId === employeeId) return;
  throw notFound('employee');
}

/** A punch is evidence of its own moment: a person punches for himself, and the product for whom it saw. */
export function authorizePunch(actor: Actor, employeeId: number): void {
  authorize(actor, 'attendance.own');
  if (actor.kind !== 'account' || actor.employeeId === employeeId) return;
  throw new ShaonError('not_permitted', 'A punch is made by the employee himself; correct the day instead.');
}
