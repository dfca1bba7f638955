import { type Core, createCore, type SystemActor, systemActor } from '@shaon/core';
import { createTestDatabase, rawSql, testedDialects } from '@shaon/testing';
import type { Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire, TEST_KEYS } from '../hire.ts';
import { tell } from '../proof.ts';
import { queue } from '../queued.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll, refusal, until } from '../support.ts';
import { webhooksWith } from '../webhooks-with.ts';
import { type NotedLog, notedLog } from './noted-log.ts';

const FULL_MS = 2_000;
const QUEUED = 400;
/** Waits of 0.1, 0.2, 0.4, … s make some twenty: without them it would be thousands. */
const TRIES_WHILE_FULL = 60;
const describeOnSqlite = testedDialects().includes('sqlite') ? describe : describe.skip;

/* A file that may not grow is to SQLite what a full disk is: SQLITE_FULL, and the transaction is undone. */
describeOnSqlite('a sender whose disk is full', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let log: NotedLog;
  let core: Core;
  let webhooks: Webhooks;
  let receiver: TlsReceiver;
  let company: SystemActor;
  let endpointId: number;
  let hired = 0;

  before(async () => {
    database = await createTestDatabase('sqlite', { migrate: migrateAll });
    const authority = await createAuthority();
    receiver = await startReceiver(await authority.issue());
    log = notedLog();
    core = await createCore({ database: database.connection, keys: TEST_KEYS, log });
    webhooks = await webhooksWith(core, { ...loopback(authority), deadlineMs: 10_000, pollMs: 20 });
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const registered = await webhooks.endpoints.register(company, { url: receiver.url, events: ['employee.created'] });
    endpointId = registered.endpoint.id;
  });

  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.behave(answer(200, 'x'.repeat(4_000)));
    log.notes.length = 0;
  });

  after(async () => {
    await makeRoom();
    await webhooks?.stop(0);
    await core?.close();
    await receiver?.close();
    await database?.drop();
  });

  const rows = (text: string) => core.extension.database.allCompanies().run(rawSql(text));
  /** The limit is the writing connection's own. */
  const limitPages = (pages: number) =>
    core.extension.database.writeAllCompanies('test.limit', {}, (all) =>
      all.run(rawSql(`PRAGMA max_page_count = ${pages}`)),
    );
  const fillUp = async () => {
    const [count] = await rows('PRAGMA page_count');
    await limitPages(Number(count!.page_count));
  };
  const makeRoom = () => limitPages(1_000_000_000);
  const open = async () =>
    Number((await rows('SELECT count(*) AS n FROM "shaon_webhook_delivery" WHERE due_at IS NOT NULL'))[0]!.n);

  /** Pages that are not yet full take some more rows. */
  const hireUntilRefused = async () => {
    for (let count = 0; count < 200; count++) {
      await hire({ core, company });
      hired += 1;
    }
  };

  it('refuses what it cannot store, sends no faster for it, and goes on when there is room', async () => {
    await queue(core, { companyId: company.companyId, endpoints: [endpointId], count: QUEUED });
    await fillUp();
    await webhooks.start();
    // What is left in half-filled pages is used up first.
    await until(() => log.notes.length > 0, 45_000);
    const stuck = { notes: log.notes.length, requests: receiver.requests.length };
    const error = await refusal(hireUntilRefused());
    expect(error)
      .to.include({ code: 'database_unavailable' })
      .and.nested.include({ 'details.driverCode': 'SQLITE_FULL' });
    await new Promise((resolve) => setTimeout(resolve, FULL_MS));
    const complaints = log.notes.length - stuck.notes;
    expect(complaints, log.notes.slice(0, 5).join()).to.be.within(1, TRIES_WHILE_FULL);
    expect(receiver.requests.length - stuck.requests, 'sent again and again').to.be.at.most(5);
    const [stored] = await rows('SELECT count(*) AS n FROM "shaon_webhook_event"');
    expect(Number(stored!.n), 'events of what was not refused').to.equal(QUEUED + hired);

    await makeRoom();
    await hire({ core, company });
    hired += 1;
    await until(async () => (await open()) === 0, 90_000);
    expect(await rows('SELECT DISTINCT state FROM "shaon_webhook_delivery"')).to.deep.equal([{ state: 'succeeded' }]);
    const ids = receiver.requests.map(({ headers }) => headers['x-service-delivery']);
    expect(new Set(ids).size).to.equal(QUEUED + hired);
    const sent = receiver.requests.map(
      ({ headers }) => `${headers['x-service-delivery']} ${headers['x-service-attempt']}`,
    );
    expect(new Set(sent).size, 'no attempt twice').to.equal(sent.length);
    const recorded = new Set(
      (await rows('SELECT delivery_id, number FROM "shaon_webhook_attempt"')).map(
        (row) => `msg_${row.delivery_id} ${row.number}`,
      ),
    );
    expect(
      sent.filter((each) => !recorded.has(each)),
      'off the record',
    ).to.deep.equal([]);
    tell('SHAON_DATABASE_FAULTS', {
      [`complaints in ${FULL_MS} ms of a full disk`]: complaints,
      'requests beyond one for each delivery': sent.length - QUEUED - hired,
    });
  }).timeout(240_000);

  it('stops all the same, in less than the time of a lease', async () => {
    let release: () => void = () => {};
    const full = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.behave((socket, request) => void full.then(() => answer(200, 'x'.repeat(4_000))(socket, request)));
    await queue(core, { companyId: company.companyId, endpoints: [endpointId], count: 20 });
    await webhooks.start();
    await until(() => receiver.requests.length === 5, 45_000);
    await fillUp();
    release();
    await until(() => log.notes.includes('Recording webhook attempts failed'), 45_000);
    const started = Date.now();
    await webhooks.stop(0);
    // A lease is 40 s, and each of several results that wait for the disk would take its own time.
    expect(Date.now() - started).to.be.below(30_000);
    await makeRoom();
  }).timeout(240_000);
});
