import { type ConnectProxy, startConnectProxy } from '@shaon/testing';
import { expect } from 'chai';
import * as undici from 'undici';
import { createAddressGuard } from '../../src/address-guard/address-guard.ts';
import { type AttemptSender, createAttemptSender } from '../../src/dispatch/send-attempt.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';

const NAME = 'hooks.example.com';
const OTHER_NAME = 'other.example.com';
const PUBLIC = ['93.184.216.34', '2606:2800:220:1::1'];
const CREDENTIALS = `Basic ${Buffer.from('shaon:p@ss').toString('base64')}`;

describe('webhooks by an outbound proxy', () => {
  let receiver: TlsReceiver;
  let proxy: ConnectProxy;
  let sender: AttemptSender;
  let addresses: string[];
  let ca: string;

  before(async () => {
    const authority = await createAuthority();
    ca = authority.ca;
    receiver = await startReceiver(await authority.issue({ names: [NAME, 'localhost'] }));
    proxy = await startConnectProxy(() => receiver.port);
  });
  beforeEach(() => {
    addresses = [...PUBLIC];
    proxy.asked.length = 0;
    proxy.answer = () => 200;
    receiver.requests.length = 0;
    receiver.behave(answer(200, 'received'));
    sender = senderBy(new URL(`http://shaon:p%40ss@127.0.0.1:${proxy.port}`));
  });
  afterEach(() => sender.close());
  after(async () => {
    await proxy?.close();
    await receiver?.close();
  });

  const senderBy = (by: URL) =>
    createAttemptSender(undici, {
      guard: createAddressGuard({ allow: ['127.0.0.0/8', 'localhost'], resolveName: async () => addresses }),
      connectTimeoutMs: 5_000,
      deadlineMs: 10_000,
      extraCa: ca,
      proxy: by,
    });
  const send = (name = NAME) =>
    sender.send({ url: `https://${name}:8443/hook`, headers: {}, body: Buffer.from('{"id":1}') });

  it('go to an address that was judged here, and never to a name', async () => {
    expect(await send()).to.include({ outcome: 'success', excerpt: 'received', remoteAddress: PUBLIC[0] });
    expect(proxy.asked).to.deep.equal([`${PUBLIC[0]}:8443 ${CREDENTIALS}`]);
    expect(receiver.requests.map(({ headers, path }) => [headers.host, path])).to.deep.equal([
      [`${NAME}:8443`, '/hook'],
    ]);
    for (let more = 0; more < 5; more++) expect((await send()).outcome).to.equal('success');
    expect(proxy.asked.length, 'tunnels are used again').to.be.below(6);
  });

  it('go to the next address if the proxy does not reach the first', async () => {
    proxy.answer = (target) => (target.startsWith('93.') ? 502 : 200);
    expect(await send()).to.include({ outcome: 'success', remoteAddress: PUBLIC[1] });
    expect(proxy.asked[1]).to.equal(`[${PUBLIC[1]}]:8443 ${CREDENTIALS}`);
  });

  it('are not sent to a private address, and the proxy is not asked', async () => {
    for (const denied of [['10.0.0.1'], [...PUBLIC, '169.254.169.254'], ['::1']]) {
      addresses = denied;
      expect(await send(), denied.join()).to.include({ outcome: 'blocked_address', remoteAddress: null });
    }
    expect(proxy.asked).to.deep.equal([]);
  });

  it('are not sent to a receiver with the certificate of another name', async () => {
    expect(await send(OTHER_NAME)).to.include({ outcome: 'tls', errorCode: 'certificate_wrong_name' });
    expect(receiver.requests).to.deep.equal([]);
  });

  it('go directly to what the operator allows in their own network', async () => {
    const { outcome } = await sender.send({ url: receiver.url, headers: {}, body: Buffer.from('{}') });
    expect([outcome, proxy.asked]).to.deep.equal(['success', []]);
  });

  it('say that the proxy refused, or is away', async () => {
    proxy.answer = () => 407;
    expect(await send()).to.include({ outcome: 'connection', errorCode: 'proxy_refused', remoteAddress: null });
    await sender.close();
    sender = senderBy(new URL('http://127.0.0.1:1'));
    expect(await send()).to.include({ outcome: 'connection', errorCode: 'proxy_unreachable' });
  });
});
