import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { hire } from '../hire.ts';
import { queue } from '../queued.ts';
import type { ReceivedRequest } from '../receiver/tls-receiver.ts';
import { withWebhooks } from '../support.ts';
import { verifyWithTools } from './verifiers.ts';

const HOUR_MS = 3_600_000;

withWebhooks('requests as they were on the wire', (test) => {
  let openssl: string;
  let endpointId: number;
  let secret: string;

  before(async function () {
    openssl = skipWithout(this, 'openssl');
    const registered = await test.webhooks.endpoints.register(test.company, {
      url: test.receiver.url,
      events: ['employee.created', 'employee.updated'],
    });
    endpointId = registered.endpoint.id;
    secret = registered.secret;
  });

  const received = async (): Promise<ReceivedRequest> => {
    test.receiver.requests.length = 0;
    expect(await test.webhooks.drainOnce()).to.equal(1);
    return test.receiver.requests[0]!;
  };
  const verified = (key: string, request: ReceivedRequest) => verifyWithTools(openssl, key, request, test.clock.now());
  const BOTH = { service: true, standard: true };
  const NEITHER = { service: false, standard: false };

  const NAMES: readonly (readonly [string, string])[] = [
    ['emoji', '👩‍🍳 נועה 😀'],
    ['line separators', 'a\u2028b\u2029c'],
    ['quotes and slashes', '"\\/<script>&amp;'],
    ['a combining and a right-to-left letter', 'e\u0301 שָׁלוֹם'],
    ['escapes spelled out', '%00 \\u0000 \\n'],
  ];
  for (const [title, name] of NAMES) {
    it(`verify with ${title} in a name`, async () => {
      const id = await hire(test);
      await test.webhooks.drainOnce();
      await test.core.employees.update(test.company, id, { name });
      const request = await received();
      expect(JSON.parse(request.body.toString()).data.name).to.equal(name.normalize('NFC'));
      expect(request.headers['content-length']).to.equal(String(request.body.length));
      expect(await verified(secret, request)).to.deep.equal(BOTH);
      const other = `${secret.slice(0, -2)}${secret.at(-2) === 'A' ? 'E' : 'A'}=`;
      expect(await verified(other, request), 'another secret').to.deep.equal(NEITHER);
      const changed = Buffer.from(request.body);
      changed[changed.length - 2]! ^= 1;
      expect(await verified(secret, { ...request, body: changed }), 'a changed byte').to.deep.equal(NEITHER);
      const cut = request.body.subarray(0, -1);
      expect(await verified(secret, { ...request, body: cut }), 'a missing byte').to.deep.equal(NEITHER);
    });
  }

  const BODIES: readonly (readonly [string, string])[] = [
    ['empty data', '{"event":"employee.created","data":{},"sent_at":"2026-01-04T08:30:00+02:00"}'],
    ['members in no order of a database', '{"b":1,"a":{"z":0,"y":[1,2]},"1":null}'],
    ['white space', '{ "event" :\t"x",\r\n "data" : { } }\n'],
    ['a body of 1 MB', JSON.stringify({ data: '😀'.repeat(250_000) })],
  ];
  for (const [title, body] of BODIES) {
    it(`carry ${title} byte by byte as it was stored`, async () => {
      await queue(test.core, { companyId: test.company.companyId, endpoints: [endpointId], count: 1, body });
      const request = await received();
      expect(request.body.equals(Buffer.from(body))).to.equal(true);
      expect(await verified(secret, request)).to.deep.equal(BOTH);
    });
  }

  it('verify at every stage of a rotation with the secrets of that stage and no other (D:V15)', async () => {
    const { endpoints } = test.webhooks;
    const request = async () => {
      await hire(test);
      return received();
    };
    const stage = async (title: string, expected: readonly (readonly [string, object])[]) => {
      const sent = await request();
      for (const [index, [key, wanted]] of expected.entries()) {
        expect(await verified(key, sent), `${title}, secret ${index + 1}`).to.deep.equal(wanted);
      }
    };
    const STANDARD = { service: false, standard: true };
    const first = secret;
    await stage('before', [[first, BOTH]]);

    const second = await endpoints.rotateSecret(test.company, endpointId, 2);
    await stage('the new one waits', [
      [first, BOTH],
      [second, STANDARD],
    ]);
    await endpoints.switchSecret(test.company, endpointId);
    await stage('switched, the old one overlaps', [
      [first, STANDARD],
      [second, BOTH],
    ]);
    test.clock.advance(2 * HOUR_MS - 1);
    await stage('to the end of the overlap', [
      [first, STANDARD],
      [second, BOTH],
    ]);
    test.clock.advance(1);
    await stage('the overlap is over', [
      [first, NEITHER],
      [second, BOTH],
    ]);

    const third = await endpoints.rotateSecret(test.company, endpointId, 1);
    test.clock.advance(24 * HOUR_MS - 1);
    await stage('nobody has switched for a day less a moment', [
      [second, BOTH],
      [third, STANDARD],
    ]);
    test.clock.advance(1);
    await stage('switched by itself after a day', [
      [second, STANDARD],
      [third, BOTH],
    ]);

    const fourth = await endpoints.revokeOldSecrets(test.company, endpointId);
    await stage('revoked', [
      [first, NEITHER],
      [second, NEITHER],
      [third, NEITHER],
      [fourth!, BOTH],
    ]);
  });
});
