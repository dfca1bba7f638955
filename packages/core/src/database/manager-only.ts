/** The mark is a property: a set of marked functions would cost the garbage collector more than the marks save. */
const MANAGER_ONLY = Symbol('manager only');

interface Marked {
  [MANAGER_ONLY]?: true;
}

/**
 * Declares that a function which runs inside a transaction calls no service and has no effect except through the
 * transaction's manager. So it need not be watched for a service call without `{ manager }`, and it may run again when
 * a failure of another transaction rolled its own back.
 */
export function managerOnly<Work extends (...values: never[]) => unknown>(work: Work): Work {
  (work as Marked)[MANAGER_ONLY] = true;
  return work;
}

export function isManagerOnly(work: object): boolean {
  return MANAGER_ONLY in work;
}
