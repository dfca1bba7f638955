import type { Worker } from 'node:worker_threads';
import { ReaderThreads } from '../../dist/database/readings/reader-threads.js';
import type { CoreLog } from '../../src/log.ts';
import type { CoreTest } from '../support.ts';

function onLoop(): never {
  throw new Error('No thread has read.');
}

export const QUICK = 'SELECT 1 AS one';
/** Looks at ten million rows, which takes more than a second, before it gives its only one. */
export const SLOW =
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10000000) SELECT count(*) FROM c';

/** Compiled threads, because the program of a thread is compiled. */
export async function withThreads(
  test: CoreTest,
  log: CoreLog,
  readSeconds: number,
  work: (read: (text: string, company?: number) => Promise<unknown>, workers: Worker[]) => Promise<void>,
): Promise<void> {
  const workers: Worker[] = [];
  const note = (worker: Worker) => void workers.push(worker);
  process.on('worker', note);
  const { path } = test.database.connection() as { path: string };
  const threads = new ReaderThreads({ path, busyTimeoutMs: 1_000, cacheKb: 500 }, readSeconds, log);
  try {
    await work((text, company = 1) => threads.read({ name: 'test', company, text, values: [] }, onLoop), workers);
  } finally {
    await threads.close();
    process.off('worker', note);
  }
}
