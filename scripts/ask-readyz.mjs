/*
 * The health check of the image: exits with 0 if the process that answers operators on SHAON_METRICS is ready, otherwise
 * with 1. It does not need curl, which the slim image lacks.
 */

const port = process.env.SHAON_METRICS?.split(':').at(-1);

try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
