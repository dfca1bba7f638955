import type { Actor } from '../actor.ts';
import type { CompanyRow } from '../companies/company.ts';
import { notFound, ShaonError, stateConflict } from '../errors.ts';
import { type Issue, issue } from '../input/issue.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import type { CorrectionRequestRow, ProposedPunch } from './correction-request.ts';

/**
 * Who asks: people for themselves, the product for anybody. Null if the product names nobody. Throws `not_found` for
 * somebody else's day.
 */
export function askerOf(actor: Actor, named: number | undefined): number | null {
  if (actor.kind !== 'account') return named ?? null;
  if (actor.employeeId !== null && (named === undefined || named === actor.employeeId)) return actor.employeeId;
  throw notFound('employee');
}

/** Employees see their own requests, managers and the product all of them. Throws `not_found`. */
export function assertMaySee(
  actor: Actor,
  request: CorrectionRequestRow | null,
): asserts request is CorrectionRequestRow {
  const seesOwnOnly = actor.kind === 'account' && actor.role === 'employee';
  if (request === null || (seesOwnOnly && request.employeeId !== actor.employeeId))
    throw notFound('correction request');
}

/** A request is its person's: managers refuse it instead. */
export function assertMayWithdraw(actor: Actor, { employeeId }: CorrectionRequestRow): void {
  if (actor.kind !== 'account' || actor.employeeId === employeeId) return;
  throw new ShaonError('not_permitted', 'People withdraw their own requests: refuse it instead.', {
    operation: 'attendance.own',
  });
}

/** D:A106: a day can be asked for once it has begun, and for as many days as the company says. */
export function problemOfDate(
  date: CalendarDate,
  { zone, correctionDays }: Pick<CompanyRow, 'zone' | 'correctionDays'>,
  now: Date,
): Issue | null {
  const today = localDate(now, zone);
  if (date > today) return issue('not_after_now');
  return date < addDays(today, -correctionDays) ? issue('within_days', { days: correctionDays }) : null;
}

/** A day has one open request (D:A105). The database has the same rule. */
export function assertNoneOpen(open: CorrectionRequestRow | null): void {
  if (open === null) return;
  throw stateConflict('This day has an open request already: withdraw it first.', { correction_request_id: open.id });
}

/** A request changes once. */
export function assertPending({ id, state, decidedBy }: CorrectionRequestRow): void {
  if (state === 'pending') return;
  const what = state === 'withdrawn' ? 'withdrawn' : 'decided';
  throw stateConflict(`This request was ${what} already, by ${decidedBy}.`, {
    ...{ correction_request_id: id, state, decided_by: decidedBy },
  });
}

export function arePunchesEqual(one: readonly ProposedPunch[], other: readonly ProposedPunch[]): boolean {
  const isSame = ({ kind, at }: ProposedPunch, index: number) =>
    kind === other[index]?.kind && at.getTime() === other[index]?.at.getTime();
  return one.length === other.length && one.every(isSame);
}
