import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import {
  signTestWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../../src/webhooks/index.ts';
import { thrownBy } from '../small-service.ts';
import { otherSecret, secret, standardHeaders, vectors } from './vectors.ts';

const data = { employee_id: 61, name: 'דנה 😀', email: 'd@acme.example', department_id: 3, branch_id: null };
const timestamp = 1_792_904_400;
const at = (seconds: number): VerifyOptions => ({ now: () => (timestamp + seconds) * 1_000 });

const sample = (change: { secret?: string | string[]; test?: boolean } = {}) =>
  signTestWebhook({ event: 'employee.created', data, secret, timestamp, id: 'msg_1', ...change });

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await thrownBy(promise);
  expect(error).to.be.instanceOf(WebhookVerificationError);
  expect((error as Error).message).not.to.include('AAECAwQ');
  return (error as WebhookVerificationError).code;
}

describe('verifying a webhook', () => {
  for (const vector of vectors.standardWebhooks)
    it(`agrees with the shared vector: ${vector.name}`, async () => {
      const event = await verifyWebhook(vector.body, standardHeaders(vector), vector.secret, {
        now: () => vector.timestamp * 1_000,
      });
      expect({ event: event.event, data: event.data, sent_at: event.sent_at }).to.deep.equal(JSON.parse(vector.body));
      expect(event.delivery.id).to.equal(vector.id);
    });

  for (const vector of vectors.serviceSignature)
    it(`agrees with the shared vector of X-Service-Signature: ${vector.name}`, async () => {
      const headers = { 'X-Service-Signature': vector.signature };
      const verified = verifyWebhook(vector.body, headers, vector.secret, { scheme: 'service-signature' });
      if (vector.body.startsWith('{')) expect((await verified).event).to.be.a('string');
      else expect(await codeOf(verified), 'signed rightly, but no event').to.equal('not_an_event');
    });

  it('takes the body as bytes, as a slice of a pool, as a buffer, of another realm, and as a text', async () => {
    const { body, headers } = await sample();
    const bytes = new TextEncoder().encode(body);
    const pool = new Uint8Array(bytes.length + 20);
    pool.set(bytes, 10);
    const foreign: Uint8Array = runInNewContext('Uint8Array').from(bytes);
    const slice = pool.subarray(10, 10 + bytes.length);
    for (const raw of [body, bytes, Buffer.from(body), bytes.buffer, slice, foreign, foreign.buffer as ArrayBuffer])
      expect((await verifyWebhook(raw, headers, secret, at(0))).data).to.deep.equal(data);
  });

  it('takes headers of every kind', async () => {
    const { body, headers } = await sample();
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]));
    for (const given of [
      headers,
      new Headers(headers),
      upper,
      lists,
      { get: (name: string) => new Headers(headers).get(name) },
      new Map(Object.entries(lists)),
    ])
      expect((await verifyWebhook(body, given as WebhookHeaders, secret, at(0))).event).to.equal('employee.created');
  });

  it('tells delivery, attempt and trial', async () => {
    const { body, headers } = await sample({ test: true });
    const { delivery } = await verifyWebhook(body, { ...headers, 'X-Service-Attempt': '3' }, secret, at(0));
    expect(delivery).to.deep.equal({ id: 'msg_1', attempt: 3, test: true });
  });

  it('keeps fields and events that it does not know', async () => {
    const { body, headers } = await signTestWebhook({
      event: 'leave.cancelled' as never,
      data: { x: 1 } as never,
      secret,
    });
    expect(await verifyWebhook(body, headers, secret)).to.deep.include({ event: 'leave.cancelled', data: { x: 1 } });
  });

  it('tries several secrets on either side while one is being changed', async () => {
    const both = await sample({ secret: [otherSecret, secret] });
    for (const known of [secret, otherSecret, [otherSecret, secret], [secret, otherSecret]])
      expect((await verifyWebhook(both.body, both.headers, known, at(0))).event).to.equal('employee.created');
    const one = await sample();
    expect((await verifyWebhook(one.body, one.headers, [otherSecret, secret], at(0))).event).to.equal(
      'employee.created',
    );
  });

  describe('the signed time', () => {
    const cases: [string, number, number | undefined, string | undefined][] = [
      ['299 s old', 299, undefined, undefined],
      ['300 s old', 300, undefined, undefined],
      ['301 s old', 301, undefined, 'too_old'],
      ['300 s ahead', -300, undefined, undefined],
      ['301 s ahead', -301, undefined, 'too_new'],
      ['this second without tolerance', 0, 0, undefined],
      ['the end of this second without tolerance', 0.999, 0, undefined],
      ['a second old without tolerance', 1, 0, 'too_old'],
      ['a second ahead without tolerance', -1, 0, 'too_new'],
      ['years old with the check off', 1e8, Number.POSITIVE_INFINITY, undefined],
    ];
    for (const [what, seconds, toleranceSeconds, code] of cases)
      it(`${code === undefined ? 'passes' : 'fails'}: ${what}`, async () => {
        const { body, headers } = await sample();
        const tolerance = toleranceSeconds === undefined ? {} : { toleranceSeconds };
        const verified = verifyWebhook(body, headers, secret, { ...at(seconds), ...tolerance });
        if (code === undefined) expect((await verified).event).to.equal('employee.created');
        else expect(await codeOf(verified)).to.equal(code);
      });

    it('is the clock by default', async () => {
      const { body, headers } = await signTestWebhook({ event: 'employee.created', data, secret });
      expect((await verifyWebhook(body, headers, secret)).event).to.equal('employee.created');
      const old = await sample();
      expect(await codeOf(verifyWebhook(old.body, old.headers, secret))).to.match(/^too_/);
    });
  });

  it('goes through a body once, however many signatures a stranger sends', async () => {
    const body = 'x'.repeat(4_000_000);
    const milliseconds = async (signature: string): Promise<number> => {
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
      const start = performance.now();
      expect(await codeOf(verifyWebhook(body, headers, secret, at(0)))).to.equal('no_secret_matches');
      return performance.now() - start;
    };
    const one = [await milliseconds('v1,AAAA'), await milliseconds('v1,AAAA'), await milliseconds('v1,AAAA')];
    const many = [await milliseconds('v1,AAAA '.repeat(2_000)), await milliseconds('v1,AAAA '.repeat(2_000))];
    expect(Math.min(...many)).to.be.below(20 * Math.min(...one));
  });

  it('hints at a body that is still base64, as some gateways pass it on', async () => {
    const { body, headers } = await sample();
    const encoded = Buffer.from(body).toString('base64');
    for (const scheme of ['standard', 'service-signature'] as const) {
      const error = await verifyWebhook(encoded, headers, secret, { ...at(0), scheme }).catch(
        (thrown: Error) => thrown,
      );
      expect(error).to.include({ code: 'no_secret_matches' });
      expect((error as Error).message).to.include('the body is base64');
    }
  });

  describe('says what is wrong:', () => {
    const cases: [
      string,
      string,
      (body: string, headers: Record<string, string>) => [unknown, unknown, unknown, object?],
    ][] = [
      ['body_parsed', 'a parsed body', (body, headers) => [JSON.parse(body), headers, secret]],
      ['body_parsed', 'no body', (_body, headers) => [undefined, headers, secret]],
      [
        'no_secret_matches',
        'a body that was written again',
        (body, headers) => [JSON.stringify(JSON.parse(body), null, 1), headers, secret],
      ],
      ['no_secret_matches', 'a body with one byte more', (body, headers) => [`${body}\n`, headers, secret]],
      ['no_secret_matches', 'the secret of another endpoint', (body, headers) => [body, headers, otherSecret]],
      ['no_secret_matches', 'another id', (body, headers) => [body, { ...headers, 'webhook-id': 'msg_2' }, secret]],
      [
        'no_secret_matches',
        'another time',
        (body, headers) => [body, { ...headers, 'webhook-timestamp': String(timestamp + 1) }, secret],
      ],
      ['secret_has_whitespace', 'a line end behind the secret', (body, headers) => [body, headers, `${secret}\n`]],
      [
        'secret_has_whitespace',
        'a space inside the secret',
        (body, headers) => [body, headers, secret.replace('DA0', 'D A0')],
      ],
      [
        'secret_has_whitespace',
        'a line end behind a secret of another form',
        (body, headers) => [body, headers, 'plain\n'],
      ],
      ['secret_missing', 'an empty secret', (body, headers) => [body, headers, '']],
      ['secret_missing', 'an environment variable that is not set', (body, headers) => [body, headers, undefined]],
      ['secret_missing', 'an empty list of secrets', (body, headers) => [body, headers, []]],
      ['secret_malformed', 'a secret that is not base64', (body, headers) => [body, headers, 'whsec_!!!']],
      ['secret_malformed', 'a secret that is only the prefix', (body, headers) => [body, headers, 'whsec_']],
      [
        'freshness_missing',
        'X-Service-Signature alone',
        (body, headers) => [body, { 'X-Service-Signature': headers['X-Service-Signature'] }, secret],
      ],
      ['header_missing', 'no header at all', (body) => [body, {}, secret]],
      ['header_missing', 'no id', (body, headers) => [body, { ...headers, 'webhook-id': undefined }, secret]],
      ['header_missing', 'no time', (body, headers) => [body, { ...headers, 'webhook-timestamp': '' }, secret]],
      [
        'header_malformed',
        'a time that is none',
        (body, headers) => [body, { ...headers, 'webhook-timestamp': '2026-10-25' }, secret],
      ],
      [
        'header_malformed',
        'a signature of another version',
        (body, headers) => [body, { ...headers, 'webhook-signature': 'v2,AAAA' }, secret],
      ],
      [
        'header_malformed',
        'a megabyte of signatures',
        (body, headers) => [body, { ...headers, 'webhook-signature': 'v1,AAAA '.repeat(131_072) }, secret],
      ],
      [
        'header_malformed',
        'a service signature of a megabyte',
        (body) => [
          body,
          { 'X-Service-Signature': `sha256=${'a0'.repeat(5e5)}` },
          secret,
          { scheme: 'service-signature' },
        ],
      ],
      [
        'no_secret_matches',
        'a signature that is cut',
        (body, headers) => [
          body,
          {
            ...headers,
            'webhook-signature': `v1,${btoa(atob(String(headers['webhook-signature']).slice(3)).slice(1))}`,
          },
          secret,
        ],
      ],
      [
        'header_malformed',
        'a service signature in upper case',
        (body) => [
          body,
          { 'X-Service-Signature': `sha256=${'A'.repeat(64)}` },
          secret,
          { scheme: 'service-signature' },
        ],
      ],
      ['header_missing', 'no service signature', (body) => [body, {}, secret, { scheme: 'service-signature' }]],
      [
        'no_secret_matches',
        'a service signature of zeros',
        (body) => [
          body,
          { 'X-Service-Signature': `sha256=${'0'.repeat(64)}` },
          secret,
          { scheme: 'service-signature' },
        ],
      ],
      [
        'no_secret_matches',
        'a service signature that is cut',
        (body, headers) => [
          body,
          { 'X-Service-Signature': headers['X-Service-Signature']?.slice(0, -2) },
          secret,
          { scheme: 'service-signature' },
        ],
      ],
      [
        'invalid_option',
        'a tolerance that is no number',
        (body, headers) => [body, headers, secret, { toleranceSeconds: '300' }],
      ],
      ['invalid_option', 'a negative tolerance', (body, headers) => [body, headers, secret, { toleranceSeconds: -1 }]],
      [
        'invalid_option',
        'NaN as tolerance',
        (body, headers) => [body, headers, secret, { toleranceSeconds: Number.NaN }],
      ],
      ['invalid_option', 'an unknown option', (body, headers) => [body, headers, secret, { tolerance: 5 }]],
      ['invalid_option', 'an unknown scheme', (body, headers) => [body, headers, secret, { scheme: 'github' }]],
      ['invalid_option', 'headers that are none', (body) => [body, null, secret]],
      [
        'invalid_option',
        'a clock that gives no number',
        (body, headers) => [body, headers, secret, { now: () => Number.NaN }],
      ],
      ['invalid_option', 'a clock that gives a bigint', (body, headers) => [body, headers, secret, { now: () => 1n }]],
      ['header_missing', 'a header of no texts', (body) => [body, { 'webhook-id': [Symbol('x')] }, secret]],
      ['header_missing', 'a Map without the headers', (body) => [body, new Map(), secret]],
    ];
    for (const [code, what, make] of cases)
      it(`${what} (${code})`, async () => {
        const { body, headers } = await sample();
        const [raw, given, known, options] = make(body, headers);
        const verified = verifyWebhook(raw as string, given as WebhookHeaders, known as string, {
          ...at(0),
          ...options,
        });
        expect(await codeOf(verified)).to.equal(code);
      });

    it('options that are no object, such as a tolerance alone (invalid_option)', async () => {
      const { body, headers } = await sample();
      for (const options of [600, null, true])
        expect(await codeOf(verifyWebhook(body, headers, secret, options as VerifyOptions))).to.equal('invalid_option');
    });

    it('a forged request is called forged, however old it is', async () => {
      const { body, headers } = await sample();
      expect(await codeOf(verifyWebhook(body, headers, otherSecret, at(1e6)))).to.equal('no_secret_matches');
    });

    it('what is rightly signed but no event (not_an_event)', async () => {
      const notUtf8 = Buffer.from('{"event":"x","data":{},"sent_at":"\xff"}', 'latin1');
      for (const body of ['Hello', '[]', '{"event":"x"}', '{"event":1,"data":{},"sent_at":"x"}', notUtf8]) {
        const { createHmac } = await import('node:crypto');
        const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
        const headers = { 'X-Service-Signature': signature };
        expect(await codeOf(verifyWebhook(body, headers, secret, { scheme: 'service-signature' }))).to.equal(
          'not_an_event',
        );
      }
    });
  });
});
