/** Reads at most once in `forMs` milliseconds; callers in between get the same answer. */
export function sameAnswerFor<T>(forMs: number, read: () => Promise<T>): () => Promise<T> {
  let readAt = Number.NEGATIVE_INFINITY;
  let current: Promise<T>;
  return () => {
    if (performance.now() - readAt < forMs) return current;
    readAt = performance.now();
    current = read();
    return current;
  };
}
