import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Connection, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { TEST_KEYS } from '../hire.ts';
import { migrateAll } from '../support.ts';

/** Starts a sender twice, before and after there is an endpoint, and prints whether undici was loaded by then. */
const PROGRAM = `
  import { createRequire } from 'node:module';
  import { createCore, systemActor } from '@shaon/core';
  import { createWebhooks } from '@shaon/webhooks';
  const { cache } = createRequire(import.meta.url);
  const isLoaded = () => Object.keys(cache).some((file) => file.includes('/undici/'));
  const { database, keys } = JSON.parse(process.argv[1]);
  const core = await createCore({ database, keys });
  const webhooks = await createWebhooks(core, { allow: ['127.0.0.0/8', 'localhost'] });
  const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
  await webhooks.start();
  const without = isLoaded();
  await webhooks.stop(0);
  await webhooks.endpoints.register(company, { url: 'https://localhost:4443/', events: ['employee.created'] });
  const registered = isLoaded();
  await webhooks.start();
  const started = isLoaded();
  await webhooks.stop(0);
  await core.close();
  console.log(JSON.stringify({ without, registered, started }));
`;

onEachDatabase('undici', { migrate: migrateAll }, (database) => {
  it('is loaded by a sender that starts with an endpoint, and by none without', async function () {
    this.timeout(60_000);
    const connection: Connection = database.connection();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', PROGRAM, JSON.stringify({ database: connection, keys: TEST_KEYS })],
      { cwd: new URL('../..', import.meta.url), env: { ...process.env, NODE_OPTIONS: '' } },
    );
    expect(JSON.parse(stdout)).to.deep.equal({ without: false, registered: false, started: true });
  });
});
