import { expect } from 'chai';
import { serviceSignature, standardSignature } from '../../../webhooks/src/signature.ts';
import { signTestWebhook, verifyWebhook } from '../../src/webhooks/index.ts';
import { otherSecret, secret, vectors } from './vectors.ts';

describe('the signatures of the sender', () => {
  for (const { name, secret: key, body, signature } of vectors.serviceSignature)
    it(`X-Service-Signature is that of the shared vector: ${name}`, () => {
      expect(serviceSignature(key, Buffer.from(body))).to.equal(signature);
    });

  for (const { name, secret: key, id, timestamp, body, signature } of vectors.standardWebhooks)
    it(`webhook-signature is that of the shared vector: ${name}`, () => {
      const keys = signature.includes(' ') ? [secret, key] : [key];
      expect(standardSignature(keys, id, timestamp, Buffer.from(body))).to.equal(signature);
    });

  it('are those of signTestWebhook, and verify', async () => {
    const data = { employee_id: 1, attendance_id: 2, check_in: '2026-10-25T08:02:11+02:00' };
    const { body, headers } = await signTestWebhook({
      event: 'attendance.clocked_in',
      data,
      secret: [otherSecret, secret],
    });
    const timestamp = Number(headers['webhook-timestamp']);
    const bytes = Buffer.from(body);
    const signed = standardSignature([otherSecret, secret], headers['webhook-id'] ?? '', timestamp, bytes);
    expect(signed).to.equal(headers['webhook-signature']);
    expect(serviceSignature(otherSecret, bytes)).to.equal(headers['X-Service-Signature']);
    const sent = {
      'webhook-id': headers['webhook-id'],
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': signed,
    };
    for (const known of [secret, otherSecret])
      expect((await verifyWebhook(bytes, sent, known)).data).to.deep.equal(data);
  });
});
