import type { KeyRing } from '@shaon/core';
import { openSecret } from '../endpoints/secret-box.ts';
import { signingSecrets } from '../endpoints/signing-secrets.ts';
import { messageIdOf, requestHeaders } from '../request-headers.ts';
import { serviceSignature, standardSignature } from '../signature.ts';
import type { Claimed } from './claim.ts';
import type { AttemptRequest } from './send-attempt.ts';

/**
 * The request of one attempt: the stored body and its signed headers (D:V2, D:V7).
 *
 * Throws `keys_missing` or `ciphertext_corrupt` if a secret cannot be read, `options_invalid` without a secret.
 */
export function signedRequest(claimed: Claimed, keys: KeyRing, now: Date): AttemptRequest {
  const secrets = signingSecrets(claimed.secrets, now).map((row) => openSecret(keys, row));
  const body = Buffer.from(claimed.body);
  const timestamp = Math.floor(now.getTime() / 1000);
  const headers = requestHeaders(
    { deliveryId: claimed.id, type: claimed.type, isTest: claimed.trigger === 'test', number: claimed.number },
    {
      service: serviceSignature(secrets[0] ?? '', body),
      standard: standardSignature(secrets, messageIdOf(claimed.id), timestamp, body),
      timestamp: String(timestamp),
    },
  );
  return { url: claimed.url, body, headers };
}
