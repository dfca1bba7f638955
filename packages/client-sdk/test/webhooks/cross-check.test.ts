import { sign as octokitSign, verify as octokitVerify } from '@octokit/webhooks-methods';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { signTestWebhook, verifyWebhook } from '../../src/webhooks/index.ts';
import { otherSecret, secret, standardHeaders, vectors } from './vectors.ts';

const data = { employee_id: 61, name: 'דנה \u2028 😀', email: 'd@acme.example', department_id: 3, branch_id: null };

describe('the signatures of others', () => {
  for (const vector of vectors.serviceSignature)
    it(`octokit agrees with the shared vector: ${vector.name}`, async () => {
      expect(await octokitSign(vector.secret, vector.body)).to.equal(vector.signature);
      expect(await octokitVerify(vector.secret, vector.body, vector.signature)).to.equal(true);
    });

  for (const vector of vectors.standardWebhooks)
    it(`standardwebhooks agrees with the shared vector: ${vector.name}`, () => {
      const signature = new Webhook(vector.secret).sign(vector.id, new Date(vector.timestamp * 1_000), vector.body);
      expect(vector.signature.split(' ')).to.include(signature);
      expect(standardHeaders(vector)['webhook-signature']).to.include(signature);
    });

  it('octokit verifies what signTestWebhook signs, and we verify what octokit signs', async () => {
    const signed = await signTestWebhook({ event: 'employee.created', data, secret });
    expect(await octokitVerify(secret, signed.body, signed.headers['X-Service-Signature'] ?? '')).to.equal(true);
    expect(await octokitVerify(otherSecret, signed.body, signed.headers['X-Service-Signature'] ?? '')).to.equal(false);
    const headers = { 'x-service-signature': await octokitSign(secret, signed.body) };
    const event = await verifyWebhook(signed.body, headers, secret, { scheme: 'service-signature' });
    expect(event.data).to.deep.equal(data);
  });

  it('standardwebhooks verifies what signTestWebhook signs, and we verify what it signs', async () => {
    const signed = await signTestWebhook({ event: 'employee.created', data, secret: [otherSecret, secret] });
    for (const known of [secret, otherSecret])
      expect(new Webhook(known).verify(signed.body, signed.headers)).to.deep.equal(JSON.parse(signed.body));
    const now = new Date();
    const headers = {
      'webhook-id': 'msg_9',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_9', now, signed.body),
    };
    expect((await verifyWebhook(signed.body, headers, secret)).data).to.deep.equal(data);
  });

  it('a secret being changed keeps the old one in X-Service-Signature (D:V15)', async () => {
    const signed = await signTestWebhook({ event: 'employee.created', data, secret: [otherSecret, secret] });
    expect(await octokitVerify(otherSecret, signed.body, signed.headers['X-Service-Signature'] ?? '')).to.equal(true);
  });
});
