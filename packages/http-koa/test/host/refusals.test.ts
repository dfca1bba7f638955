import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, freePort, skipUnlessTested } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { makeDataFolder, migrateAll, SEVERAL_PROCESSES_MS, settingsFor, shaon, TEST_KEYS } from './running-shaon.ts';

/** Root may read everything. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;

describe('what refuses to start', function () {
  this.timeout(SEVERAL_PROCESSES_MS);
  const folder = makeDataFolder();
  after(() => {
    chmodSync(join(folder.path, 'closed'), 0o700);
    folder.remove();
  });

  it('writes nothing in an empty folder on SQLite, whichever command it is', async () => {
    const dataDir = join(folder.path, 'empty');
    const settings = { SHAON_DATA_DIR: dataDir, PORT: '0' };
    const file = join(dataDir, 'shaon.sqlite');
    for (const args of [['serve'], ['worker'], ['audit'], ['keys', 'rotate'], ['company', 'list']]) {
      const refused = await shaon(args, settings);
      expect(refused.code, args.join(' ')).to.equal(1);
      expect(refused.stderr, args.join(' ')).to.equal(`There is no ${file} yet. Run shaon migrate.\n`);
    }
    const examined = await shaon(['doctor'], settings);
    expect(examined.stdout).to.include(`BAD   schema: There is no ${file} yet. Run shaon migrate.`);
    expect(readdirSync(folder.path)).not.to.include('empty');
  });

  it('is told from a file that is there and may not be read', async () => {
    const closed = join(folder.path, 'closed');
    const dataDir = join(closed, 'data');
    mkdirSync(closed);
    const settings = { SHAON_DATA_DIR: dataDir, PORT: '0' };
    expect((await shaon(['migrate'], settings)).code).to.equal(0);
    chmodSync(folder.path, 0o755);
    chmodSync(closed, 0o600);
    const examined = await shaon(['doctor'], settings, NOBODY);
    expect(examined.code).to.equal(1);
    expect(examined.stdout)
      .to.include(`BAD   keys: Cannot read ${join(dataDir, 'keys')}: this user may not.`)
      .and.to.include(`BAD   schema: ${join(dataDir, 'shaon.sqlite')} may not be read by this user.`)
      .and.not.include('shaon migrate');
    const refused = await shaon(['serve'], settings, NOBODY);
    expect(refused.stderr).to.include('may not be read by this user').and.not.include('shaon migrate');
  });

  it('is told at once where the system lets nobody make a folder', async function () {
    if (process.platform !== 'linux') return this.skip();
    const refused = await shaon(['migrate'], { SHAON_DATA_DIR: '/proc/shaon/data' });
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.equal(
      'Cannot make the folder /proc/shaon: there is no such file or folder. Is SHAON_DATA_DIR right, or the path of DATABASE_URL?\n',
    );
  });

  it('is a path of SQLite with options, which would make a file of that name', async () => {
    const url = `sqlite:${join(folder.path, 'read.sqlite')}?mode=ro`;
    for (const [args, settings] of [
      [['migrate'], { DATABASE_URL: url, SHAON_DATA_DIR: folder.path }],
      [['move', '--to', url], { SHAON_DATA_DIR: folder.path }],
    ] as const) {
      const refused = await shaon([...args], settings);
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('sqlite:path, without ? and options');
    }
    expect(readdirSync(folder.path).filter((name) => name.startsWith('read'))).to.deep.equal([]);
  });

  it('is told where the driver of SQLite was built for another Node, and leaves nothing behind', async () => {
    const dataDir = join(folder.path, 'other-node');
    const refuse = `const load = process.dlopen;
      process.dlopen = (module, file, ...flags) => {
        if (!file.endsWith('better_sqlite3.node')) return load(module, file, ...flags);
        throw Object.assign(new Error('Built for another Node'), { code: 'ERR_DLOPEN_FAILED' });
      };`;
    const settings = {
      SHAON_DATA_DIR: dataDir,
      PORT: '0',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuse)}`,
    };
    for (const args of [['migrate'], ['serve'], ['company', 'list']]) {
      const refused = await shaon(args, settings);
      expect(refused.code, args.join(' ')).to.equal(1);
      expect(refused.stderr, args.join(' ')).to.match(/cannot be loaded.*: npm rebuild better-sqlite3\n$/);
    }
    expect((await shaon(['doctor'], settings)).stdout).to.match(/BAD {3}driver: .*npm rebuild better-sqlite3/);
    expect(readdirSync(folder.path)).not.to.include('other-node');
  });

  describe('on PostgreSQL', () => {
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let url: URL;

    before(async function () {
      skipUnlessTested(this, 'postgres');
      database = await createTestDatabase('postgres');
      if (database.connection.type !== 'postgres') throw new Error('Not PostgreSQL.');
      url = new URL(database.connection.url);
    });
    after(async () => database?.drop());

    it('says whether the password is wrong, the database is missing or nobody answers', async () => {
      const wrongPassword = new URL(url);
      wrongPassword.password = 'hunter2';
      const missingDatabase = new URL(url);
      missingDatabase.pathname = '/nobody_has_made_it';
      const nobodyAnswers = new URL(url);
      nobodyAnswers.port = String(await freePort());
      const missingCertificate = new URL(url);
      missingCertificate.search = '?sslmode=require&sslrootcert=/nowhere/ca.pem';
      const runs = 'The database server runs, and';
      for (const [wrong, text] of [
        [wrongPassword, `${runs} refuses the user or the password. (28P01) Put the right user and password into`],
        [missingDatabase, `${runs} has no database of this name. (3D000) Make the database (createdb), or`],
        [
          missingCertificate,
          'Cannot open /nowhere/ca.pem: there is no such file or folder. Is the URL of this database',
        ],
        [nobodyAnswers, 'The database cannot be reached. (ECONNREFUSED) Is the URL of this database (DATABASE_URL'],
      ] as const) {
        const settings = settingsFor({ type: 'postgres', url: wrong.href }, folder.path);
        for (const command of ['serve', 'migrate', 'doctor']) {
          const refused = await shaon([command], settings);
          const output = refused.stdout + refused.stderr;
          expect(refused.code, command).to.equal(1);
          expect(output, command).to.include(text).and.not.include('hunter2');
        }
      }
    });

    it('says in doctor of each part which one cannot be examined', async () => {
      const away = new URL(url);
      away.port = String(await freePort());
      const settings = settingsFor({ type: 'postgres', url: away.href }, folder.path, { DATABASE_READ_URL: away.href });
      const { stdout } = await shaon(['doctor'], settings);
      expect(stdout).to.include('BAD   replica: cannot be examined (ECONNREFUSED)\n');
      expect(stdout).to.include('BAD   clock: cannot be examined (ECONNREFUSED)\n');
    });

    it('says what a user may not do, that no connection is left, and that nothing can be written', async () => {
      const guest = new URL(url);
      guest.username = `guest_${process.pid}`;
      guest.password = 'hunter2';
      const asOwner = async (statement: string) => {
        const client = new pg.Client({ connectionString: url.href });
        await client.connect();
        await client.query(statement).finally(() => client.end());
      };
      await asOwner(`CREATE ROLE ${guest.username} LOGIN PASSWORD 'hunter2'`);
      try {
        for (const [setting, text] of [
          ['SET search_path = nowhere', 'refuses (3F000). This user may use no schema of the search_path. Let it'],
          ['RESET search_path', 'refuses (42501). This user may not do it. Let it own the database'],
          [
            'SET default_transaction_read_only = on',
            'takes no writes: it is a standby, or read-only. (25006) Name the',
          ],
          ['CONNECTION LIMIT 0', 'has no connection left. (53300) Let it have more of them'],
        ] as const) {
          await asOwner(`ALTER ROLE ${guest.username} ${setting}`);
          const refused = await shaon(['migrate'], settingsFor({ type: 'postgres', url: guest.href }, folder.path));
          expect(refused.code, setting).to.equal(1);
          expect(refused.stderr, setting).to.include(text).and.not.include('hunter2');
          expect(refused.stderr, setting).not.to.match(/^ +at /m);
        }
      } finally {
        await asOwner(`DROP ROLE ${guest.username}`);
      }
    });

    it('says that the disk of the server is full, also where only the audit is written', async () => {
      const full = await createTestDatabase('postgres');
      try {
        const settings = settingsFor(full.connection, folder.path);
        expect((await shaon(['migrate'], settings)).code).to.equal(0);
        const owner = new pg.Client({ connectionString: (full.connection as { url: string }).url });
        await owner.connect();
        await owner
          .query(
            `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
               BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$;
             CREATE TRIGGER full_disk BEFORE INSERT ON shaon_audit EXECUTE FUNCTION full_disk()`,
          )
          .finally(() => owner.end());
        const reason = 'The disk of the database server is full. (53100) Make room on it.';
        const made = await shaon(['company', 'create', '--name', 'Bakery'], settings);
        expect([made.code, made.stderr]).to.deep.equal([1, `${reason}\n`]);
        const exported = await shaon(['audit', '--export', 'csv'], settings);
        expect(exported.code).to.equal(1);
        expect(exported.stderr).to.include(`The audit log cannot be written. ${reason}\n`);
        expect(exported.stdout).to.equal('');
      } finally {
        await full.drop();
      }
    });

    it('says that the disk is full also when PostgreSQL, restarted on it, gives no code for that', async () => {
      const fields = 'SFATAL\0VFATAL\0CXX000\0Mcould not write init file\0\0';
      const refusal = Buffer.alloc(5 + fields.length, `E0000${fields}`);
      refusal.writeInt32BE(4 + fields.length, 1);
      const restarted = createServer((socket) => socket.on('error', () => undefined).end(refusal));
      await once(restarted.listen(0, '127.0.0.1'), 'listening');
      const { port } = restarted.address() as AddressInfo;
      try {
        const settings = settingsFor(
          { type: 'postgres', url: `postgres://shaon@127.0.0.1:${port}/shaon` },
          folder.path,
        );
        for (const args of [['migrate'], ['company', 'list']]) {
          const refused = await shaon(args, settings);
          expect(refused, args.join(' ')).to.include({ code: 1, stdout: '' });
          expect(refused.stderr, args.join(' ')).to.equal(
            'The disk of the database server is full. (53100) Make room on it.\n',
          );
        }
        const { stdout } = await shaon(['doctor'], settings);
        expect(stdout).to.include('BAD   schema: The disk of the database server is full.');
      } finally {
        restarted.close();
      }
    });

    it('does not ask whether the URL is right when two transactions waited for each other', async () => {
      const busy = await createTestDatabase('postgres');
      try {
        const settings = settingsFor(busy.connection, folder.path);
        expect((await shaon(['migrate'], settings)).code).to.equal(0);
        const owner = new pg.Client({ connectionString: (busy.connection as { url: string }).url });
        await owner.connect();
        await owner
          .query(
            `CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$
               BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$;
             CREATE TRIGGER deadlock BEFORE INSERT ON shaon_company EXECUTE FUNCTION deadlock()`,
          )
          .finally(() => owner.end());
        const made = await shaon(['company', 'create', '--name', 'Bakery'], settings);
        expect([made.code, made.stderr]).to.deep.equal([
          1,
          'Two transactions waited for each other, and this one was undone. Try it again. (40P01)\n',
        ]);
      } finally {
        await busy.drop();
      }
    });

    it('says that the URL of an option may be the wrong one', async () => {
      const wrong = new URL(url);
      wrong.password = 'hunter2';
      const source = await createTestDatabase('postgres', { migrate: migrateAll });
      try {
        const settings = settingsFor(source.connection, folder.path);
        const refused = await shaon(['move', '--to', `${wrong.href}_other`], settings);
        expect(refused.code).to.equal(1);
        expect(refused.stderr).to.include('28P01').and.include('an option of the command').and.not.include('hunter2');
      } finally {
        await source.drop();
      }
    });

    it('writes nothing in an empty folder before it refuses a database without tables', async () => {
      const dataDir = join(folder.path, 'empty-postgres');
      const settings = settingsFor(database.connection, dataDir, { SHAON_KEYS: TEST_KEYS });
      const refused = await shaon(['serve'], settings);
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('shaon migrate');
      expect(readdirSync(folder.path)).not.to.include('empty-postgres');
    });
  });
});
