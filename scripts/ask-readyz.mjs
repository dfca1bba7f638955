/*
 * The health check of the image: exits with 0 if the server of this machine, or with SHAON_WORKER_PORT its worker, is
 * ready, otherwise with 1. It does not need curl, which the slim image lacks.
 */

const { SHAON_WORKER_PORT, PORT } = process.env;
const port = SHAON_WORKER_PORT || PORT || '8080';

try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
