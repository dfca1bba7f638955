const TICK_MS = 5;
/** The most requests in progress; only an overload reaches it. */
const MOST_RUNNING = 200;

/**
 * Starts `work` at this rate, numbered from 1, without waiting for earlier ones, up to a limit, because waiting for
 * slow ones would hide their delay. Resolves when all have ended.
 */
export async function atRate(rate: number, seconds: number, work: (number: number) => Promise<void>): Promise<void> {
  const total = Math.round(rate * seconds);
  const started = performance.now();
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let begun = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const wanted = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * rate));
      while (begun < wanted && running.size < MOST_RUNNING) {
        const one = work(++begun)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => running.delete(one));
        running.add(one);
      }
      if (begun < total) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
