import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Core, createCore, systemActor } from '@shaon/core';
import { onEachDatabase, rawSql, TestClock } from '@shaon/testing';
import { expect } from 'chai';
import { makeDemo } from '../../src/host/demo/demo.ts';
import { demoFiles } from '../../src/host/demo/demo-company.ts';
import { ensureDemoDocuments } from '../../src/host/demo/demo-documents.ts';
import { demoReceiver } from '../../src/host/demo/demo-receiver.ts';
import { ensureDemoSignIns, readDemoSignIns } from '../../src/host/demo/demo-sign-ins.ts';
import { describeDemo, readDemoToken } from '../../src/host/demo/demo-token.ts';
import { makeDataFolder, migrateAll, SEVERAL_PROCESSES_MS, settingsFor, shaon, TEST_KEYS } from './running-shaon.ts';

/** A Sunday noon in Israel, half a year after a night in which the clocks changed, and after one since. */
const NOW = new Date('2026-11-08T10:00:00Z');

onEachDatabase('the demo company', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  const clock = new TestClock(NOW);
  let core: Core;
  let companyId: number;

  before(async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    core = await createCore({
      database: database.connection(),
      keys: TEST_KEYS,
      clock,
      withoutEvents: true,
    });
    companyId = (await makeDemo(core, folder.path, { once: true })).companyId;
  });
  after(async () => {
    await core?.close();
    folder.remove();
  });

  const rows = (text: string) => core.extension.database.scope(systemActor(companyId)).rows(rawSql(text));

  it('has sixty people in four scripts, in departments and branches', async () => {
    const people = await core.employees.list(systemActor(companyId), {}, { page: 1, per_page: 200 });
    expect(people.total).to.equal(60);
    for (const script of [/\p{Script=Hebrew}/u, /\p{Script=Arabic}/u, /\p{Script=Cyrillic}/u, /\p{Script=Latin}/u]) {
      expect(
        people.items.some(({ name }) => script.test(name)),
        String(script),
      ).to.equal(true);
    }
    expect(people.items.some(({ status }) => status === 'frozen')).to.equal(true);
    expect(people.items.some(({ role }) => role === 'manager')).to.equal(true);
    expect((await core.organization.departments(systemActor(companyId))).length).to.equal(6);
    expect((await core.organization.branches(systemActor(companyId))).length).to.equal(4);
    expect((await core.shifts.list(systemActor(companyId))).length).to.equal(5);
  });

  it('has eighteen months of days of every kind, up to today', async () => {
    const [days] = await rows(`SELECT COUNT(*) AS n, COUNT(DISTINCT date) AS dates,
      SUM(CASE WHEN check_in IS NULL AND check_out IS NOT NULL THEN 1 ELSE 0 END) AS forgotten_in,
      SUM(CASE WHEN status = 'open' THEN 1 ELSE 0 END) AS open_days,
      SUM(CASE WHEN status = 'approved' THEN 1 ELSE 0 END) AS approved,
      SUM(CASE WHEN status = 'rejected' THEN 1 ELSE 0 END) AS rejected,
      SUM(CASE WHEN status = 'pending' THEN 1 ELSE 0 END) AS pending,
      SUM(CASE WHEN check_in_lat IS NOT NULL THEN 1 ELSE 0 END) AS located,
      SUM(CASE WHEN absence_type = 'מילואים' THEN 1 ELSE 0 END) AS reserve
      FROM "shaon_attendance" WHERE company_id = $1`);
    expect(Number(days?.n)).to.be.within(18_000, 30_000);
    expect(Number(days?.dates)).to.be.greaterThan(500);
    for (const [kind, number] of Object.entries(days ?? {})) expect(Number(number), kind).to.be.greaterThan(10);
    const breaks = await rows(`SELECT COUNT(*) AS n FROM "shaon_punch" WHERE company_id = $1 AND kind = 'break_start'`);
    expect(Number(breaks[0]?.n)).to.be.greaterThan(1_000);
    const today = await core.attendance.list(
      systemActor(companyId),
      { date_from: '2026-11-08', date_to: '2026-11-08' },
      { page: 1, per_page: 50 },
    );
    expect(today.items.some(({ status }) => status === 'open')).to.equal(true);
  });

  it('works through the nights in which the clocks change', async () => {
    const hours = async (date: string): Promise<number[]> => {
      const { items } = await core.attendance.list(
        systemActor(companyId),
        { date_from: date, date_to: date },
        { page: 1, per_page: 200 },
      );
      return items
        .filter(({ check_in }) => check_in !== null && check_in.toISOString().slice(11, 13) > '18')
        .flatMap(({ check_in, check_out }) =>
          check_in === null || check_out === null ? [] : (check_out.getTime() - check_in.getTime()) / 3_600_000,
        );
    };
    const mean = (list: number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;
    expect(mean(await hours('2026-03-26'))).to.be.within(6.8, 7.8);
    expect(mean(await hours('2026-10-24'))).to.be.within(8.8, 9.8);
  });

  it('has leave in every state', async () => {
    const states = await rows('SELECT DISTINCT status FROM "shaon_leave_request" WHERE company_id = $1');
    expect(states.map(({ status }) => status)).to.have.members(['pending', 'approved', 'rejected']);
  });

  it('has leave of several days in one request, as people ask for it', async () => {
    const { items } = await core.leave.groups(
      systemActor(companyId),
      { status: 'pending' },
      { page: 1, per_page: 200 },
    );
    expect(items.some(({ dates }) => dates > 1)).to.equal(true);
    const [apart] = await rows(`SELECT COUNT(*) AS n FROM "shaon_leave_request" r JOIN "shaon_leave_request" n
      ON n.employee_id = r.employee_id AND n.type = r.type AND n.created_at = r.created_at AND n.group_key <> r.group_key
      WHERE r.company_id = $1`);
    expect(Number(apart?.n)).to.equal(0);
  });

  it('keeps its token for this user alone, and the token is accepted', async () => {
    const token = readDemoToken(folder.path) as string;
    expect(statSync(join(folder.path, 'demo', 'token')).mode & 0o777).to.equal(0o600);
    const authentication = await core.tokens.authenticate(token);
    expect(authentication.outcome).to.equal('accepted');
    if (authentication.outcome !== 'accepted') return;
    expect(authentication.actor.companyId).to.equal(companyId);
    expect((await core.attendance.list(authentication.actor, {}, { page: 1, per_page: 5 })).items).to.have.length(5);
  });

  it('lets an admin, a manager and an employee sign in, with passwords for this user alone', async () => {
    const signIns = readDemoSignIns(folder.path);
    expect(signIns.map(({ role }) => role)).to.deep.equal(['admin', 'manager', 'employee']);
    expect(statSync(join(folder.path, 'demo', 'sign-ins')).mode & 0o777).to.equal(0o600);
    for (const { role, email, password } of signIns) {
      const { actor } = await core.accounts.signIn({ email, password });
      expect(actor).to.include({ kind: 'account', role });
    }
    const [admin] = signIns;
    const { actor } = await core.accounts.signIn({ email: admin?.email ?? '', password: admin?.password ?? '' });
    if (actor.kind !== 'account') throw new Error('The admin may not go on.');
    await core.accounts.changePassword(actor, { current_password: admin?.password ?? '', password: 'one of my own' });
    await ensureDemoSignIns(core, folder.path, companyId);
    await core.accounts.signIn({ email: admin?.email ?? '', password: 'one of my own' });
    rmSync(join(folder.path, 'demo', 'sign-ins'));
    await ensureDemoSignIns(core, folder.path, companyId);
    const anew = readDemoSignIns(folder.path);
    expect(anew.map(({ email }) => email)).to.deep.equal(signIns.map(({ email }) => email));
    for (const { email, password } of anew) await core.accounts.signIn({ email, password });
  });

  it('has documents on a request that waits and on one that was approved, which are what they say', async () => {
    const found = [];
    for (const status of ['pending', 'approved'] as const) {
      const { items } = await core.leave.list(systemActor(companyId), { status }, { page: 1, per_page: 200 });
      const request = items.find(({ has_document }) => has_document);
      const document = await core.leave.openDocument(systemActor(companyId), request?.id ?? 0);
      found.push([document.type, (await buffer(document.content)).subarray(0, 8).toString('latin1')]);
    }
    expect(found).to.deep.equal([
      ['application/pdf', '%PDF-1.4'],
      ['image/png', '\x89PNG\r\n\x1a\n'],
    ]);
    const documents = () =>
      rows('SELECT COUNT(DISTINCT document_key) AS n FROM "shaon_leave_request" WHERE company_id = $1');
    await ensureDemoDocuments(core, companyId);
    expect(Number((await documents())[0]?.n)).to.equal(2);
  });

  it('is left as it is by --once, and brought up to a later today without it', async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    const token = readDemoToken(folder.path);
    expect((await makeDemo(core, folder.path, { once: true })).report).to.equal(null);
    expect(readDemoToken(folder.path)).to.equal(token);
    clock.set(new Date(NOW.getTime() + 86_400_000));
    const { report } = await makeDemo(core, folder.path, { once: false });
    expect(report?.counts.employees).to.deep.equal({ created: 0, updated: 0, unchanged: 60, refused: 0 });
    expect(report?.counts.attendance?.created).to.be.within(20, 70);
    expect(report?.counts.attendance?.updated).to.be.lessThan(200);
  });

  it('is the same on every machine', async () => {
    const read = async (): Promise<unknown[]> => {
      const all: unknown[] = [];
      for (const file of demoFiles(NOW)) for await (const chunk of file.rows()) all.push(chunk);
      return all;
    };
    expect(await read()).to.deep.equal(await read());
  });

  it('is refused beside another company, by the command', async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    await core.companies.create({ name: 'Real' });
    const other = makeDataFolder();
    try {
      const ended = await shaon(['demo', '--once'], settingsFor(database.connection(), other.path));
      expect(ended.code).to.equal(1);
      expect(ended.stderr).to.contain('not the demo').and.contain('`shaon serve` serves it.');
      expect(existsSync(join(other.path, 'demo'))).to.equal(false);
    } finally {
      other.remove();
    }
  });
});

