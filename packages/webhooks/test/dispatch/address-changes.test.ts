import { expect } from 'chai';
import * as undici from 'undici';
import { createAddressGuard } from '../../src/address-guard/address-guard.ts';
import { nameServerResolver } from '../../src/address-guard/resolver.ts';
import { type AttemptSender, createAttemptSender } from '../../src/dispatch/send-attempt.ts';
import { hire } from '../hire.ts';
import { type Authority, createAuthority } from '../receiver/certificates.ts';
import { type NameServer, startNameServer } from '../receiver/name-server.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { refusal, until, withWebhooks } from '../support.ts';

const NAME = 'hooks.example.com';
const BLOCKED = { outcome: 'blocked_address', errorCode: 'blocked_address', status: null, remoteAddress: null };
/** Loopback, but not of those that are allowed here. */
const DENIED = '127.0.0.2';
const LIFE_MS = 400;

/* Of one port, so that a name that moves is still the same URL. */
describe('a name that changes its address', () => {
  let authority: Authority;
  let names: NameServer;
  let allowed: TlsReceiver;
  let denied: TlsReceiver;
  let other: TlsReceiver;
  let sender: AttemptSender;

  before(async function () {
    // macOS has 127.0.0.1 alone unless told otherwise.
    if (process.platform === 'darwin') this.skip();
    authority = await createAuthority();
    names = await startNameServer();
    const identity = await authority.issue({ names: [NAME] });
    allowed = await startReceiver(identity, '127.0.0.1');
    denied = await startReceiver(identity, DENIED, allowed.port);
    other = await startReceiver(identity, '127.0.0.3', allowed.port);
  });

  beforeEach(() => {
    for (const receiver of [allowed, denied, other]) receiver.requests.length = 0;
    names.asked.length = 0;
    sender = createAttemptSender(undici, {
      guard: createAddressGuard({
        allow: ['127.0.0.1/32', '127.0.0.3/32'],
        resolveName: nameServerResolver([names.address]),
      }),
      connectTimeoutMs: 5_000,
      deadlineMs: 10_000,
      extraCa: authority.ca,
      connectionLifeMs: LIFE_MS,
    });
  });

  afterEach(() => sender?.close());
  after(async () => {
    await Promise.all([allowed, denied, other].map((receiver) => receiver?.close()));
    await names?.close();
  });

  const send = () => sender.send({ url: `https://${NAME}:${allowed.port}/hook`, headers: {}, body: Buffer.from('{}') });
  const connectionsLife = () => new Promise((resolve) => setTimeout(resolve, LIFE_MS + 50));

  it('is refused before a byte is sent when one of its answers is denied', async () => {
    for (const answers of [
      [DENIED],
      ['127.0.0.1', DENIED],
      [DENIED, '127.0.0.1'],
      ['127.0.0.1', '::1'],
      ['127.0.0.1', '169.254.169.254'],
    ]) {
      names.zone.set(NAME, answers);
      expect(await send(), answers.join()).to.include(BLOCKED);
    }
    expect([allowed.connections, denied.connections]).to.deep.equal([0, 0]);
  });

  it('is asked for once for a connection: what was checked is what is connected to (DNS rebinding)', async () => {
    // The second answer would be denied. A sender that asks twice, once to check and once to connect, would get it.
    names.zone.set(NAME, ['127.0.0.1']);
    names.answered = () => names.zone.set(NAME, [DENIED]);
    try {
      const result = await send();
      // Both families are asked at the same time; if the second came after the change, nothing was sent at all.
      if (result.outcome !== 'blocked_address')
        expect(result).to.include({ outcome: 'success', remoteAddress: '127.0.0.1' });
      expect(names.asked).to.have.lengthOf(2);
      expect(denied.requests).to.deep.equal([]);
    } finally {
      names.answered = () => {};
    }
  });

  it('keeps its checked connection for a while, and is refused after it', async () => {
    names.zone.set(NAME, ['127.0.0.1']);
    expect(await send()).to.include({ outcome: 'success', remoteAddress: '127.0.0.1' });
    names.zone.set(NAME, [DENIED]);
    const kept = await send();
    // Not a new connection to where nobody has looked: the old one, to its checked peer, or none.
    if (kept.outcome === 'success') expect(kept.remoteAddress).to.equal('127.0.0.1');
    await connectionsLife();
    expect(await send()).to.include(BLOCKED);
    expect(denied.connections).to.equal(0);
  });

  it('is followed to its new address, however busy the connection to the old one', async () => {
    names.zone.set(NAME, ['127.0.0.1']);
    await send();
    names.zone.set(NAME, ['127.0.0.3']);
    const end = Date.now() + LIFE_MS + 100;
    while (Date.now() < end) {
      await send();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await send()).to.include({ outcome: 'success', remoteAddress: '127.0.0.3' });
    expect(allowed.requests.length, 'over the old connection').to.be.greaterThan(1);
  });

  it('takes its open connections along when many are on their way', async () => {
    names.zone.set(NAME, ['127.0.0.1']);
    allowed.behave((socket, request) => setTimeout(() => answer(200)(socket, request), 50));
    await Promise.all(Array.from({ length: 5 }, send));
    await connectionsLife();
    names.zone.set(NAME, ['127.0.0.3']);
    const results = await Promise.all(Array.from({ length: 5 }, send));
    allowed.behave(answer(200));
    expect(results.map(({ outcome, remoteAddress }) => [outcome, remoteAddress])).to.deep.equal(
      Array(5).fill(['success', '127.0.0.3']),
    );
  });

  it('is refused on the connected socket too, should the check before it be passed by', async () => {
    const lying = createAttemptSender(undici, {
      guard: {
        ...createAddressGuard({ allow: ['127.0.0.1/32'] }),
        resolve: async () => [DENIED],
      },
      connectTimeoutMs: 5_000,
      deadlineMs: 10_000,
      extraCa: authority.ca,
    });
    try {
      const result = await lying.send({
        url: `https://${NAME}:${allowed.port}/`,
        headers: {},
        body: Buffer.from('{}'),
      });
      expect(result).to.include({ outcome: 'blocked_address' });
      expect(denied.requests).to.deep.equal([]);
    } finally {
      await lying.close();
    }
  });
});

