import { renameSync, rmSync } from 'node:fs';
import type { CoreLog } from '@shaon/core';
import { expect } from 'chai';
import { ReaderThreads } from '../../dist/database/readers/reader-threads.js';
import { withCore } from '../support.ts';

withCore('reader threads that cannot start', (test) => {
  before(function () {
    if (test.database.type !== 'sqlite') this.skip();
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
      renameSync(connection.path, data.path);
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
