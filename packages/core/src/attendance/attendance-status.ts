import { stateConflict } from '../errors.ts';
import type { WriteParts } from '../service-parts.ts';
import { isDayOpen, type PunchFact } from './projection.ts';

/** Core's own record statuses (D:T1), each with whether a manager's approval is in force (D:T2). */
const APPROVAL_OF: Readonly<Record<string, boolean>> = {
  open: false,
  pending: false,
  approved: true,
  rejected: false,
};

export const OWN_STATUSES: readonly string[] = Object.keys(APPROVAL_OF);

/** Whether a record of this status is approved (D:T2); undefined for a product's own status, which does not say. */
export function approvalOf(status: string): boolean | undefined {
  return isOwnStatus(status) ? APPROVAL_OF[status] : undefined;
}

/** Whether a status is core's own, which core changes by itself; a product's own status is left unchanged. */
export function isOwnStatus(status: string): boolean {
  return Object.hasOwn(APPROVAL_OF, status);
}

/** D:T1, T2: accepts a status that core or the product knows and that fits the approval. Throws `state_conflict`. */
export function assertStatus(status: string, isApproved: boolean, ofProduct: readonly string[]): void {
  if (isOwnStatus(status) ? APPROVAL_OF[status] === isApproved : ofProduct.includes(status)) return;
  throw stateConflict(
    isOwnStatus(status)
      ? `A record is ${status} ${APPROVAL_OF[status] ? 'only with' : 'never with'} an approval.`
      : 'This status is unknown: name it in createCore({ attendanceStatuses }).',
  );
}

/** D:T1: a day is open exactly while it waits for its check-out; a status of core's must agree with that. */
export function assertFitsPunches(status: string, punches: readonly PunchFact[]): void {
  if ((status === 'open') === isDayOpen(punches)) return;
  throw stateConflict('A day is open exactly while it waits for its check-out.');
}

/** Whether nobody has decided on a day of this status, and the product has not set it. */
export const waitsForDecision = (status: string): boolean => status === 'open' || status === 'pending';

/** D:T16: only closed days in a status of core's own can be decided on. */
export function assertDecidable(status: string): void {
  if (status === 'open') {
    throw stateConflict('The day is still open: close or correct it first.');
  }
  if (!isOwnStatus(status)) {
    throw stateConflict(`The product has put this day into the status ${status}: only it can change that.`);
  }
}

export function assertOpen(status: string): void {
  if (status === 'open') return;
  throw stateConflict('The day is closed already; correct it instead.');
}

/** The dependencies of the code that changes days. */
export interface DayParts extends WriteParts {
  readonly attendanceStatuses: readonly string[];
}
