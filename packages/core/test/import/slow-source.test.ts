import { setTimeout as sleep } from 'node:timers/promises';
import { type Core, createCore, migrateCore, silentLog } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { guardedClient } from '../../src/database/connect/guarded-client.ts';
import { TEST_KEYS } from '../support.ts';

/** In place of a minute, in which the server ends an idle transaction, and a little more, after which our socket ends. */
const LIMIT_MS = 600;

onEachDatabase('an import from a slow source', { migrate: migrateCore, only: 'postgres' }, (database) => {
  let host: DataSource;
  let core: Core;

  before(async () => {
    const { url } = database.connection() as { url: string };
    const extra = {
      Client: guardedClient(pg.Client, silentLog, { silentMs: LIMIT_MS }),
      idle_in_transaction_session_timeout: LIMIT_MS,
    };
    host = await new DataSource({ type: 'postgres', url, poolSize: 3, extra }).initialize();
    core = await createCore({ dataSource: host, keys: TEST_KEYS, log: silentLog });
  });
  after(() => host?.destroy());

  it('takes as long as that', async () => {
    const rows = async function* () {
      yield [{ line: 2, values: { external_id: 'D-1', name: 'Ovens' } }];
      await sleep(2 * LIMIT_MS);
      yield [{ line: 3, values: { external_id: 'D-2', name: 'Mixers' } }];
    };
    const { counts } = await core.imports.run({
      company: { create: { name: 'Bakery' } },
      files: [{ kind: 'departments', name: 'departments.csv', rows }],
    });
    expect(counts.departments).to.include({ created: 2 });
  });
});
