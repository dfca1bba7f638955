import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKey, parseKeyRing } from '@shaon/core';
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

    // Without the warning of a reading, which is slow on a busy machine.
    const again = await shaon(['migrate'], { ...settings, SHAON_LOG_LEVEL: 'error' });
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
    for (const name of ['shaon.sqlite', 'shaon.sqlite-wal']) {
      expect(statSync(join(dataDir, name)).mode & 0o777, name).to.equal(0o600);
    }
    expect((await server.end()).code).to.equal(0);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('name the folder that cannot be made, without a stack', async () => {
    const file = join(folder.path, 'a-file');
    writeFileSync(file, '');
    const refused = await shaon(['migrate'], { SHAON_DATA_DIR: join(file, 'data') });
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.equal(
      `Cannot make the folder ${join(file, 'data')}: a part of this path is no folder. Is SHAON_DATA_DIR right, or the path of DATABASE_URL?\n`,
    );
  });

  const config = { keys: null, databaseUrl: null, databaseDirectUrl: null, databasePool: 10 };

  it('give one key list when several ask for it at once', async () => {
    const dataDir = join(folder.path, 'race');
    const found = await Promise.all(Array.from({ length: 3 }, () => findKeys({ ...config, dataDir })));
    expect(new Set(found.map(({ keys }) => keys)).size).to.equal(1);
    expect(found.filter(({ isNew }) => isNew)).to.have.lengthOf(1);
    expect(parseKeyRing(found[0]!.keys).ids).to.have.lengthOf(1);
  });

  it('say that a keys file is damaged, and never write a new one over it', async () => {
    const dataDir = join(folder.path, 'damaged');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'keys'), 'k1:hunter2');
    const refused = await findKeys({ ...config, dataDir }).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error).and.have.property('message').that.includes('is damaged');
    expect(String(refused)).not.to.include('hunter2');
    expect(readFileSync(join(dataDir, 'keys'), 'utf8')).to.equal('k1:hunter2');
  });

  it('tell of keys that are lost or of another database, and make none in their place', async () => {
    const dataDir = join(folder.path, 'lost');
    const keys = join(dataDir, 'keys');
    expect((await shaon(['migrate'], { SHAON_DATA_DIR: dataDir })).code).to.equal(0);
    rmSync(keys);
    for (const command of ['doctor', 'migrate', 'serve']) {
      const refused = await shaon([command], { SHAON_DATA_DIR: dataDir, PORT: '0' });
      expect(refused.code, command).to.equal(1);
      expect(refused.stdout + refused.stderr, command).to.include(`The keys file ${keys} is gone`);
      expect(existsSync(keys), command).to.equal(false);
    }
    writeFileSync(keys, generateKey(), { mode: 0o600 });
    const other = await shaon(['audit'], { SHAON_DATA_DIR: dataDir });
    expect(other.stderr).to.equal(
      `The keys in ${keys} do not fit this database. Put back the file with which it was made.\n`,
    );
  }).timeout(SEVERAL_PROCESSES_MS);

  it('are named, with what to do, when they are no database or may not be written', async () => {
    const dataDir = join(folder.path, 'unfit');
    const settings = { SHAON_DATA_DIR: dataDir, PORT: '0' };
    mkdirSync(dataDir);
    const file = join(dataDir, 'shaon.sqlite');
    writeFileSync(file, 'A text of some length that is no database. '.repeat(4));
    const foreign = await shaon(['serve'], settings);
    expect(foreign.stderr).to.equal(
      'The database file is no SQLite database. Name another file, or restore a backup. (SQLITE_NOTADB)\n',
    );
    rmSync(file);
    expect((await shaon(['migrate'], settings)).code).to.equal(0);
    // As when root has migrated and a server of lesser rights is started; root itself may write to everything.
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o444);
    for (const path of [folder.path, dataDir]) chmodSync(path, 0o777);
    const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
    for (const command of ['serve', 'audit', 'doctor']) {
      const refused = await shaon([command], settings, nobody);
      expect(refused.code, command).to.equal(1);
      expect(refused.stdout + refused.stderr, command).to.include('Give this user the right to write to it');
      expect(refused.stdout + refused.stderr, command).not.to.match(/^ +at /m);
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  it('are not used by a process that may only read the lock, because several could then hold it', async () => {
    const dataDir = join(folder.path, 'lock-of-root');
    const settings = { SHAON_DATA_DIR: dataDir, PORT: '0' };
    expect((await shaon(['migrate'], settings)).code).to.equal(0);
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o666);
    for (const path of [folder.path, dataDir]) chmodSync(path, 0o777);
    const lock = join(dataDir, 'shaon.sqlite.lock');
    chmodSync(lock, 0o444);
    const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
    for (const command of ['demo', 'migrate', 'serve']) {
      const refused = await shaon([command], settings, nobody);
      expect(refused.code, command).to.equal(1);
      expect(refused.stderr, command).to.equal(
        `${lock} cannot be locked. Give this user the right to write to it and to its folder. (SQLITE_READONLY)\n`,
      );
    }
  }).timeout(SEVERAL_PROCESSES_MS);

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
