/** Runs `work` again after an error for which `isWorthAnotherTry` returns true, at most `tries` times in all. */
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
