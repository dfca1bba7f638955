/** The mark is a property: a set of marked functions would cost the garbage collector more than the marks save. */
const REPEATABLE = Symbol('repeatable');

interface Marked {
  [REPEATABLE]?: true;
}

/**
 * Marks a function that runs inside a transaction and has no effect except through the transaction's manager. So it may
 * run again after the failure of another transaction rolled its own back, and it need not be watched for a service call
 * without `{ manager }`. Only speed depends on the mark, so it is not for embedding products: `extension.ts` exports it
 * for the event sink of `@shaon/webhooks` and the forms of `@shaon/http-koa`.
 */
export function markRepeatable<Work extends (...values: never[]) => unknown>(work: Work): Work {
  (work as Marked)[REPEATABLE] = true;
  return work;
}

export function isMarkedRepeatable(work: object): boolean {
  return REPEATABLE in work;
}
