const TICK_MS = 5;
/** As many requests as a server has open before it lets others wait; only an overload gets there. */
const MOST_RUNNING = 200;

/**
 * Begins `work` so many times a second, numbered from 1, whether or not what was begun before has ended, up to a limit:
 * who waits for the slow ones measures them too kindly. Resolves when all have ended.
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