describe('the guard of the whole way', () => {
  let names: NameServer;
  before(async () => {
    names = await startNameServer();
    names.zone.set(NAME, ['127.0.0.1']);
  });
  after(() => names.close());

  withWebhooks(
    'from saving to sending',
    (test) => {
      const PAGE = { page: 1, per_page: 1 };
      let endpointId: number;
      let receiver: TlsReceiver;

      before(async () => {
        names.zone.set(NAME, ['127.0.0.1']);
        receiver = await startReceiver(await test.authority.issue({ names: [NAME] }));
        const registered = await test.webhooks.endpoints.register(test.company, {
          url: `https://${NAME}:${receiver.port}/hook`,
          events: ['employee.created'],
        });
        endpointId = registered.endpoint.id;
      });
      beforeEach(() => {
        receiver.requests.length = 0;
      });
      after(() => receiver?.close());

      const attempts = async () => {
        const [delivery] = (await test.webhooks.deliveries.list(test.company, { endpointId }, PAGE)).items;
        return test.webhooks.deliveries.attempts(test.company, delivery!.id);
      };

      it('refuses a name with a denied address when it is saved', async () => {
        names.zone.set('mixed.example.com', ['127.0.0.1', '10.0.0.1']);
        const refused = await refusal(
          test.webhooks.endpoints.register(test.company, {
            url: `https://mixed.example.com:${receiver.port}/`,
            events: ['employee.created'],
          }),
        );
        expect(refused).to.include({ rule: 'address' });
        const change = { url: `https://mixed.example.com:${receiver.port}/` };
        expect(await refusal(test.webhooks.endpoints.update(test.company, endpointId, change))).to.include({
          rule: 'address',
        });
      });

      it('refuses the test button and the delivery alike once the name has moved inside, on record', async () => {
        await test.webhooks.deliveries.sendTest(test.company, endpointId);
        await test.webhooks.drainOnce();
        expect((await attempts())[0]).to.include({ outcome: 'success', remoteIp: '127.0.0.1' });
        expect(receiver.requests).to.have.lengthOf(1);

        names.zone.set(NAME, ['10.0.0.1']);
        await test.webhooks.deliveries.sendTest(test.company, endpointId);
        await test.webhooks.drainOnce();
        const refused = { outcome: 'blocked_address', errorCode: 'blocked_address', status: null, remoteIp: null };
        expect((await attempts())[0]).to.include(refused);
        await hire(test);
        await test.webhooks.drainOnce();
        expect((await attempts())[0]).to.include(refused);
        expect(receiver.requests).to.have.lengthOf(1);
      });

      it('goes on by itself when the name is public again: a refusal uses up a wait like any failure', async () => {
        names.zone.set(NAME, ['127.0.0.1']);
        test.clock.advance(10_000);
        await test.webhooks.drainOnce();
        await until(() => receiver.requests.length === 2);
        expect((await attempts()).map(({ outcome }) => outcome)).to.deep.equal(['blocked_address', 'success']);
      });
    },
    { allow: ['127.0.0.1/32'], resolveName: (name) => nameServerResolver([names.address])(name) },
  );
});
