import { expect } from 'chai';
import { examineSignature, signTestWebhook, WebhookVerificationError } from '../../src/webhooks/index.ts';
import { otherSecret, secret, standardHeaders, vectors } from './vectors.ts';

const NOW = 1_792_904_401_000;
const data = { employee_id: 1, name: 'נועה 😀', email: 'n@acme.example', department_id: null, branch_id: null };

const signed = (secrets: string | string[] = secret) =>
  signTestWebhook({ event: 'employee.created', data, secret: secrets, id: 'msg_7', timestamp: NOW / 1_000 });

describe('examineSignature', () => {
  it('finds nothing wrong with what is right, as text and as bytes', async () => {
    const { body, headers } = await signed();
    const right = { is: 'match', secret: 1, body: 'as_given', isRightKey: true };
    for (const given of [body, Buffer.from(body)])
      expect(await examineSignature(given, headers, [otherSecret, secret], NOW)).to.deep.equal({
        fault: null,
        service: { ...right, key: 'as_shown' },
        standard: { ...right, key: 'decoded' },
        ageSeconds: 0,
      });
    const bytes = Uint8Array.of(0xff, 0xfe);
    const { service } = await examineSignature(bytes, { 'x-service-signature': `sha256=${'0'.repeat(64)}` }, secret);
    expect(service).to.deep.equal({ is: 'no_match' });
  });

  for (const vector of vectors.standardWebhooks)
    it(`knows the shared vector: ${vector.name}`, async () => {
      const now = vector.timestamp * 1_000;
      const examined = await examineSignature(vector.body, standardHeaders(vector), vector.secret, now);
      expect(examined).to.deep.include({ fault: null, service: { is: 'absent' } });
    });

  it('says how the body was changed', async () => {
    const { body, headers } = await signed();
    for (const [given, form] of [
      [JSON.stringify(JSON.parse(body), null, 2), 'compact_json'],
      [`${body}\r\n`, 'trimmed'],
    ] as const) {
      const { fault, standard } = await examineSignature(given, headers, secret, NOW);
      expect([fault, standard.is === 'match' && standard.body]).to.deep.equal(['body', form]);
    }
    expect((await examineSignature('{}', headers, secret, NOW)).fault).to.equal('body_or_secret');
  });

  it('says which header has another key, secret, time or form', async () => {
    const { body, headers } = await signed();
    const other = (await signed([otherSecret, secret])).headers;
    const cases = [
      [{}, 'no_signature'],
      [{ ...headers, 'X-Service-Signature': other['X-Service-Signature'] }, 'other_secret'],
      [{ ...headers, 'webhook-id': 'msg_8' }, 'time'],
      [{ ...headers, 'webhook-id': undefined }, 'header'],
      [{ ...headers, 'webhook-timestamp': undefined }, 'header'],
      [{ ...headers, 'webhook-timestamp': 'now' }, 'header'],
      [{ ...headers, 'webhook-signature': 'v2,x' }, 'header'],
      [{ ...headers, 'webhook-signature': 'v1,x' }, 'header'],
      [{ ...headers, 'X-Service-Signature': headers['X-Service-Signature']?.toUpperCase() }, 'header'],
    ] as const;
    for (const [given, fault] of cases)
      expect((await examineSignature(body, given, secret, NOW)).fault, JSON.stringify(given)).to.equal(fault);
    expect(await examineSignature(body, headers, secret, NOW + 301_000)).to.include({ fault: 'time', ageSeconds: 301 });
    const bare = (await signTestWebhook({ event: 'employee.created', data, secret: secret.slice(6), timestamp: 1 }))
      .headers;
    const sent_at = '1970-01-01T00:00:01+00:00';
    const old = JSON.stringify({ event: 'employee.created', data, sent_at });
    expect(
      (await examineSignature(old, { 'x-service-signature': bare['X-Service-Signature'] }, secret)).fault,
    ).to.equal('key');
  });

  it('never takes an empty key for a match, and says what is wrong with a secret or a parsed body', async () => {
    const { body, headers } = await signed();
    expect((await examineSignature(body, headers, 'whsec_', NOW)).fault).to.equal('body_or_secret');
    for (const [given, key, code] of [
      [body, ` ${secret}`, 'secret_has_whitespace'],
      [body, [], 'secret_missing'],
      [JSON.parse(body), secret, 'body_parsed'],
    ] as const) {
      const error = await examineSignature(given, headers, key).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(WebhookVerificationError).and.include({ code });
    }
  });
});
