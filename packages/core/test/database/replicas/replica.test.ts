import { setTimeout as sleep } from 'node:timers/promises';
import { type Core, type CoreOptions, createCore, isShaonError, migrateCore, systemActor } from '@shaon/core';
import { everyCompanySql, longReading } from '@shaon/core/storage';
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
import { reportReading } from '../../../src/database/readings/reading.ts';
import { newEmployee, refusal, TEST_KEYS } from '../../support.ts';

const WHERE = everyCompanySql`SELECT pg_is_in_recovery() AS standby`;
/** Ends at once on the primary. Each test has a text of its own, because an earlier one's may run still. */
const slowOnStandby = (seconds: number) =>
  everyCompanySql`SELECT pg_is_in_recovery() AS standby, pg_sleep(CASE WHEN pg_is_in_recovery() THEN ${seconds} END)`;

describe('a replica (postgres)', function () {
  this.timeout(120_000);
  if (!testedDialects().includes('postgres')) return;
  let cluster: ReplicatedPostgres;
  let primary: StoppablePostgres;
  let standby: StoppablePostgres;
  const opened: Core[] = [];

  /** A core with the replica, and the warnings that it has logged. */
  async function open(readUrl = standby.url, options: Partial<CoreOptions> = {}) {
    const warnings: string[] = [];
    const core = await createCore({
      database: { type: 'postgres', url: primary.url },
      readUrl,
      keys: TEST_KEYS,
      welcomeMessages: false,
      ...options,
      log: { info: () => {}, warn: (_, message) => warnings.push(message), error: () => {} },
    });
    opened.push(core);
    const read = (statement = WHERE) => core.extension.database.allCompanies(reportReading('test')).run(statement);
    return { core, warnings, read, isOnStandby: async () => (await read())[0]?.standby === true };
  }
  const exportedPeople = (core: Core, companyId: number): Promise<number> =>
    core.exports.run({ companyId, keepDocument: null }, async ({ files }) => {
      const people: object[] = [];
      const employees = files.find(({ kind }) => kind === 'employees');
      for await (const page of employees?.rows() ?? []) people.push(...page);
      return people.length;
    });
  const FAILS = ['The replica fails: the primary answers for half a minute'];

  before(async () => {
    cluster = await startReplicatedPostgres(embeddedPrograms());
    primary = cluster.primary;
    await migrateCore({ type: 'postgres', url: primary.url });
    standby = await cluster.addStandby();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((core) => core.close()));
    if (standby.pid === null) await standby.start();
  });
  after(() => cluster?.remove());

  it('answers exports, searches of the audit and reports, which may be old; all else is read on the primary', async () => {
    const { core, warnings, isOnStandby } = await open();
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await core.employees.create(company, newEmployee());
    await replayed();
    expect(core.hasReplica).to.equal(true);
    expect(await isOnStandby()).to.equal(true);
    expect(await exportedPeople(core, company.companyId)).to.equal(1);
    await replayed();
    const audited = async () => (await core.auditReads.list(company)).items.length;
    const before = await audited();

    await standby.query('SELECT pg_wal_replay_pause()');
    try {
      await core.employees.create(company, newEmployee());
      const { token } = await core.tokens.issue(company, { name: 'kiosk', abilities: ['employees:read'] });
      expect(await audited()).to.equal(before);
      expect(await exportedPeople(core, company.companyId)).to.equal(1);
      expect((await core.employees.list(company, {}, { page: 1, per_page: 9 })).items).to.have.lengthOf(2);
      expect((await core.tokens.authenticate(token)).outcome).to.equal('accepted');
      const [row] = await core.extension.database.allCompanies(longReading('test')).run(WHERE);
      expect(row?.standby).to.equal(false);
    } finally {
      await standby.query('SELECT pg_wal_replay_resume()');
    }
    expect(warnings).to.deep.equal([]);
  });

  async function replayed(): Promise<void> {
    const [row] = await primary.query('SELECT pg_current_wal_lsn()::text AS lsn');
    const isBehind = async () =>
      (await standby.query(`SELECT pg_last_wal_replay_lsn() < '${row?.lsn}'::pg_lsn AS behind`))[0]?.behind;
    while (await isBehind()) await sleep(10);
  }

  it('is read by a role that may only read', async () => {
    await primary.query(`CREATE ROLE reader LOGIN PASSWORD 'reader'`);
    await primary.query('GRANT pg_read_all_data TO reader');
    await replayed();
    const { isOnStandby } = await open(
      Object.assign(new URL(standby.url), { username: 'reader', password: 'reader' }).href,
    );
    expect(await isOnStandby()).to.equal(true);
  });

  it('keeps nobody from starting, and is not asked for a while after a failure', async () => {
    await standby.stop();
    const { isOnStandby, warnings } = await open();
    expect([await isOnStandby(), await isOnStandby()]).to.deep.equal([false, false]);
    expect(warnings).to.deep.equal(FAILS);
    await standby.start();
    expect(await isOnStandby()).to.equal(false);
  });

  it('leaves a reading to the primary that it breaks off', async () => {
    const { read, warnings } = await open();
    const reading = read(slowOnStandby(60));
    await untilAsked(standby, 'THEN 60');
    await standby.kill();
    expect((await reading)[0]?.standby).to.equal(false);
    expect(warnings).to.deep.equal(FAILS);
  });

  it('leaves a reading to the primary when the network drops it in silence', async () => {
    const proxy = await startTcpProxy(standby.port);
    try {
      const url = Object.assign(new URL(standby.url), { port: String(proxy.port) }).href;
      const { read, warnings } = await open(url, { readSeconds: 1 });
      const reading = read(slowOnStandby(57));
      await untilAsked(standby, 'THEN 57');
      proxy.silence();
      expect((await reading)[0]?.standby).to.equal(false);
      expect(warnings).to.deep.equal(FAILS);
    } finally {
      await proxy.close();
    }
  });

  it('leaves a snapshot to the primary that it has answered nothing of', async () => {
    const { core, warnings } = await open();
    let begun = 0;
    const read = core.extension.database.snapshot(({ all }) => {
      begun += 1;
      return all.run(slowOnStandby(59));
    });
    await untilAsked(standby, 'THEN 59');
    await standby.kill();
    expect((await read)[0]?.standby).to.equal(false);
    expect([begun, warnings]).to.deep.equal([2, FAILS]);
  });

  it('fails a snapshot whose rows were given out already', async () => {
    const { core } = await open();
    let begun = 0;
    const read = refusal(
      core.extension.database.snapshot(async ({ all }) => {
        begun += 1;
        await all.run(WHERE);
        return all.run(slowOnStandby(58));
      }),
    );
    await untilAsked(standby, 'THEN 58');
    await standby.kill();
    expect(await read).to.include({ code: 'database_unavailable' });
    expect(begun).to.equal(1);
    // Asked again, it is read where it can be.
    expect(await core.extension.database.snapshot(({ all }) => all.run(WHERE))).to.deep.equal([{ standby: false }]);
  });

  it('gives a snapshot’s own error to its caller, and is not asked twice', async () => {
    const { core, warnings } = await open();
    let begun = 0;
    const read = core.extension.database.snapshot(async () => {
      begun += 1;
      throw new Error('changed my mind');
    });
    expect(await refusal(read)).to.have.property('message', 'changed my mind');
    expect([begun, warnings]).to.deep.equal([1, []]);
  });

  it('leaves a reading to the primary that it cancels for what the primary has sent', async () => {
    await standby.query(`ALTER SYSTEM SET max_standby_streaming_delay = '10ms'`);
    await standby.query('SELECT pg_reload_conf()');
    const { read } = await open();
    const reading = read(
      everyCompanySql`SELECT pg_is_in_recovery() AS standby, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 56 END)
          FROM (SELECT 1 FROM ${{ name: 'shaon_migrations', columns: {} }} LIMIT 1) x RIGHT JOIN (SELECT 1) y ON true`,
    );
    await untilAsked(standby, 'THEN 56');
    await primary.query('BEGIN; LOCK TABLE shaon_migrations IN ACCESS EXCLUSIVE MODE; SELECT txid_current(); COMMIT');
    expect((await reading)[0]?.standby).to.equal(false);
  });

  it('stops a long reading at its bound, as the primary does, which does not repeat it', async () => {
    const { read, isOnStandby, warnings } = await open(standby.url, { readSeconds: 1 });
    expect(await refusal(read(everyCompanySql`SELECT pg_sleep(60)`))).to.include({ code: 'took_too_long' });
    expect(await isOnStandby()).to.equal(true);
    expect(warnings).to.deep.equal(['A reading took too long and was given up']);
  });

  it('says nothing of a statement that fails on the primary as well', async () => {
    const { read, isOnStandby, warnings } = await open();
    expect(await refusal(read(everyCompanySql`SELECT 1 / 0`))).to.have.property('name', 'StatementError');
    expect(await isOnStandby()).to.equal(true);
    expect(warnings).to.deep.equal([]);
  });

  it('fails nobody whose log throws', async () => {
    const log = {
      info: () => {},
      error: () => {},
      warn: () => {
        throw new Error('the log is full');
      },
    };
    const database = { type: 'postgres', url: primary.url } as const;
    const core = await createCore({ database, readUrl: 'postgres://127.0.0.1:1/postgres', keys: TEST_KEYS, log });
    opened.push(core);
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    expect((await core.auditReads.list(company)).items).to.be.an('array');
  });

  it('is not read if it is of another database', async () => {
    const other = await createTestDatabase('postgres', { migrate: migrateCore });
    try {
      const { isOnStandby, core, warnings } = await open((other.connection as { url: string }).url);
      const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
      expect(await exportedPeople(core, company.companyId)).to.equal(0);
      expect(await isOnStandby()).to.equal(false);
      expect(warnings).to.deep.equal(FAILS);
    } finally {
      await other.drop();
    }
  });

  it('is of PostgreSQL, and its URL is checked', async () => {
    const refused = async (options: object) => {
      const error = await refusal(createCore({ keys: TEST_KEYS, ...options } as never));
      return isShaonError(error, 'options_invalid') ? error.message : error;
    };
    const readUrl = 'postgres://db2/shaon';
    expect(await refused({ database: { type: 'sqlite', path: '/nowhere/x' }, readUrl })).to.include('SQLite');
    const wrong = await refused({ database: { type: 'postgres', url: primary.url }, readUrl: 'http://secret@db2' });
    expect(wrong).to.include('readUrl').and.not.include('secret');
  });
});

async function untilAsked(server: StoppablePostgres, text: string): Promise<void> {
  const asked = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${text}%'`;
  while ((await server.query(asked)).length === 0) await sleep(20);
}
