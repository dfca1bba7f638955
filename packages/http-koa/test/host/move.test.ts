import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { verifyWebhook } from '@shaon/client-sdk/webhooks';
import { type Core, coreEntities, createCore, systemActor } from '@shaon/core';
import {
  assertKeptSearch,
  assertStoredCounts,
  type Connection,
  createTestDatabase,
  type Dialect,
  newEmployee,
  rawSql,
  smallVolume,
  testedDialects,
} from '@shaon/testing';
import { createWebhooks, webhookEntities } from '@shaon/webhooks';
import { expect } from 'chai';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { readDemoSignIns } from '../../src/host/demo/demo-sign-ins.ts';
import { readDemoToken } from '../../src/host/demo/demo-token.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import {
  bearer,
  makeDataFolder,
  migrateAll,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  ServedHost,
  type Settings,
  settingsFor,
  shaon,
  shaonCommand,
  TEST_KEYS,
} from './running-shaon.ts';
import { makeShortDemo } from './short-demo.ts';

type Fresh = Awaited<ReturnType<typeof createTestDatabase>>;

const OTHER: Readonly<Record<Dialect, Dialect>> = { sqlite: 'postgres', postgres: 'sqlite' };
const LEDGERS = ['shaon_migrations', 'shaon_webhooks_migrations'];
/** Its triggers fill it in the target. */
const TOTALS = 'shaon_attendance_total';

const urlOf = (connection: Connection): string =>
  connection.type === 'sqlite' ? `sqlite:${connection.path}` : connection.url;

/** A move needs the two databases, which SHAON_TEST_ONLY makes one. */
const describeMove = testedDialects().length === 2 ? describe : describe.skip;

