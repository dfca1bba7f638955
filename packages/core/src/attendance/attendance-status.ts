import { ShaonError } from '../errors.ts';

/** Core's own record statuses (D:T1), each with whether a manager's approval is in force (D:T2). */
const OWN_STATUSES: Readonly<Record<string, boolean>> = {
  open: false,
  pending: false,
  approved: true,
  rejected: false,
};

/** Whether a status is core's own and so follows from what happens; a product's own is left alone. */
export function isOwnStatus(status: string): boolean {
  return Object.hasOwn(OWN_STATUSES, status);
}

/** D:T1, T2: a status that core or the product knows, in agreement with the approval. Throws `state_conflict`. */
export function assertStatus(status: string, isApproved: boolean, ofProduct: readonly string[]): void {
  if (isOwnStatus(status) ? OWN_STATUSES[status] === isApproved : ofProduct.includes(status)) return;
  throw new ShaonError(
    'state_conflict',
    isOwnStatus(status)
      ? `A record is ${status} ${OWN_STATUSES[status] ? 'only with' : 'never with'} an approval.`
      : 'This status is unknown: name it in createCore({ attendanceStatuses }).',
  );
}

/** D:T16: what is decided on: a day that is closed. */
export function assertDecidable(status: string): void {
  if (status !== 'open') return;
  throw new ShaonError('state_conflict', 'The day is still open: close or correct it first.');
}
