/** Does the work again, at most `tries` times in all, when it fails with what `isWorthAnotherTry` names. */
export async function retry<T>(
  tries: number,
  isWorthAnotherTry: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !isWorthAnotherTry(error)) throw error;
    }
  }
}
