/** Shorter than callers wait for an answer. */
const TIMEOUT_MS = 3_000;

/** The promise's value; null if it fails or takes too long. */
export async function nullIfNoAnswer<T>(asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  try {
    return await Promise.race([asked.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
