import { type Core, createCore, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { lockSqliteFile } from '../../src/host/sqlite-file-lock.ts';
import {
  type Ended,
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  type Settings,
  settingsFor,
  shaon,
  TEST_KEYS,
} from './running-shaon.ts';

onEachDatabase('shaon id-numbers (D:A12)', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  const run = (args: readonly string[], more: Settings = {}): Promise<Ended> =>
    shaon(args, settingsFor(database.connection(), folder.path, more));
  const rescope = (to: string) => run(['id-numbers', 'rescope', '--to', to]);

  async function withCore<T>(idNumberScope: 'installation' | 'company', work: (core: Core) => Promise<T>): Promise<T> {
    const core = await createCore({
      database: database.connection(),
      keys: TEST_KEYS,
      withoutEvents: true,
      idNumberScope,
    });
    try {
      return await work(core);
    } finally {
      await core.close();
    }
  }

  it('rescope changes within what a number is unique, and a process with the former setting does not start', async () => {
    const employee = newEmployee();
    await withCore('installation', async (core) => {
      const { id } = await core.companies.create({ name: 'First' });
      await core.employees.create(systemActor(id), employee);
    });
    const refused = await run(['audit', '--limit', '1'], { SHAON_ID_NUMBER_SCOPE: 'company' });
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.contain('shaon id-numbers rescope --to company');

    const changed = await rescope('company');
    expect(changed.code, changed.stderr).to.equal(0);
    expect(changed.stdout).to.contain('1 ID numbers changed').and.contain('SHAON_ID_NUMBER_SCOPE=company');
    expect((await run(['audit', '--limit', '1'])).stderr).to.contain('shaon id-numbers rescope --to installation');
    expect((await run(['audit', '--limit', '1'], { SHAON_ID_NUMBER_SCOPE: 'company' })).code).to.equal(0);

    await withCore('company', async (core) => {
      const { id } = await core.companies.create({ name: 'Second' });
      await core.employees.create(systemActor(id), newEmployee({ id_number: employee.id_number }));
    });
    const collides = await rescope('installation');
    expect(collides.code).to.equal(1);
    expect(collides.stderr).to.match(/^1 ID numbers belong to more than one employee/);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('rescope wants one of the two scopes', async () => {
    for (const args of [[], ['--to', 'world']]) {
      const refused = await run(['id-numbers', 'rescope', ...args]);
      expect(refused.code).not.to.equal(0);
      expect(refused.stderr).to.contain('--to');
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  if (database.type !== 'sqlite') return;

  it('rescope is refused while another process has the SQLite file', async () => {
    const lock = await lockSqliteFile(database.connection(), 'serve');
    try {
      const refused = await rescope('installation');
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.match(/serve/);
    } finally {
      await lock?.release();
    }
    expect((await rescope('installation')).stderr).to.contain('1 ID numbers');
  }).timeout(SEVERAL_PROCESSES_MS);
});