for (const type of testedDialects()) {
  describeMove(`shaon move (${type} to ${OTHER[type]})`, function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    const folder = makeDataFolder();
    let source: Fresh;
    let target: Fresh;
    let receiver: Receiver;
    let secret: string;
    let lastEmployee: number;

    before(async () => {
      source = await createTestDatabase(type, { migrate: migrateAll });
      target = await createTestDatabase(OTHER[type]);
      receiver = await startReceiver();
      writeFileSync(join(folder.path, 'ca.pem'), receiver.certificate.ca);
      await makeShortDemo(source.connection, settings(source));
      await beside(source, async (core) => {
        const webhooks = await createWebhooks(core, { allow: [receiver.origin] });
        const company = systemActor(1);
        ({ secret } = await webhooks.endpoints.register(company, {
          url: receiver.url,
          events: ['employee.created', 'employee.updated'],
        }));
        const hired = await core.employees.create(company, newEmployee({ name: '=HYPERLINK("x") \u05d0' }));
        await core.employees.freeze(company, hired.id);
        lastEmployee = hired.id;
      });
    });
    after(async () => {
      await receiver?.close();
      await assertStoredCounts(target.connection);
      await assertKeptSearch(target.connection);
      await source?.drop();
      await target?.drop();
      folder.remove();
    });

    const settings = (database: Fresh, more: Settings = {}): Settings =>
      settingsFor(database.connection, folder.path, {
        SHAON_WEBHOOK_ALLOW: receiver.origin,
        NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem'),
        ...more,
      });
    const move = () => shaon(['move', '--to', urlOf(target.connection)], settings(source));

    async function beside<T>(database: Fresh, work: (core: Core) => Promise<T>): Promise<T> {
      const core = await createCore({ database: database.connection, keys: TEST_KEYS, withoutEvents: true });
      try {
        return await work(core);
      } finally {
        await core.close();
      }
    }

    const count = (database: Fresh, table: string): Promise<number> =>
      beside(database, async (core) => {
        const all = core.extension.database.allCompanies();
        return Number((await all.run(rawSql(`SELECT COUNT(*) AS n FROM "${table}"`)))[0]?.n);
      });

    it('knows every table of the installation', async () => {
      const names = await beside(source, async (core) => {
        const list =
          type === 'sqlite'
            ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'shaon_%'`
            : `SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'shaon_%'`;
        return (await core.extension.database.allCompanies().run(rawSql(list))).map(({ name }) => String(name));
      });
      const known = [...coreEntities(type), ...webhookEntities(type)].map(
        ({ options }) => options.tableName ?? options.name,
      );
      const others = [...LEDGERS, TOTALS, ...(type === 'postgres' ? ['shaon_rate_limit'] : [])];
      expect([...known, ...others].sort()).to.deep.equal(names.sort());
    });

    it('refuses while a server works on the source', async () => {
      const server = await ServedHost.serve(settings(source, { SHAON_SERVE_SENDS: 'true' }));
      try {
        const refused = await move();
        expect(refused.code).to.equal(1);
        expect(refused.stderr).to.match(
          type === 'sqlite'
            ? /Another process of Shaon holds/
            : /^Stop every process on the source database first: other processes/,
        );
      } finally {
        await server.end();
      }
      // The server has tried to deliver; what waits still does.
      receiver.requests.length = 0;
      await beside(source, async (core) => {
        await createWebhooks(core, { allow: [receiver.origin] });
        await core.employees.reactivate(systemActor(1), lastEmployee);
      });
    });

    it('makes no file for a move that is refused', async () => {
      const missing = join(folder.path, 'refused', 'target.sqlite');
      const keys = `other:${Buffer.alloc(32, 9).toString('base64')}`;
      const refused = await shaon(['move', '--to', `sqlite:${missing}`], settings(source, { SHAON_KEYS: keys }));
      expect(refused.code, refused.stdout).to.equal(1);
      expect(refused.stderr).to.include('key');
      expect(existsSync(join(folder.path, 'refused'))).to.equal(false);
    });

    it('says that the target is the source, where it is', async () => {
      const same = await shaon(['move', '--to', urlOf(source.connection)], settings(source));
      expect(same).to.include({ code: 1, stdout: '' });
      expect(same.stderr).to.equal('--to names the database of your settings. Name the one to copy it into.\n');
    });

    it('leaves the target as it was when it is killed half-way', async () => {
      const child = spawn(process.execPath, [shaonCommand, 'move', '--to', urlOf(target.connection)], {
        env: { PATH: process.env.PATH ?? '', ...settings(source) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const lines: string[] = [];
      for await (const line of createInterface({ input: child.stderr })) {
        lines.push(line);
        if (line.startsWith('shaon_token: ')) child.kill('SIGKILL');
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode, lines.join('\n')).to.equal('SIGKILL');
      expect(await count(target, 'shaon_employee')).to.equal(0);
      expect(await count(target, 'shaon_company')).to.equal(0);
    });

    it('is undone when a process is started on the source meanwhile, whose writes it would lack', async function () {
      // On SQLite the file's lock refuses such a process.
      if (source.connection.type === 'sqlite') return this.skip();
      const started = new pg.Client({ connectionString: source.connection.url, application_name: 'shaon' });
      const child = spawn(process.execPath, [shaonCommand, 'move', '--to', urlOf(target.connection)], {
        env: { PATH: process.env.PATH ?? '', ...settings(source) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = once(child, 'exit');
      const lines: string[] = [];
      try {
        for await (const line of createInterface({ input: child.stderr })) {
          lines.push(line);
          if (!line.startsWith('shaon_company: ')) continue;
          child.kill('SIGSTOP');
          await started.connect();
          child.kill('SIGCONT');
        }
        expect((await ended)[0], lines.join('\n')).to.equal(1);
        expect(lines.at(-1)).to.match(/^Stop every process on the source database first: other processes/);
      } finally {
        await started.end();
      }
      expect(await count(target, 'shaon_company')).to.equal(0);
    });

    it('says that it is the disk of the target which is full', async function () {
      const volume = smallVolume(1);
      // Only root may mount a small volume, and not in every container.
      if (volume === null) return this.skip();
      try {
        volume.fill();
        const failed = await shaon(['move', '--to', `sqlite:${join(volume.path, 'target.sqlite')}`], settings(source));
        expect(failed.code).to.equal(1);
        expect(failed.stderr).to.match(/^The target could not be prepared\.\nThe disk of the database file .*full/m);
      } finally {
        volume.close();
      }
    });

    it('names the table that could not be copied', async () => {
      const refuse = {
        sqlite: [
          `CREATE TRIGGER full_token BEFORE INSERT ON shaon_token BEGIN SELECT RAISE(ABORT, 'no'); END`,
          'DROP TRIGGER full_token',
        ],
        postgres: [
          'ALTER TABLE shaon_token ADD CONSTRAINT full_token CHECK (false)',
          'ALTER TABLE shaon_token DROP CONSTRAINT full_token',
        ],
      }[OTHER[type]];
      await run(target.connection, refuse[0] ?? '');
      const failed = await move();
      await run(target.connection, refuse[1] ?? '');
      expect(failed.code).to.equal(1);
      expect(failed.stderr).to.contain('shaon_token: could not be copied. The target holds no row of the source.');
      expect(await count(target, 'shaon_company')).to.equal(0);
    });

    it('copies every row of every table, and says what they add up to', async () => {
      const moved = await move();
      expect(moved.code, moved.stderr).to.equal(0);
      expect(moved.stdout)
        .to.match(/All \d+ tables are equal/)
        .and.match(/shaon_webhook_delivery +[1-9]/);
      expect(moved.stdout).to.contain('the same SHAON_KEYS').and.not.contain(TEST_KEYS);
      expect(moved.stdout)
        .to.match(/shaon_attendance +\d{3,}/)
        .and.match(/shaon_leave_document +[1-9]/);
    });

    it('refuses a target that holds rows', async () => {
      const refused = await move();
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.contain('The target database holds rows in shaon_company. Name an empty one.');
    });

    it('lets tokens, passwords and webhook secrets work on the new host', async () => {
      // Node reads NODE_EXTRA_CA_CERTS as it starts.
      const server = await RunningShaon.serve(settings(target));
      try {
        const response = await server.get('/api/v1/attendance', bearer(String(readDemoToken(folder.path))));
        expect(response.status).to.equal(200);
        expect(((await response.json()) as { data: unknown[] }).data).to.have.length(50);
        const { headers, body } = await receiver.received(1);
        const event = await verifyWebhook(body, headers, secret);
        expect(event.event).to.match(/^employee\.(created|updated)$/);
      } finally {
        await server.end();
      }
      const admin = readDemoSignIns(folder.path).find(({ role }) => role === 'admin');
      await beside(target, async (core) => {
        const credentials = { email: String(admin?.email), password: String(admin?.password) };
        const signedIn = await core.accounts.signIn(credentials);
        expect(signedIn.sessionId).to.be.greaterThan(0);
      });
    });

    it('gives no id twice', async () => {
      await beside(target, async (core) => {
        const hired = await core.employees.create(systemActor(1), newEmployee());
        expect(hired.id).to.equal(lastEmployee + 1);
      });
    });
  });
}

/** Runs a statement that changes tables. */
async function run(connection: Connection, text: string): Promise<void> {
  const options =
    connection.type === 'sqlite'
      ? { type: 'better-sqlite3' as const, database: connection.path }
      : { type: 'postgres' as const, url: connection.url };
  const dataSource = await new DataSource(options).initialize();
  try {
    await dataSource.query(text);
  } finally {
    await dataSource.destroy();
  }
}
