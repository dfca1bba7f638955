/** A function carries its mark: a set of marked functions would cost the garbage collector more than the marks save. */
const MANAGER_ONLY = Symbol('manager only');

interface Marked {
  [MANAGER_ONLY]?: true;
}

/**
 * Declares that a function which runs inside a transaction calls no service and changes nothing but through the
 * transaction's manager. It then need not be watched for a service that it calls without `{ manager }`, and it may run
 * again when its transaction was undone because of another one.
 */
export function managerOnly<Work extends (...values: never[]) => unknown>(work: Work): Work {
  (work as Marked)[MANAGER_ONLY] = true;
  return work;
}

export function isManagerOnly(work: object): boolean {
  return MANAGER_ONLY in work;
}
