import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createCore, generateKey, migrateCore, systemActor } from '@shaon/core';
import { skipWithout } from '@shaon/testing';
import { migrateWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { blockOf, blocksOf } from './blocks.ts';
import { Workplace } from './workplace.ts';

describe('docs/client-sdk.md', function () {
  this.timeout(120_000);
  const workplace = new Workplace();
  after(() => workplace.remove());

  it('installs the client that the host serves, which calls that host', async function () {
    skipWithout(this, 'curl');
    const path = workplace.path('shaon.sqlite');
    const keys = generateKey('k1');
    await migrateCore({ type: 'sqlite', path });
    await migrateWebhooks({ type: 'sqlite', path });
    const core = await createCore({ database: { type: 'sqlite', path }, keys, withoutEvents: true });
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await core.organization.createDepartment(company, { name: 'Ovens' });
    const { token } = await core.tokens.issue(company, { name: 'client', abilities: ['employees:read'] });
    await core.close();

    workplace.set({ DATABASE_URL: `sqlite:${path}`, SHAON_KEYS: keys, SHAON_SMS: 'spool' });
    const server = await workplace.serve();
    try {
      const { headers } = await fetch(`${server.url}/docs/client-sdk.tgz`, { method: 'HEAD' });
      expect([headers.get('content-type'), headers.get('cache-control')]).deep.equal(['application/gzip', 'no-cache']);
      const install = blockOf('docs/client-sdk.md', 'install').replace('https://hr.example', server.url);
      const first = blocksOf('docs/client-sdk.md', 'js').find(({ name }) => name === 'first');
      writeFileSync(workplace.path('package.json'), '{ "private": true }');
      writeFileSync(workplace.path('first.mjs'), first?.code ?? '');
      const env = { ...withoutNpmAboutItself(), SHAON_URL: `${server.url}/api/v1`, SHAON_TOKEN: token };
      const options = { cwd: workplace.folder, env };
      await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', install], options);
      const { stdout } = await promisify(execFile)(process.execPath, ['first.mjs'], options);
      expect(stdout).to.match(/^\d+ Ovens\n$/);
    } finally {
      await server.stop();
    }
  });
});

/** npm tells its scripts folders, in which another npm would install. */
function withoutNpmAboutItself(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry$)/i.test(name)));
}
