import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseKeyRing } from '@shaon/core';
import { expect } from 'chai';
import { findKeys } from '../../src/host/keys-file.ts';
import { lockSqliteFile } from '../../src/host/sqlite-file-lock.ts';
import { makeDataFolder, RunningShaon, SEVERAL_PROCESSES_MS, shaon } from './running-shaon.ts';

describe('the files of SQLite', () => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  it('are made by migrate for this user alone, and keys once; everything then runs without a setting', async () => {
    const dataDir = join(folder.path, 'fresh');
    const settings = { SHAON_DATA_DIR: dataDir, PORT: '0' };
    const first = await shaon(['migrate'], settings);
    expect(first.code).to.equal(0);
    expect(first.stderr).to.include(join(dataDir, 'keys'));
    const keys = readFileSync(join(dataDir, 'keys'), 'utf8');
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).to.equal(0o600);
    expect(statSync(dataDir).mode & 0o777).to.equal(0o700);
    expect(first.stdout + first.stderr).to.not.include(keys.trim().split(':')[1]);

    const again = await shaon(['migrate'], settings);
    expect(again.stdout).to.include('up to date');
    expect(again.stderr).to.equal('');
    expect(readFileSync(join(dataDir, 'keys'), 'utf8')).to.equal(keys);

    const server = await RunningShaon.serve(settings);
    expect((await server.get('/readyz')).status).to.equal(200);
    for (const command of ['migrate', 'worker']) {
      const refused = await shaon([command], settings);
      expect(refused.code, command).to.equal(1);
      expect(refused.stderr).to.include(`${command} cannot run now`);
    }
    expect((await server.end()).code).to.equal(0);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('name the folder that cannot be made, without a stack', async () => {
    const file = join(folder.path, 'a-file');
    writeFileSync(file, '');
    const refused = await shaon(['migrate'], { SHAON_DATA_DIR: join(file, 'data') });
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.equal(
      `Cannot make the folder ${join(file, 'data')}: a part of this path is no folder. Is SHAON_DATA_DIR right?\n`,
    );
  });

  it('give one key list when several ask for it at once', () => {
    const dataDir = join(folder.path, 'race');
    const config = { keys: null, databaseUrl: null, dataDir };
    const found = Array.from({ length: 3 }, () => findKeys(config));
    expect(new Set(found.map(({ keys }) => keys)).size).to.equal(1);
    expect(found.map(({ isNew }) => isNew)).to.deep.equal([true, false, false]);
    expect(parseKeyRing(found[0]!.keys).ids).to.have.lengthOf(1);
  });

  it('say that a keys file is damaged, and never write a new one over it', () => {
    const dataDir = join(folder.path, 'damaged');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'keys'), 'k1:hunter2');
    expect(() => findKeys({ keys: null, databaseUrl: null, dataDir }))
      .to.throw('is damaged')
      .and.not.to.match(/hunter2/);
    expect(readFileSync(join(dataDir, 'keys'), 'utf8')).to.equal('k1:hunter2');
  });

  it('are locked once per file, under whatever name, until released', async () => {
    const path = join(folder.path, 'locked.sqlite');
    const lock = await lockSqliteFile({ type: 'sqlite', path }, 'first');
    try {
      await lockSqliteFile({ type: 'sqlite', path: join(folder.path, '.', 'locked.sqlite') }, 'second');
      throw new Error('It was locked twice.');
    } catch (error) {
      expect(error).to.include({ code: 'database_locked' });
      expect((error as Error).message).to.include('second cannot run now');
    }
    await lock.release();
    await (await lockSqliteFile({ type: 'sqlite', path }, 'third')).release();
  });
});
