import { handlerLog } from '@shaon/testing';
import { expect } from 'chai';
import * as undici from 'undici';
import { createAddressGuard } from '../../src/address-guard/address-guard.ts';
import { Dispatcher } from '../../src/dispatch/dispatcher.ts';
import { createGuardedAgent, Trace } from '../../src/dispatch/guarded-agent.ts';
import { type AttemptSender, createAttemptSender } from '../../src/dispatch/send-attempt.ts';
import { sqlClockOf } from '../../src/sql-clock.ts';
import { queue } from '../queued.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback, until, withWebhooks } from '../support.ts';
import { resolvedWith } from '../webhooks-with.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

function throws(): never {
  throw new Error('thrown in a handler');
}

describe('a throw in the sender of webhooks', () => {
  let receiver: TlsReceiver;
  let ca: string;

  before(async () => {
    const authority = await createAuthority();
    ca = authority.ca;
    receiver = await startReceiver(await authority.issue());
  });
  after(() => receiver?.close());

  const agentOptions = () => ({
    guard: createAddressGuard({ allow: ['127.0.0.0/8', 'localhost'] }),
    connectTimeoutMs: 5_000,
    extraCa: ca,
  });
  const attempt = () => ({ url: receiver.url, headers: {}, body: Buffer.from('{}') });

  it('that looks at what arrives leaves the answer to its attempt', async () => {
    const { log, failed } = handlerLog();
    const agent = createGuardedAgent(undici, { ...agentOptions(), log });
    const trace = new Trace();
    Object.defineProperty(trace, 'connection', {
      set: (connection) => Object.defineProperty(connection, 'readBefore', { get: throws, set() {} }),
    });
    const { origin, pathname } = new URL(receiver.url);
    receiver.behave(answer(200, 'received'));
    const { statusCode, body } = await agent.request({ origin, path: pathname, method: 'POST', opaque: trace });
    expect(statusCode).to.equal(200);
    expect(await body.text()).to.equal('received');
    expect([...new Set(failed)]).to.deep.equal(['answer to a webhook']);
    await agent.destroy();
  });

  const ends = [
    { what: 'stops', handler: 'stop of a webhook attempt', deadlineMs: 5_000, outcome: 'interrupted' },
    { what: 'has no more time for', handler: 'deadline of a webhook attempt', deadlineMs: 50, outcome: 'timeout' },
  ];
  for (const { what, handler, deadlineMs, outcome } of ends) {
    it(`that ${what} an attempt leaves the attempt its outcome`, async () => {
      const { log, failed } = handlerLog();
      const sender: AttemptSender = createAttemptSender(undici, { ...agentOptions(), deadlineMs, log });
      const stop = new AbortController();
      const { abort } = AbortController.prototype;
      AbortController.prototype.abort = function (this: AbortController, reason?: unknown) {
        abort.call(this, reason);
        if (this !== stop) throws();
      };
      receiver.behave(() => stop.abort());
      try {
        const signal = outcome === 'interrupted' ? stop.signal : undefined;
        expect(await sender.send(attempt(), signal)).to.include({ outcome });
      } finally {
        AbortController.prototype.abort = abort;
        await sender.close();
      }
      expect(failed).to.deep.equal([handler]);
    });
  }
});

withWebhooks('a throw when a slot of the sender is free', (test) => {
  it('leaves the sender running', async () => {
    const { log, failed, untilFailed } = handlerLog();
    const { endpoint } = await test.webhooks.endpoints.register(test.company, {
      url: test.receiver.url,
      events: ['leave_request.approved'],
    });
    const { database, keys } = test.core.extension;
    const dispatcher = new Dispatcher({
      database,
      audit: test.core.audit,
      sqlClock: sqlClockOf(database.dialect, test.clock),
      keys,
      clock: test.clock,
      log,
      options: resolvedWith({ ...loopback(test.authority), pollMs: 10 }),
    });
    const { wake } = Dispatcher.prototype;
    const sent = async () => (await test.webhooks.deliveries.list(test.company, SUCCEEDED, PAGE)).total;
    const queueOne = () => queue(test.core, { companyId: test.company.companyId, endpoints: [endpoint.id], count: 1 });
    dispatcher.start();
    dispatcher.wake = throws;
    await queueOne();
    await untilFailed();
    dispatcher.wake = wake;
    await queueOne();
    await until(async () => (await sent()) === 2);
    await dispatcher.stop(1_000);
    expect(failed.at(-1)).to.equal('free slot of the webhook sender');
    expect(failed).to.have.lengthOf(1);
  });
});

const SUCCEEDED = { state: 'succeeded' } as const;
const PAGE = { page: 1, per_page: 1 };
