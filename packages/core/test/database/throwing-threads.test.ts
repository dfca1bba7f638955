import { Worker } from 'node:worker_threads';
import { migrateCore } from '@shaon/core';
import { handlerLog, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { ReaderThreads } from '../../dist/database/readings/reader-threads.js';
import { refusal } from '../support.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. The program of a thread is compiled,
   so these tests use the compiled threads too. */

const QUICK = 'SELECT 1 AS one';
/** Looks at ten million rows, which takes more than a second, before it gives its only one. */
const SLOW =
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10000000) SELECT count(*) FROM c';

function throws(): never {
  throw new Error('thrown in a handler');
}

onEachDatabase('a throw in a handler of reader threads', { migrate: migrateCore }, (database) => {
  if (database.type !== 'sqlite') return;
  const workers: Worker[] = [];
  const note = (worker: Worker) => void workers.push(worker);

  before(() => process.on('worker', note));
  after(() => process.off('worker', note));

  function open(log: ReturnType<typeof handlerLog>['log'], readSeconds: number) {
    const { path } = database.connection() as { path: string };
    const threads = new ReaderThreads({ path, busyTimeoutMs: 1_000, cacheKb: 500 }, readSeconds, log);
    const read = (text: string, company = 1) => threads.read({ name: 'test', company, text, values: [] }, throws);
    return { threads, read };
  }

  it('leaves the readings to the other threads', async () => {
    const { log, failed, untilFailed } = handlerLog({ throws: true });
    const { threads, read } = open(log, 10);
    await read(QUICK);
    workers.at(-1)?.emit('error', new Error('of the thread'));
    await untilFailed();
    expect(failed).to.deep.equal(['error of a reader thread']);
    expect(await read(QUICK)).to.deep.equal([{ one: 1 }]);
    await threads.close();
  });

  it('that gives a reading up leaves its caller the error, and another company its thread', async () => {
    const { log, failed, untilFailed } = handlerLog();
    const { threads, read } = open(log, 0.3);
    const { terminate } = Worker.prototype;
    await read(QUICK);
    Worker.prototype.terminate = throws;
    try {
      expect(await refusal(read(SLOW))).to.have.property('code', 'took_too_long');
      await untilFailed();
      expect(failed).to.deep.equal(['giving up a reading']);
      expect(await read(QUICK, 2)).to.deep.equal([{ one: 1 }]);
    } finally {
      Worker.prototype.terminate = terminate;
      await threads.close();
    }
  });
});
