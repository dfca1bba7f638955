/** Shorter than callers wait for an answer. */
const PATIENCE_MS = 3_000;

/** The promise's value; null if it fails or takes too long. */
export async function inTime<T>(asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  try {
    return await Promise.race([asked.catch(() => null), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