describe('the receiver of the demo', () => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  it('is one that only the demo brings: its certificate, its endpoint and its secret, made once', async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    const settings = { SHAON_DATA_DIR: folder.path };
    await shaon(['migrate'], settings);
    expect(demoReceiver(folder.path)).to.equal(null);
    expect((await shaon(['demo', '--once'], settings)).code).to.equal(0);
    const names = ['ca.crt', 'receiver.crt', 'receiver.key', 'webhook-secret'];
    const read = () => names.map((name) => readFileSync(join(folder.path, 'demo', name), 'utf8'));
    const [ca = '', certificate = '', key = '', secret = ''] = read();
    expect(demoReceiver(folder.path)).to.deep.equal({ origin: 'https://localhost:4443', ca });
    const own = new X509Certificate(certificate);
    expect(own.verify(new X509Certificate(ca).publicKey)).to.equal(true);
    expect(own.checkHost('localhost')).to.equal('localhost');
    expect(own.checkPrivateKey(createPrivateKey(key))).to.equal(true);
    expect(secret).to.match(/^whsec_/);
    for (const name of ['receiver.key', 'webhook-secret'])
      expect(statSync(join(folder.path, 'demo', name)).mode & 0o777, name).to.equal(0o600);

    expect((await shaon(['demo', '--once'], settings)).code).to.equal(0);
    expect(read()).to.deep.equal([ca, certificate, key, secret]);
    // Without its secret an endpoint is of no use to anybody: it is made anew.
    rmSync(join(folder.path, 'demo/webhook-secret'));
    expect((await shaon(['demo', '--once'], settings)).code).to.equal(0);
    expect(read().slice(0, 3)).to.deep.equal([ca, certificate, key]);
    expect(read()[3])
      .to.match(/^whsec_/)
      .and.not.equal(secret);
  });
});

describe('what serve shows of the demo', () => {
  const demo = {
    dataDir: './data',
    baseUrl: 'http://127.0.0.1:8080/api/v1',
    docsUrl: null,
    signInUrl: 'http://127.0.0.1:8080/admin/',
    signIns: [{ role: 'admin', email: 'admin@demo.example', password: 'a-password' }],
  } as const;

  it('has the token and the passwords on a terminal and nowhere else', () => {
    const shown = describeDemo(demo, 'shn_secret', { isTerminal: true });
    expect(shown).to.contain('Bearer shn_secret"');
    expect(shown).to.contain('admin     admin@demo.example  a-password');
    const piped = describeDemo(demo, 'shn_secret', { isTerminal: false });
    expect(piped).not.to.contain('shn_secret').and.not.to.contain('a-password');
    expect(piped).to.contain('data/demo/sign-ins').and.to.contain('http://127.0.0.1:8080/admin/');
    expect(piped).to.contain('$(cat data/demo/token)');
  });
});
