/** The mark is a property of the function. */
const UNWATCHED = Symbol('unwatched');

interface Marked {
  [UNWATCHED]?: true;
}

/**
 * Marks code of ours that runs inside a transaction. It uses only the manager that it is given, and awaits all that it
 * starts, so it is not watched as code of others is (`UnitOfWork.watch`). Watching it would slow down every promise of the
 * process, because of the AsyncLocalStorage. Not for embedding products.
 */
export function unwatched<Work extends (...values: never[]) => unknown>(work: Work): Work {
  (work as Marked)[UNWATCHED] = true;
  return work;
}

export function isUnwatched(work: object): boolean {
  return UNWATCHED in work;
}
