import { execFileSync } from 'node:child_process';
import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../receiver/tls-receiver.ts';

/** What a request of the wire proves with a secret, by tools that know nothing of Shaon. */
export interface Verified {
  /** `X-Service-Signature`, by GitHub's verifier and by openssl: they must agree. */
  readonly service: boolean;
  /** `webhook-signature`, by the Standard Webhooks library and by openssl: they must agree. */
  readonly standard: boolean;
}

/** @param now the time at which the receiver looks, for the five minutes of Standard Webhooks */
export async function verifyWithTools(
  openssl: string,
  secret: string,
  { headers, body }: ReceivedRequest,
  now: Date,
): Promise<Verified> {
  const service = headers['x-service-signature'] ?? '';
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body]);
  const hexKey = Buffer.from(secret.replace('whsec_', ''), 'base64').toString('hex');
  return {
    service: agreed(
      await verify(secret, body.toString('utf8'), service),
      service === `sha256=${hmac(openssl, ['-hmac', secret], body).toString('hex')}`,
    ),
    standard: agreed(
      isStandard(secret, body, headers, now),
      signatures.includes(
        `v1,${hmac(openssl, ['-mac', 'HMAC', '-macopt', `hexkey:${hexKey}`], signed).toString('base64')}`,
      ),
    ),
  };
}

/** `openssl dgst -sha256 …`, over the bytes and not over what anybody parsed of them. */
function hmac(openssl: string, key: readonly string[], bytes: Buffer): Buffer {
  return execFileSync(openssl, ['dgst', '-sha256', ...key, '-binary'], { input: bytes });
}

function isStandard(secret: string, body: Buffer, headers: ReceivedRequest['headers'], now: Date): boolean {
  const { now: realNow } = Date;
  Date.now = () => now.getTime();
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch (error) {
    if (/no matching signature/i.test(String(error))) return false;
    throw error;
  } finally {
    Date.now = realNow;
  }
}

function agreed(one: boolean, other: boolean): boolean {
  if (one !== other) throw new Error(`The verifiers differ: ${one} and ${other}.`);
  return one;
}
