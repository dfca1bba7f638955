import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { migrateCore } from '@shaon/core';
import { handlerLog, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { ReaderThreads } from '../../dist/database/readers/reader-threads.js';
import { ThreadPool } from '../../dist/database/readers/thread-pool.js';
import { refusal } from '../support.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. The program of a thread is compiled,
   so these tests use the compiled pool too. */

function throws(): never {
  throw new Error('thrown in a handler');
}

const QUICK = { text: 'SELECT 1 AS one', values: [], forMs: null };
/** Looks at ten million rows, which takes more than a second, before it gives its only one. */
const SLOW =
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10000000) SELECT count(*) FROM c';

onEachDatabase('a throw in a handler of reader threads', { migrate: migrateCore }, (database) => {
  if (database.type !== 'sqlite') return;
  const threadData = () => ({
    path: (database.connection() as { path: string }).path,
    busyTimeoutMs: 1_000,
    cacheKb: 500,
  });

  it('leaves the statements to the other threads', async () => {
    const { log, failed, untilFailed } = handlerLog({ throws: true });
    const threads: Worker[] = [];
    const note = (worker: Worker) => void threads.push(worker);
    process.on('worker', note);
    const pool = await ThreadPool.open(threadData(), 2, log);
    process.off('worker', note);
    threads[0]?.emit('error', new Error('of the thread'));
    await untilFailed();
    expect(failed).to.deep.equal(['reader threads']);
    expect(await pool.run(QUICK, {})).to.deep.include({ kind: 'rows', cells: [[1]] });
    await pool.close(1_000);
  });

  it('leaves the pool its threads, whatever one says or however it ends', async () => {
    const { log, failed, untilFailed } = handlerLog();
    const threads: Worker[] = [];
    const note = (worker: Worker) => void threads.push(worker);
    process.on('worker', note);
    const pool = await ThreadPool.open(threadData(), 2, log, 20);
    const { terminate } = Worker.prototype;
    try {
      threads[0]?.emit('message', null);
      expect(await pool.run(QUICK, {})).to.deep.include({ cells: [[1]] });
      Worker.prototype.terminate = throws;
      await untilFailed(2);
      expect(await pool.run(QUICK, {})).to.deep.include({ cells: [[1]] });
      const latest = threads.at(-1) as Worker;
      latest.emit('exit', 1);
      await untilFailed(3);
    } finally {
      Worker.prototype.terminate = terminate;
      process.off('worker', note);
    }
    expect(failed).to.deep.equal(['answer of a reader thread', 'idle reader thread', 'end of a reader thread']);
    expect(await pool.run(QUICK, {})).to.deep.include({ cells: [[1]] });
    await pool.close(1_000);
    await Promise.all(threads.map((thread) => thread.terminate()));
  });

  it('that gives one up leaves the caller its error, and the next one is read', async () => {
    const { log, failed, untilFailed } = handlerLog();
    const threads = new ReaderThreads(threadData(), { seconds: 0.05, threads: 1 }, log);
    const { giveUp } = ThreadPool.prototype;
    ThreadPool.prototype.giveUp = throws;
    try {
      const read = (company: number, text: string) => threads.read({ name: 'test', company }, text, [], throws);
      // A busy machine may take longer to start a thread.
      const readAtLast = async (company: number) => {
        for (;;) {
          const rows = await read(company, QUICK.text).catch(() => null);
          if (rows !== null) return rows;
        }
      };
      await readAtLast(1);
      expect(await refusal(read(1, SLOW))).to.have.property('code', 'took_too_long');
      await untilFailed();
      expect(failed).to.deep.equal(['giving up a reader thread']);
      expect(await readAtLast(2)).to.deep.equal([{ one: 1 }]);
    } finally {
      ThreadPool.prototype.giveUp = giveUp;
      await threads.close();
    }
  });

  it('in a thread is told to the snapshot’s reader, and the thread reads on', async () => {
    // The thread has no log.
    const handlers = [{ handler: 'task of a reader thread' }, { handler: 'statement of a snapshot' }];
    const program = `
      import { parentPort } from 'node:worker_threads';
      import read from ${JSON.stringify(new URL('../../dist/database/readers/reader-thread.js', import.meta.url).href)};
      const listeners = {};
      const port = { on: (event, listener) => { listeners[event] = listener; }, postMessage: () => { throw new Error('no port'); } };
      const held = read({ port });
      listeners.message({ text: 'SELECT 1', values: [], forMs: null });
      const failure = await held.then(() => null, ({ message }) => message);
      const snapshot = { port: { ...port, postMessage: (answer) => { snapshot.answer = answer; } } };
      parentPort.emit('message', null);
      const next = read(snapshot);
      listeners.message({ text: 'SELECT 2', values: [], forMs: null });
      listeners.close();
      await next;
      parentPort.postMessage({ failure, next: snapshot.answer.cells });
    `;
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
      workerData: threadData(),
      execArgv: [],
    });
    const told: unknown[] = [];
    for await (const [message] of on(thread, 'message')) if (told.push(message) === 2) break;
    await thread.terminate();
    const [refused, expected] = [told[0] as { failure: string }, told[1]];
    expect(refused.failure, handlers[0]?.handler).to.include('TypeError');
    expect(expected, handlers[1]?.handler).to.deep.equal({ failure: 'no port', next: [[2]] });
  });
});
