import { execFileSync } from 'node:child_process';
import { verify } from '@octokit/webhooks-methods';
import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { newSecret, serviceSignature, standardSignature } from '../src/signature.ts';

const BODIES = ['{}', '{"event":"employee.created","data":{"name":"שרה 😀"}}', '{"separator":"\u2028\u2029"}', ''];

describe('signatures', () => {
  it("gives GitHub's published vector", () => {
    expect(serviceSignature("It's a Secret to Everybody", Buffer.from('Hello, World!'))).to.equal(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });

  it("gives the Standard Webhooks specification's vector", () => {
    expect(
      standardSignature(
        ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
        1614265330,
        Buffer.from('{"test": 2432232314}'),
      ),
    ).to.equal('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('makes secrets of 32 random bytes', () => {
    const secret = newSecret();
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.to.equal(secret);
  });

  for (const body of BODIES.filter((text) => text !== '')) {
    it(`are verified by GitHub's verifier and standardwebhooks: ${JSON.stringify(body)}`, async () => {
      const secret = newSecret();
      const bytes = Buffer.from(body);
      const timestamp = Math.floor(Date.now() / 1000);
      const service = serviceSignature(secret, bytes);
      expect(await verify(secret, body, service)).to.equal(true);
      expect(await verify(secret, `${body} `, service)).to.equal(false);
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': `${timestamp}`,
        'webhook-signature': standardSignature([secret], 'evt_1', timestamp, bytes),
      };
      expect(() => new Webhook(secret).verify(bytes, headers)).not.to.throw();
      expect(() => new Webhook(newSecret()).verify(bytes, headers)).to.throw();
    });
  }

  it('are what openssl computes', function () {
    const openssl = skipWithout(this, 'openssl');
    for (const body of BODIES) {
      const secret = newSecret();
      const digest = execFileSync(openssl, ['dgst', '-sha256', '-hmac', secret, '-r'], { input: body }).toString();
      expect(serviceSignature(secret, Buffer.from(body))).to.equal(`sha256=${digest.slice(0, 64)}`);
    }
  });

  it('carries a signature of each secret, so that both verify during a rotation', () => {
    const secrets = [newSecret(), newSecret()];
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': standardSignature(secrets, 'evt_1', timestamp, Buffer.from('{}')),
    };
    for (const secret of secrets) expect(() => new Webhook(secret).verify('{}', headers)).not.to.throw();
  });

  it('holds for any body', () => {
    fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (body) => {
        const secret = newSecret();
        return verify(secret, body, serviceSignature(secret, Buffer.from(body)));
      }),
      { numRuns: 50 },
    );
  });

  it('refuses to sign with nothing', () => {
    expect(() => serviceSignature('', Buffer.from('{}'))).to.throw('must not be empty');
    expect(() => standardSignature([''], 'evt_1', 1, Buffer.from('{}'))).to.throw('must not be empty');
    expect(() => standardSignature(['whsec_'], 'evt_1', 1, Buffer.from('{}'))).to.throw('base64');
    expect(() => standardSignature([], 'evt_1', 1, Buffer.from('{}'))).to.throw('at least one');
  });
});
