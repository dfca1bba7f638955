import { signingSecrets } from '../endpoints/signing-secrets.ts';
import { serviceSignature, standardSignature } from '../signature.ts';
import type { Claimed } from './claim.ts';
import type { OpenedSecrets } from './opened-secrets.ts';
import type { AttemptRequest } from './send-attempt.ts';

const USER_AGENT = 'Shaon-Webhooks/1.0';

/**
 * The request of one attempt: the frozen body, and headers of which only the attempt's number and the Standard
 * Webhooks time and signature change between attempts (D:V2, D:V7, D:V19).
 *
 * Throws `keys_missing` or `ciphertext_corrupt` when a secret cannot be read, `options_invalid` when there is none.
 */
export function signedRequest(claimed: Claimed, opened: OpenedSecrets, now: Date): AttemptRequest {
  const secrets = signingSecrets(claimed.secrets, now).map((row) => opened.open(row));
  const body = Buffer.from(claimed.body);
  // The delivery's own: equal on its retries, so receivers drop doubles; new on a resend, so that one is not dropped.
  const messageId = `msg_${claimed.id}`;
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    url: claimed.url,
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': USER_AGENT,
      'X-Service-Signature': serviceSignature(secrets[0] ?? '', body),
      'X-Service-Event': claimed.type,
      'X-Service-Delivery': messageId,
      'X-Service-Attempt': String(claimed.number),
      'webhook-id': messageId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardSignature(secrets, messageId, timestamp, body),
      ...(claimed.trigger === 'test' && { 'X-Service-Test': '1' }),
    },
  };
}
