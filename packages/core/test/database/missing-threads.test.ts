import { copyFileSync, rmSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { type CoreLog, silentLog } from '@shaon/core';
import { expect } from 'chai';
import { Deadline } from '../../dist/database/readers/deadline.js';
import { ReaderThreads } from '../../dist/database/readers/reader-threads.js';
import { ThreadPool } from '../../dist/database/readers/thread-pool.js';
import { withCore } from '../support.ts';

const REFUSED = 'Worker initialization failure: EAGAIN';
const NO_THREAD = 'No thread could be started to read. Try again.';
/** Looks at ten million rows, which takes more than a second, before it gives its only one. */
const SLOW =
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10000000) SELECT count(*) FROM c';

/** Does what a machine does that has no thread left; returns a function that ends it. */
function refuseThreads(): () => void {
  const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: unknown };
  const { Worker } = threads;
  const replace = (replacement: unknown) => {
    threads.Worker = replacement;
    syncBuiltinESMExports();
  };
  replace(function refuse() {
    throw Object.assign(new Error(REFUSED), { code: 'ERR_WORKER_INIT_FAILED' });
  });
  return () => replace(Worker);
}

withCore('reader threads that cannot start', (test) => {
  before(function () {
    if (test.database.type !== 'sqlite') this.skip();
  });

  it('leave the waiting readings to those that run, and end no process when the pool closes', async () => {
    const connection = test.database.connection();
    if (connection.type !== 'sqlite') throw new TypeError('This is for SQLite.');
    const data = { path: connection.path, busyTimeoutMs: 100, cacheKb: 100 };
    const pool = await ThreadPool.open(data, 3, silentLog);
    const quick = { text: 'SELECT 1 AS found', values: [], forMs: null };
    const allowThreads = refuseThreads();
    let refused: unknown;
    try {
      const answers = await Promise.all([pool.run(quick, {}), pool.run(quick, {}), pool.run(quick, {})]);
      expect(answers.map((answer) => answer?.kind)).to.deep.equal(['rows', 'rows', 'rows']);
      const deadline = new Deadline(null);
      const slow = pool.run({ ...quick, text: SLOW }, deadline).catch((error: Error) => error.message);
      const waiting = [pool.run(quick, {}), pool.run(quick, {})].map((run) => run.catch(({ message }) => message));
      pool.giveUp(null, deadline);
      expect(await slow).to.equal('The reader thread was ended.');
      refused = await Promise.all(waiting);
    } finally {
      allowThreads();
    }
    expect(refused).to.deep.equal([NO_THREAD, NO_THREAD]);
    expect((await pool.run(quick, {}))?.kind).to.equal('rows');
    await pool.close(10_000);
  });

  it('are tried again, so that long readings do not block everything until a restart', async () => {
    const connection = test.database.connection();
    if (connection.type !== 'sqlite') throw new TypeError('This is for SQLite.');
    const messages: string[] = [];
    const note = (_fields: object, message: string) => void messages.push(message);
    const log: CoreLog = { info: note, warn: note, error: note };
    const data = { path: `${connection.path}.copy`, busyTimeoutMs: 100, cacheKb: 100 };
    const threads = new ReaderThreads(data, { seconds: 5, threads: 1 }, log, 50);
    const read = () =>
      threads.read({ name: 'test', company: null }, 'SELECT 1 AS found', [], async () => [{ otherwise: 1 }]);
    try {
      expect(await read()).to.deep.equal([{ otherwise: 1 }]);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(await Promise.all([read(), read()])).to.deep.equal([[{ otherwise: 1 }], [{ otherwise: 1 }]]);
      copyFileSync(connection.path, data.path);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(await Promise.all([read(), read()])).to.deep.equal([[{ found: 1 }], [{ found: 1 }]]);
    } finally {
      await threads.close();
      rmSync(data.path, { force: true });
    }
    expect(messages).to.deep.equal([
      'There can be no reader threads: long readings hold up everything else',
      'There are reader threads again',
    ]);
  });
});
