import { verify } from '@octokit/webhooks-methods';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { refusal, withWebhooks } from '../support.ts';

const PAGE = { page: 1, per_page: 50 };

withWebhooks('deliveries', (test) => {
  let endpointId: number;
  let secret: string;

  before(async () => {
    const registered = await test.webhooks.endpoints.register(test.company, {
      url: test.receiver.url,
      events: ['employee.created'],
    });
    endpointId = registered.endpoint.id;
    secret = registered.secret;
  });

  beforeEach(() => {
    test.receiver.requests.length = 0;
    test.receiver.behave(answer(200, '{"ok":true}'));
  });

  const newest = async () => {
    const { items } = await test.webhooks.deliveries.list(test.company, {}, PAGE);
    return items[0]!;
  };

  it('carry the event, signed so that every common verifier accepts the raw bytes', async () => {
    const id = await hire(test);
    expect(await test.webhooks.drainOnce()).to.equal(1);
    const [request] = test.receiver.requests;
    const body = request!.body.toString('utf8');
    const parsed = JSON.parse(body);
    expect(Object.keys(parsed)).to.deep.equal(['event', 'data', 'sent_at']);
    expect(parsed.event).to.equal('employee.created');
    expect(parsed.data).to.include({ employee_id: id, department_id: null, branch_id: null });
    expect(Object.keys(parsed.data)).to.have.members(['employee_id', 'name', 'email', 'department_id', 'branch_id']);
    expect(parsed.sent_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    expect(await verify(secret, body, request!.headers['x-service-signature']!)).to.equal(true);
    expect(() => new Webhook(secret).verify(request!.body, request!.headers as Record<string, string>)).not.to.throw();
    const delivery = await newest();
    expect(request!.headers).to.include({
      'content-type': 'application/json; charset=utf-8',
      'x-service-event': 'employee.created',
      'x-service-delivery': `msg_${delivery.id}`,
      'x-service-attempt': '1',
      'webhook-id': `msg_${delivery.id}`,
    });
    expect(request!.headers).not.to.have.any.keys('cookie', 'x-service-test');
    expect(delivery).to.include({ state: 'succeeded', attempts: 1, lastStatus: 200, endpointId });
    const [attempt] = await test.webhooks.deliveries.attempts(test.company, delivery.id);
    expect(attempt).to.include({
      number: 1,
      outcome: 'success',
      status: 200,
      excerpt: '{"ok":true}',
      remoteIp: '127.0.0.1',
    });
  });

  it('tell the time in the zone that the company has, also after a change of it', async () => {
    await hire(test);
    // Past the company service, as another process would: this one has sent an event in the old zone a moment ago.
    for (const [zone, offset] of [
      ['Asia/Kathmandu', /\+05:45$/],
      ['Asia/Jerusalem', /\+0[23]:00$/],
    ] as const) {
      const { database } = test.core.extension;
      await database.writeAllCompanies('test.zone', {}, (all) =>
        all.run(rawSql('UPDATE "shaon_company" SET zone = $2 WHERE id = $1'), [test.company.companyId, zone]),
      );
      await hire(test);
      const { body } = await test.webhooks.deliveries.get(test.company, (await newest()).id);
      expect(JSON.parse(body).sent_at).to.match(offset);
    }
    expect((await test.webhooks.backlog()).due, 'each event once').to.equal(3);
    await test.webhooks.drainOnce();
  });

  it('follow the schedule to the millisecond, with the same bytes, then fail and stay to be sent again', async () => {
    test.receiver.behave(answer(503));
    await hire(test);
    await test.webhooks.drainOnce();
    for (const wait of [10_000, 30_000, 120_000, 600_000, 1_800_000]) {
      expect((await newest()).state).to.equal('pending');
      expect((await newest()).dueAt).to.deep.equal(new Date(test.clock.now().getTime() + wait));
      test.clock.advance(wait - 1);
      expect(await test.webhooks.drainOnce(), `before ${wait}`).to.equal(0);
      test.clock.advance(1);
      expect(await test.webhooks.drainOnce(), `after ${wait}`).to.equal(1);
    }
    const failed = await newest();
    expect(failed).to.include({ state: 'failed', attempts: 6, lastStatus: 503, dueAt: null });
    test.clock.advance(86_400_000);
    expect(await test.webhooks.drainOnce()).to.equal(0);
    const { requests } = test.receiver;
    expect(requests.map((request) => request.headers['x-service-attempt'])).to.deep.equal([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    expect(new Set(requests.map((request) => request.body.toString('hex'))).size).to.equal(1);
    expect(new Set(requests.map((request) => request.headers['x-service-signature'])).size).to.equal(1);
    expect(new Set(requests.map((request) => request.headers['webhook-id'])).size).to.equal(1);
    expect(new Set(requests.map((request) => request.headers['webhook-signature'])).size).to.equal(6);
    const attempts = await test.webhooks.deliveries.attempts(test.company, failed.id);
    expect(attempts.map((attempt) => attempt.outcome)).to.deep.equal(Array(6).fill('server_error'));
    expect((await test.webhooks.endpoints.get(test.company, endpointId)).failureStreak).to.equal(1);

    test.receiver.behave(answer(204));
    const again = await test.webhooks.deliveries.resend(test.company, failed.id);
    expect(await test.webhooks.drainOnce()).to.equal(1);
    expect(await test.webhooks.deliveries.get(test.company, again)).to.include({
      state: 'succeeded',
      run: 2,
      trigger: 'manual',
    });
    expect(requests.at(-1)!.body).to.deep.equal(requests[0]!.body);
    expect((await test.webhooks.endpoints.get(test.company, endpointId)).failureStreak).to.equal(0);
  });

  it('are made only for types that were asked for, and for changes that were committed', async () => {
    const id = await hire(test);
    await test.core.employees.freeze(test.company, id);
    expect(await test.webhooks.drainOnce()).to.equal(1);
    await refusal(
      test.core.transaction(async (manager) => {
        await hire(test, { manager });
        throw new Error('changed our mind');
      }),
    );
    expect(await test.webhooks.drainOnce()).to.equal(0);
  });

  it('are held while their endpoint is off, and then sent or discarded as asked (D:V16)', async () => {
    test.receiver.behave(answer(500));
    await hire(test);
    await test.webhooks.drainOnce();
    await test.webhooks.endpoints.disable(test.company, endpointId);
    await hire(test);
    test.clock.advance(10_000);
    expect(await test.webhooks.drainOnce()).to.equal(0);
    expect(await test.webhooks.endpoints.get(test.company, endpointId)).to.include({ enabled: false, held: 2 });
    const refused = await refusal(test.webhooks.deliveries.sendTest(test.company, endpointId));
    expect(refused).to.have.property('code', 'state_conflict');
    test.receiver.behave(answer(200));
    expect(await test.webhooks.endpoints.enable(test.company, endpointId, 'send')).to.equal(2);
    expect(await test.webhooks.drainOnce()).to.equal(2);

    await test.webhooks.endpoints.disable(test.company, endpointId);
    await hire(test);
    expect(await test.webhooks.endpoints.enable(test.company, endpointId, 'discard')).to.equal(1);
    expect(await test.webhooks.drainOnce()).to.equal(0);
    expect(await newest()).to.include({ state: 'cancelled', lastError: 'discarded' });
  });

  it('of a test go the real way and say so', async () => {
    const unknown = 'attendance.slept' as 'attendance.clocked_in';
    const wrong = await refusal(test.webhooks.deliveries.sendTest(test.company, endpointId, unknown));
    expect(wrong)
      .to.have.property('errors')
      .that.deep.equals({ type: [{ rule: 'in' }] });
    const id = await test.webhooks.deliveries.sendTest(test.company, endpointId, 'attendance.clocked_in');
    await test.webhooks.drainOnce();
    expect(test.receiver.requests[0]!.headers).to.include({
      'x-service-test': '1',
      'x-service-event': 'attendance.clocked_in',
    });
    expect(await test.webhooks.deliveries.get(test.company, id)).to.include({ state: 'succeeded', trigger: 'test' });
  });

  /** As if every delivery had failed for good. */
  const failAll = () =>
    test.core.extension.database.writeAllCompanies('test.fail', {}, (all) =>
      all.run(rawSql(`UPDATE "shaon_webhook_delivery" SET state = 'failed' WHERE state = 'succeeded'`)),
    );

  it('of a test stay one when they are sent again, and are not replayed', async () => {
    test.clock.advance(1_000);
    const from = test.clock.now();
    const id = await test.webhooks.deliveries.sendTest(test.company, endpointId);
    await test.webhooks.drainOnce();
    const resent = await test.webhooks.deliveries.resend(test.company, id);
    await test.webhooks.drainOnce();
    const again = await test.webhooks.deliveries.resend(test.company, resent);
    await test.webhooks.drainOnce();
    expect(test.receiver.requests.map(({ headers }) => headers['x-service-test'])).to.deep.equal(['1', '1', '1']);
    expect(await test.webhooks.deliveries.get(test.company, again)).to.include({ trigger: 'test' });
    await failAll();
    test.clock.advance(1_000);
    expect(await test.webhooks.deliveries.countReplay(test.company, endpointId, from)).to.equal(0);
    expect(await test.webhooks.deliveries.replay(test.company, endpointId, from)).to.equal(0);
  });

  it('since a time can be replayed, only those that failed', async () => {
    test.clock.advance(1_000);
    const from = test.clock.now();
    for (let count = 0; count < 3; count++) await hire(test);
    await test.webhooks.drainOnce();
    test.clock.advance(1_000);
    expect(await test.webhooks.deliveries.replay(test.company, endpointId, from)).to.equal(0);
    await failAll();
    expect(await test.webhooks.deliveries.replay(test.company, endpointId, from)).to.equal(3);
    expect(await test.webhooks.deliveries.replay(test.company, endpointId, from), 'open ones').to.equal(0);
    expect(await test.webhooks.drainOnce()).to.equal(3);
  });

  it('of another company do not exist', async () => {
    const { id } = await newest();
    const { deliveries, endpoints } = test.webhooks;
    expect((await deliveries.list(test.foreign, {}, PAGE)).total).to.equal(0);
    for (const ask of [
      () => deliveries.get(test.foreign, id),
      () => deliveries.attempts(test.foreign, id),
      () => deliveries.resend(test.foreign, id),
      () => deliveries.replay(test.foreign, endpointId, new Date(0)),
      () => deliveries.sendTest(test.foreign, endpointId),
      () => endpoints.get(test.foreign, endpointId),
      () => endpoints.disable(test.foreign, endpointId),
      () => endpoints.remove(test.foreign, endpointId),
      () => endpoints.rotateSecret(test.foreign, endpointId),
    ]) {
      expect(await refusal(ask())).to.have.property('code', 'not_found');
    }
  });

  it('of a deleted endpoint are cancelled, and those on record stay readable', async () => {
    const registered = await test.webhooks.endpoints.register(test.company, {
      url: `${test.receiver.url}/other`,
      events: ['employee.created'],
    });
    await hire(test);
    await test.webhooks.endpoints.remove(test.company, registered.endpoint.id);
    expect(await test.webhooks.drainOnce()).to.equal(1);
    const { items } = await test.webhooks.deliveries.list(test.company, { endpointId: registered.endpoint.id }, PAGE);
    expect(items.map((item) => item.state)).to.deep.equal(['cancelled']);
  });

  it('are pruned when their time is over, the event with the last of them', async () => {
    await test.webhooks.drainOnce();
    test.clock.advance(31 * 86_400_000);
    await test.webhooks.prune();
    const { items } = await test.webhooks.deliveries.list(test.company, {}, PAGE);
    expect(items.every((item) => item.state === 'failed')).to.equal(true);
    test.clock.advance(60 * 86_400_000);
    await test.webhooks.prune();
    const all = test.core.extension.database.allCompanies();
    for (const table of ['delivery', 'attempt', 'event']) {
      expect(
        Number((await all.run(rawSql(`SELECT count(*) AS n FROM "shaon_webhook_${table}"`)))[0]!.n),
        table,
      ).to.equal(0);
    }
  });
});
