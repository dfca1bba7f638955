import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, createCore, fileDocumentStore, isShaonError, migrateCore } from '@shaon/core';
import { everyCompanySql, longReading } from '@shaon/core/extension';
import {
  createTestDatabase,
  embeddedPrograms,
  type ReplicatedPostgres,
  type StoppablePostgres,
  startReplicatedPostgres,
  startTcpProxy,
  testedDialects,
} from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, refusal, TEST_KEYS } from '../../support.ts';
import { newCompany, openReplicated, type ReplicatedCore, readSince, stateOf, until } from './replicated-core.ts';

const NOTHING = { primary: 0, replica: 0 };
const PAGE = { page: 1, per_page: 200 };

describe('replicas (postgres)', function () {
  this.timeout(120_000);
  if (!testedDialects().includes('postgres')) return;
  let cluster: ReplicatedPostgres;
  let primary: StoppablePostgres;
  let standby: StoppablePostgres;
  const opened: Core[] = [];

  async function open(
    replicas: readonly string[] = [standby.url],
    options: Parameters<typeof openReplicated>[2] = {},
    more: Parameters<typeof openReplicated>[3] = {},
  ): Promise<ReplicatedCore> {
    const replicated = await openReplicated(primary, replicas, options, more);
    opened.push(replicated.core);
    return replicated;
  }

  before(async () => {
    cluster = await startReplicatedPostgres(embeddedPrograms());
    primary = cluster.primary;
    await migrateCore({ type: 'postgres', url: primary.url });
    standby = await cluster.addStandby();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((core) => core.close()));
  });
  after(() => cluster?.remove());

  /** A replica that is always a little late. */
  async function applyAfter(delay: string): Promise<void> {
    await standby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`);
    await standby.query('SELECT pg_reload_conf()');
    while ((await standby.query(`SHOW recovery_min_apply_delay`))[0]?.recovery_min_apply_delay !== delay);
  }

  describe('that keep up', () => {
    it('answer lists, long readings and exports; records, tokens and writes stay on the primary', async () => {
      const { core, lines } = await open();
      await until(core, 'up');
      const company = await newCompany(core);
      const employee = await core.employees.create(company, newEmployee());
      const { token } = await core.tokens.issue(company, { name: 'kiosk', abilities: ['employees:read'] });
      await core.employees.get(company, employee.id);
      await core.tokens.authenticate(token);
      expect(readSince(core)).to.deep.equal(NOTHING);

      expect((await core.employees.list(company, {}, PAGE)).items).to.have.lengthOf(1);
      expect((await core.leave.list(company, {}, PAGE)).items).to.deep.equal([]);
      expect((await core.auditReads.list(company)).items).to.not.deep.equal([]);
      await core.exports.tally(company.companyId);
      const { list, long, snapshot } = core.replicas!.readings;
      expect([list.primary, long.primary, snapshot.primary]).to.deep.equal([0, 0, 0]);
      expect(list.replica).to.be.greaterThan(1);
      expect(long.replica).to.be.greaterThan(0);
      expect(snapshot.replica).to.equal(1);
      expect(lines.map(({ message }) => message)).to.deep.equal(['Lists are read on a replica']);
      expect(core.replicas!.isDegraded).to.equal(false);
    });

    it('are read by a role that may only read', async () => {
      await primary.query(`CREATE ROLE reader LOGIN PASSWORD 'reader'`);
      await primary.query('GRANT pg_read_all_data TO reader');
      const url = Object.assign(new URL(standby.url), { username: 'reader', password: 'reader' }).href;
      const { core } = await open([url], { waitMs: 10_000 });
      await until(core, 'up');
      expect(await core.organization.departments(await newCompany(core))).to.deep.equal([]);
      expect(readSince(core)).to.deep.equal({ primary: 0, replica: 1 });
    });

    it('do not decide what is removed', async () => {
      const directory = mkdtempSync(join(tmpdir(), 'shaon-documents-'));
      const { core } = await open(undefined, {}, { documents: fileDocumentStore({ directory, keys: TEST_KEYS }) });
      await until(core, 'up');
      expect(await core.leave.pruneDocuments()).to.equal(0);
      expect(readSince(core)).to.deep.equal(NOTHING);
      rmSync(directory, { recursive: true });
    });

    it('see in a list what another process has just written, each time, although they are always late', async () => {
      const [{ core: writer }, { core: reader }] = await Promise.all([
        open(undefined, { waitMs: 1_000 }),
        open(undefined, { waitMs: 1_000 }),
      ]);
      await Promise.all([until(writer, 'up'), until(reader, 'up')]);
      const company = await newCompany(writer);
      await applyAfter('20ms');
      for (let written = 1; written <= 30; written += 1) {
        await writer.organization.createDepartment(company, { name: `Department ${written}` });
        expect(await reader.organization.departments(company)).to.have.lengthOf(written);
      }
      await applyAfter('0');
      expect(readSince(reader).replica).to.be.greaterThan(15);
    });

    it('share the readings', async () => {
      const second = await cluster.addStandby();
      const { core } = await open([standby.url, second.url], { waitMs: 10_000 });
      await until(core, 'up,up');
      const company = await newCompany(core);
      const connectionsOf = async (server: StoppablePostgres) =>
        Number(
          (
            await server.query(
              `SELECT count(*) AS total FROM pg_stat_activity WHERE query LIKE '%shaon_department%' AND pid <> pg_backend_pid()`,
            )
          )[0]?.total,
        );
      await Promise.all(Array.from({ length: 8 }, () => core.organization.departments(company)));
      expect(await connectionsOf(standby)).to.be.greaterThan(0);
      expect(await connectionsOf(second)).to.be.greaterThan(0);
      await second.stop();
    });
  });

  describe('that do not keep up', () => {
    afterEach(() => standby.query('SELECT pg_wal_replay_resume()'));

    it('are passed over while they are behind, told of once, and asked again once they are not', async () => {
      const { core, lines, passedOver } = await open();
      await until(core, 'up');
      const company = await newCompany(core);
      await core.organization.departments(company);
      const before = readSince(core);
      await standby.query('SELECT pg_wal_replay_pause()');
      for (let written = 1; written <= 5; written += 1) {
        await core.organization.createDepartment(company, { name: `Department ${written}` });
        expect(await core.organization.departments(company)).to.have.lengthOf(written);
      }
      expect(readSince(core, before)).to.deep.equal({ primary: 5, replica: 0 });
      expect(core.replicas!.isDegraded).to.equal(true);
      expect(passedOver().map(({ fields }) => fields)).to.deep.equal([
        { replica: new URL(standby.url).host, reason: 'behind' },
      ]);

      await standby.query('SELECT pg_wal_replay_resume()');
      await until(core, 'up');
      await core.organization.departments(company);
      expect(readSince(core, before).replica).to.equal(1);
      expect(lines.at(-1)?.message).to.equal('A replica answers again');
      expect(passedOver()).to.have.lengthOf(1);
    });

    it('delay no revocation', async () => {
      const { core } = await open();
      await until(core, 'up');
      const company = await newCompany(core);
      const { token, summary } = await core.tokens.issue(company, { name: 'kiosk', abilities: ['employees:read'] });
      await core.organization.departments(company);
      await standby.query('SELECT pg_wal_replay_pause()');
      expect((await core.tokens.authenticate(token)).outcome).to.equal('accepted');
      await core.tokens.revoke(company, summary.id);
      expect((await core.tokens.authenticate(token)).outcome).to.equal('revoked');
    });

    it('are not waited for with a wait of 0', async () => {
      const { core, passedOver } = await open([standby.url], { waitMs: 0 });
      await until(core, 'up');
      const company = await newCompany(core);
      await standby.query('SELECT pg_wal_replay_pause()');
      await core.organization.createDepartment(company, { name: 'Ovens' });
      expect(await core.organization.departments(company)).to.have.lengthOf(1);
      expect([stateOf(core), passedOver().length]).to.deep.equal(['up', 0]);
    });

    it('are waited for within the bound', async () => {
      const { core } = await open([standby.url], { waitMs: 30_000 });
      await until(core, 'up');
      const company = await newCompany(core);
      await standby.query('SELECT pg_wal_replay_pause()');
      await core.organization.createDepartment(company, { name: 'Ovens' });
      const before = readSince(core);
      const listed = core.organization.departments(company);
      await standby.query('SELECT pg_wal_replay_resume()');
      expect(await listed).to.have.lengthOf(1);
      expect(readSince(core, before)).to.deep.equal({ primary: 0, replica: 1 });
    });
  });

  describe('that fail', () => {
    it('keep nobody from starting, and are asked when they come', async () => {
      await standby.stop();
      const { core, passedOver } = await open();
      await until(core, 'away');
      const company = await newCompany(core);
      expect(await core.organization.departments(company)).to.deep.equal([]);
      expect(passedOver().map(({ fields }) => fields.reason)).to.deep.equal(['unreachable']);
      await standby.start();
      await until(core, 'up');
    });

    it('leave a reading that was under way to the primary', async () => {
      const { core, passedOver } = await open();
      await until(core, 'up');
      const reading = core.extension.database
        .readAllCompanies(longReading('test'))
        .rows(
          everyCompanySql`SELECT pg_is_in_recovery() AS standby, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 END)`,
        );
      await untilAsked(standby, 'pg_sleep(CASE');
      await standby.kill();
      expect((await reading)[0]?.standby).to.equal(false);
      expect(passedOver()).to.have.lengthOf(1);
      await standby.start();
      await until(core, 'up');
    });

    it('leave it to the primary too when the network drops them in silence', async () => {
      const proxy = await startTcpProxy(standby.port);
      try {
        const url = Object.assign(new URL(standby.url), { port: String(proxy.port) }).href;
        const { core, passedOver } = await open([url]);
        await until(core, 'up');
        const company = await newCompany(core);
        // Some connections, so that the next reading has one that is open already.
        await Promise.all(Array.from({ length: 5 }, () => core.organization.departments(company)));
        const reading = core.extension.database
          .readAllCompanies(longReading('test'))
          .rows(
            everyCompanySql`SELECT pg_is_in_recovery() AS standby, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 END)`,
          );
        await untilAsked(standby, 'pg_sleep(CASE');
        proxy.silence();
        expect(await core.organization.departments(company)).to.deep.equal([]);
        expect((await reading)[0]?.standby).to.equal(false);
        expect(passedOver()).to.have.lengthOf(1);
        // New connections pass.
        await until(core, 'up');
      } finally {
        await proxy.close();
      }
    });

    it('leave a snapshot to the primary that they have answered nothing of', async () => {
      // A text of its own: what an earlier test has asked may run still.
      const slowSnapshot = everyCompanySql`SELECT pg_is_in_recovery() AS standby,
        pg_sleep(CASE WHEN pg_is_in_recovery() THEN 59 END)`;
      const proxy = await startTcpProxy(standby.port);
      try {
        const url = Object.assign(new URL(standby.url), { port: String(proxy.port) }).href;
        for (const end of [() => standby.kill(), async () => proxy.silence()]) {
          const { core, passedOver } = await open([url]);
          await until(core, 'up');
          const company = await newCompany(core);
          // Some connections, so that the next reading has one that is open already, and finds it silent.
          await Promise.all(Array.from({ length: 5 }, () => core.organization.departments(company)));
          let begun = 0;
          const read = core.extension.database.snapshot(({ all }) => {
            begun += 1;
            return all.rows(slowSnapshot);
          });
          await untilAsked(standby, 'THEN 59');
          await end();
          await core.organization.departments(company);
          expect((await read)[0]?.standby).to.equal(false);
          expect(begun).to.equal(2);
          expect(core.replicas!.readings.snapshot).to.deep.equal({ primary: 1, replica: 0 });
          expect(passedOver()).to.have.lengthOf(1);
          if (standby.pid === null) await standby.start();
          await until(core, 'up');
        }
      } finally {
        await proxy.close();
        if (standby.pid === null) await standby.start();
      }
    });

    it('fail a snapshot whose rows were given out already, and say why', async () => {
      const { core } = await open();
      await until(core, 'up');
      // A text of its own: what an earlier test has asked may run still.
      const slowSnapshot = everyCompanySql`SELECT pg_sleep(CASE WHEN pg_is_in_recovery() THEN 58 END)`;
      let begun = 0;
      const read = refusal(
        core.extension.database.snapshot(async ({ all }) => {
          begun += 1;
          await all.rows(everyCompanySql`SELECT 1 AS one`);
          return all.rows(slowSnapshot);
        }),
      );
      await untilAsked(standby, 'THEN 58');
      await standby.kill();
      const refused = await read;
      expect(refused).to.include({ code: 'database_unavailable' });
      expect(refused)
        .to.have.property('message')
        .that.matches(/^The replica from which this was read has ended\. Ask again/);
      expect(begun).to.equal(1);
      // Asked again, it is read where it can be.
      expect(
        await core.extension.database.snapshot(({ all }) => all.rows(everyCompanySql`SELECT 1 AS one`)),
      ).to.have.length(1);
      await standby.start();
      await until(core, 'up');
    });

    it('give a snapshot’s own error to its caller, and are not asked twice', async () => {
      const { core, passedOver } = await open();
      await until(core, 'up');
      let begun = 0;
      const read = core.extension.database.snapshot(async () => {
        begun += 1;
        throw new Error('changed my mind');
      });
      expect(await refusal(read)).to.have.property('message', 'changed my mind');
      expect(begun).to.equal(1);
      expect(passedOver()).to.have.lengthOf(0);
    });

    it('leave a reading to the primary that they cancel for what it has sent', async () => {
      await standby.query(`ALTER SYSTEM SET max_standby_streaming_delay = '10ms'`);
      await standby.query('SELECT pg_reload_conf()');
      const { core, lines } = await open([standby.url], { waitMs: 5_000 });
      await until(core, 'up');
      const reading = core.extension.database.readAllCompanies(longReading('test')).rows(
        everyCompanySql`SELECT pg_is_in_recovery() AS standby, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 END)
            FROM (SELECT 1 FROM ${{ name: 'shaon_migrations', columns: {} }} LIMIT 1) x RIGHT JOIN (SELECT 1) y ON true`,
      );
      await untilAsked(standby, 'pg_sleep(CASE');
      await primary.query('BEGIN; LOCK TABLE shaon_migrations IN ACCESS EXCLUSIVE MODE; SELECT txid_current(); COMMIT');
      expect((await reading)[0]?.standby).to.equal(false);
      expect(lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).to.deep.equal([
        'A replica cancelled a reading, which the primary answered: set hot_standby_feedback = on there',
      ]);
      expect(stateOf(core)).to.equal('up');
    });

    it('do not make the primary repeat what was stopped because it took too long', async () => {
      const { core } = await open();
      await until(core, 'up');
      const reading = core.extension.database
        .readAllCompanies(longReading('test'))
        .rows(everyCompanySql`SELECT pg_sleep(60)`);
      const refused = refusal(reading);
      await untilAsked(standby, 'pg_sleep(60)');
      await standby.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()`,
      );
      expect(await refused).to.be.instanceOf(Error);
      expect(core.replicas!.readings.long).to.deep.equal({ primary: 0, replica: 0 });
    });

    it('stop a long reading at its bound, as the primary does', async () => {
      const { core } = await open([standby.url], {}, { readSeconds: 1 });
      await until(core, 'up');
      const all = core.extension.database.readAllCompanies(longReading('test'));
      expect(await refusal(all.rows(everyCompanySql`SELECT pg_sleep(60)`))).to.include({ code: 'took_too_long' });
      expect([stateOf(core), core.replicas!.readings.long]).to.deep.equal(['up', { primary: 0, replica: 0 }]);
      const [row] = await all.rows(everyCompanySql`SELECT pg_is_in_recovery() AS standby`);
      expect(row?.standby).to.equal(true);
    });

    it('say nothing of a statement that fails on the primary as well', async () => {
      const { core, passedOver } = await open();
      await until(core, 'up');
      const wrong = core.extension.database.readAllCompanies(longReading('test')).rows(everyCompanySql`SELECT 1 / 0`);
      expect(await refusal(wrong)).to.be.instanceOf(Error);
      expect([stateOf(core), passedOver().length]).to.deep.equal(['up', 0]);
    });

    it('fail nobody whose log throws, and end with a core that is closed while they are silent', async () => {
      const core = await createCore({
        database: { type: 'postgres', url: primary.url },
        replicas: { urls: ['postgres://127.0.0.1:1/postgres'] },
        keys: TEST_KEYS,
        log: {
          info: () => {},
          error: () => {},
          warn: () => {
            throw new Error('the log is full');
          },
        },
      });
      opened.push(core);
      await until(core, 'away');
      expect(await core.organization.departments(await newCompany(core))).to.deep.equal([]);
    });
  });

  describe('that are none', () => {
    it('are passed over: another cluster, and a primary', async () => {
      const other = await createTestDatabase('postgres', { migrate: migrateCore });
      try {
        const url = (other.connection as { url: string }).url;
        const { core, passedOver } = await open([url, primary.url]);
        await until(core, 'away,away');
        expect(await core.organization.departments(await newCompany(core))).to.deep.equal([]);
        expect(passedOver().map(({ fields }) => [fields.replica, fields.reason])).to.have.deep.members([
          [new URL(url).host, 'other_cluster'],
          [new URL(primary.url).host, 'not_a_standby'],
        ]);
      } finally {
        await other.drop();
      }
    });

    it('are passed over from their promotion on, whatever is written there', async () => {
      const promoted = await cluster.addStandby();
      const { core, passedOver } = await open([promoted.url]);
      await until(core, 'up');
      const company = await newCompany(core);
      expect(await core.organization.departments(company)).to.deep.equal([]);
      await promoted.query('SELECT pg_promote()');
      await promoted.query(
        `INSERT INTO shaon_department (company_id, name, created_at, updated_at) VALUES (${company.companyId}, 'Split', now(), now())`,
      );
      expect(await core.organization.departments(company)).to.deep.equal([]);
      expect(passedOver().map(({ fields }) => fields.reason)).to.deep.equal(['not_a_standby']);
      await promoted.stop();
    });
  });

  it('are of PostgreSQL, and each option is checked', async () => {
    const refused = async (options: object) => {
      const error = await refusal(createCore({ keys: TEST_KEYS, ...options } as never));
      return isShaonError(error, 'options_invalid') ? error.message : error;
    };
    const database = { type: 'postgres', url: primary.url };
    const urls = ['postgres://db2/shaon'];
    expect(await refused({ database: { type: 'sqlite', path: '/nowhere/x' }, replicas: { urls } })).to.include(
      'SQLite',
    );
    expect(await refused({ database, replicas: { urls: [] } })).to.include('replicas is { urls');
    expect(await refused({ database, replicas: urls })).to.include('replicas is { urls');
    expect(await refused({ database, replicas: { urls: ['http://secret@db2'] } })).to.not.include('secret');
    expect(await refused({ database, replicas: { urls, poolSize: 0 } })).to.include('poolSize');
    expect(await refused({ database, replicas: { urls, waitMs: -1 } })).to.include('waitMs');
    expect(await refused({ database, replicas: { urls, wait: 1 } })).to.include('no option wait');
    expect(await refused({ database, replicas: { urls, namedStatements: 'no' } })).to.include('namedStatements');
  });
});

async function untilAsked(server: StoppablePostgres, text: string): Promise<void> {
  const asked = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${text}%'`;
  while ((await server.query(asked)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
