import { createCore, isShaonError, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase, TestClock } from '@shaon/testing';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import { createLog } from '../../src/host/log.ts';
import { openCore } from '../../src/host/open-core.ts';
import { prune } from '../../src/host/worker.ts';
import {
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  ServedHost,
  type Settings,
  settingsFor,
  TEST_KEYS,
} from './running-shaon.ts';

onEachDatabase('a setting of the host', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());
  const settings = (more: Settings) => settingsFor(database.connection(), folder.path, more);

  it('says how many months the audit is kept', async () => {
    const clock = new TestClock(new Date(Date.now() - 70 * 86_400_000));
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, clock, withoutEvents: true });
    await core.companies.create({ name: 'Bakery' });
    await core.close();
    const until = new Date(clock.now().getTime() + 86_400_000);
    const rowsAfter = async (SHAON_AUDIT_MONTHS: string) => {
      const config = readConfig(settings({ SHAON_AUDIT_MONTHS }));
      const opened = await openCore(config, createLog({ level: 'silent' }));
      await prune(opened, config);
      const { items } = await opened.core.auditReads.operator.list({ until }, { limit: 100 });
      await opened.core.close();
      return items.length;
    };
    expect(await rowsAfter('3')).to.be.above(0);
    expect(await rowsAfter('1')).to.equal(0);
  });

  it('keeps the docs from everybody', async () => {
    const server = await ServedHost.serve(settings({ SHAON_DOCS: 'false' }));
    try {
      for (const path of ['/docs', '/openapi.json']) expect((await server.get(path)).status, path).to.equal(404);
      expect(await (await server.get('/')).text()).not.to.include('"/docs"');
    } finally {
      await server.end();
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  it('lets two companies employ one person, from the first employee on', async () => {
    const { id_number } = newEmployee();
    const open = (SHAON_ID_NUMBER_SCOPE: string) =>
      openCore(readConfig(settings({ SHAON_ID_NUMBER_SCOPE })), createLog({ level: 'silent' }));
    const { core } = await open('company');
    for (const name of ['Bakery', 'Mill']) {
      const { id } = await core.companies.create({ name });
      await core.employees.create(systemActor(id), { ...newEmployee(), id_number });
    }
    await core.close();
    const refused = await open('installation').catch((error: unknown) => error);
    expect(isShaonError(refused, 'options_invalid'), String(refused)).to.equal(true);
  });
});
