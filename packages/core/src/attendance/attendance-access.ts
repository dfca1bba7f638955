import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { notFound, ShaonError } from '../errors.ts';

/** Employees may see and change only their own days; managers and the product, everybody's in the company. */
export function authorizeDaysOf(actor: Actor, employeeId: number): void {
  authorize(actor, 'attendance.own');
  if (actor.kind !== 'account' || actor.role !== 'employee' || actor.employeeId === employeeId) return;
  throw notFound('employee');
}

/** A punch is evidence of its moment, so people punch only for themselves; the product punches for anybody. */
export function authorizePunch(actor: Actor, employeeId: number): void {
  authorize(actor, 'attendance.own');
  if (actor.kind !== 'account' || actor.employeeId === employeeId) return;
  throw new ShaonError('not_permitted', 'Employees punch for themselves; correct the day instead.');
}
