import { type Core, createCore, type SystemActor, systemActor } from '@shaon/core';
import {
  type RestartablePostgres,
  rawSql,
  startRestartablePostgres,
  startTcpProxy,
  type TcpProxy,
  testedDialects,
} from '@shaon/testing';
import type { Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import pg from 'pg';
import { hire, TEST_KEYS } from '../hire.ts';
import { proofSize, tell } from '../proof.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll, until } from '../support.ts';
import { webhooksWith } from '../webhooks-with.ts';
import { type NotedLog, notedLog } from './noted-log.ts';

/** How often the server is restarted, and how often all connections are killed. */
const ROUNDS = proofSize('SHAON_DATABASE_FAULTS', 1);
const IS_LONG = process.env.SHAON_DATABASE_FAULTS !== undefined;
const DOWN_MS = 2_000;
/** Waits of 0.1, 0.2, 0.4, … s make some ten: without them it would be hundreds. */
const TRIES_PER_SECOND = 30;
/** Only for what never comes to pass: the machine may be busy. */
const GENEROUS_MS = 90_000;

const describeOnPostgres = testedDialects().includes('postgres') ? describe : describe.skip;

describeOnPostgres('a sender whose PostgreSQL', () => {
  let server: RestartablePostgres;
  let proxy: TcpProxy;
  let log: NotedLog;
  let core: Core;
  let webhooks: Webhooks;
  let receiver: TlsReceiver;
  let company: SystemActor;
  let employee: number;
  let changes = 0;

  before(async function () {
    this.timeout(60_000);
    server = await startRestartablePostgres();
    proxy = await startTcpProxy(Number(new URL(server.url).port));
    await migrateAll({ type: 'postgres', url: server.url });
    const authority = await createAuthority();
    receiver = await startReceiver(await authority.issue());
    receiver.behave((socket, request) => setTimeout(() => answer(200)(socket, request), 20));
    log = notedLog();
    const url = Object.assign(new URL(server.url), { port: String(proxy.port) }).href;
    core = await createCore({ database: { type: 'postgres', url }, keys: TEST_KEYS, log });
    // A lease of two seconds, and short waits: what an outage, or a busy machine, cuts off is due again soon.
    const soon = { leaseMarginMs: 0, waitsMs: Array(20).fill(500) };
    webhooks = await webhooksWith(core, { ...loopback(authority), ...soon });
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await webhooks.endpoints.register(company, { url: receiver.url, events: ['employee.updated'] });
    employee = await hire({ core, company });
    await webhooks.start();
  });

  beforeEach(() => {
    log.notes.length = 0;
  });

  after(async function () {
    this.timeout(60_000);
    await webhooks?.stop(0);
    await core?.close();
    await receiver?.close();
    await proxy?.close();
    await server?.remove();
  });

  /** Writes all the time until it is told to stop, at least `least` times; gives what was answered as committed. */
  function writing(least = 0): () => Promise<string[]> {
    const committed: string[] = [];
    let isOver = false;
    const run = (async () => {
      while (!isOver) {
        const name = `change ${++changes}`;
        await core.employees.update(company, employee, { name }).then(
          () => committed.push(name),
          () => undefined,
        );
        await pause(20);
      }
    })();
    return async () => {
      await until(() => committed.length >= least, GENEROUS_MS);
      isOver = true;
      await run;
      return committed;
    };
  }

  /** Events on record and nothing else, each received: those whose commit was not answered may be either. */
  async function everythingArrives(committed: readonly string[]): Promise<void> {
    const names = async () =>
      (await core.extension.database.allCompanies().run(rawSql('SELECT body FROM "shaon_webhook_event"'))).map(
        (row) => JSON.parse(String(row.body)).data.name as string,
      );
    const stored = await names();
    expect(stored).to.include.members([...committed]);
    const received = () => new Set(receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.name));
    await until(() => stored.every((name) => received().has(name)), GENEROUS_MS);
    expect([...received()].sort()).to.deep.equal([...(await names())].sort());
    await until(async () => {
      const rows = await core.extension.database
        .allCompanies()
        .run(rawSql(`SELECT count(*) AS n FROM "shaon_webhook_delivery" WHERE state <> 'succeeded'`));
      return Number(rows[0]!.n) === 0;
    }, GENEROUS_MS);
  }

  for (let round = 1; round <= ROUNDS; round++) {
    it(`is restarted goes on without a restart of its own, and without a hot loop (${round})`, async function () {
      this.timeout(400_000);
      const started = performance.now();
      const stop = writing();
      await pause(500);
      await server.stop();
      const committed = await stop();
      // From here on only the sender asks.
      const connections = proxy.connections;
      const down = performance.now();
      await pause(DOWN_MS);
      // Its waits have grown to ten seconds if the writer was slow to notice.
      await until(() => proxy.connections > connections, GENEROUS_MS);
      const tried = proxy.connections - connections;
      const secondsDown = (performance.now() - down) / 1_000;
      await server.start();
      const stopAgain = writing(3);
      await pause(500);
      committed.push(...(await stopAgain()));
      expect(committed.length).to.be.greaterThan(2);
      await everythingArrives(committed);
      const ofSender = log.notes.filter((note) => /Claiming|Recording|NOTIFY|Listening/.test(note));
      tell('SHAON_DATABASE_FAULTS', {
        'changes committed': committed.length,
        'complaints of the sender': ofSender.length,
        [`connections tried in ${secondsDown.toFixed(1)} s without a server`]: tried,
      });
      expect(tried, 'connections tried').to.be.at.most(TRIES_PER_SECOND * secondsDown);
      const seconds = (performance.now() - started) / 1_000;
      expect(ofSender.length, ofSender.join()).to.be.within(1, TRIES_PER_SECOND * seconds);
    });

    it(`kills its connections again and again goes on (${round})`, async function () {
      this.timeout(400_000);
      const stop = writing();
      let killed = 0;
      // All of them, ten times; a busy machine may be slow to make new ones.
      for (let time = 0; time < 10 || (killed <= 10 && time < 100); time++) {
        killed += await killConnections(server.url);
        await pause(100 + Math.random() * 200);
      }
      const committed = await stop();
      await everythingArrives(committed);
      expect(killed).to.be.greaterThan(10);
      tell('SHAON_DATABASE_FAULTS', { 'connections killed': killed, 'changes committed': committed.length });
    });
  }

  if (!IS_LONG) return;

  it('falls silent on the connection that LISTENs hears again after the liveness query', async function () {
    // 15 s to the question and 5 s for the answer; the short form is in core's silent-connections.test.ts.
    this.timeout(120_000);
    const { connections } = proxy;
    expect(proxy.silence('LISTEN "shaon_webhook_due"')).to.equal(1);
    const started = Date.now();
    await until(() => log.notes.length > 0 || proxy.connections > connections, 60_000);
    const stop = writing();
    await pause(1_000);
    await everythingArrives(await stop());
    tell('SHAON_DATABASE_FAULTS', { 'ms to another connection': Date.now() - started });
  });

  it('falls silent on every connection is left for a new connection in little more than a minute', async function () {
    this.timeout(240_000);
    const started = Date.now();
    const stop = writing();
    await pause(500);
    expect(proxy.silence()).to.be.greaterThan(1);
    const before = receiver.requests.length;
    await until(() => receiver.requests.length > before + 20, 200_000);
    const seconds = Math.round((Date.now() - started) / 1000);
    await everythingArrives(await stop());
    tell('SHAON_DATABASE_FAULTS', { 'seconds to the next deliveries': seconds });
  });
});

/** Kills every connection of the server but its own; gives their number. */
async function killConnections(url: string): Promise<number> {
  const killer = new pg.Client({ connectionString: url });
  // An error of a lost connection that nobody hears would end the whole run.
  killer.on('error', () => undefined);
  try {
    await killer.connect();
    const { rowCount } = await killer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    return rowCount ?? 0;
  } finally {
    await killer.end().catch(() => undefined);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
