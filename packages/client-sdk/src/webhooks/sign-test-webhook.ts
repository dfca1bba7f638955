import { WebhookVerificationError } from './errors.ts';
import type { WebhookEventMap, WebhookEventName } from './events.ts';
import { checkSecrets, concat, decodedKey, encodeBase64, encodeHex, sign, textKey } from './secrets.ts';

/** What to sign; all but the event, its data and the secret has a default. */
export interface TestWebhook<Name extends WebhookEventName = WebhookEventName> {
  event: Name;
  data: WebhookEventMap[Name];
  /** The receiver's signing secret, `whsec_…`; several as while one is being changed: the first one is the old one. */
  secret: string | readonly string[];
  /** ISO 8601 with offset; the moment of `timestamp` in UTC by default. */
  sent_at?: string | undefined;
  /** Name of the delivery; made up by default. */
  id?: string | undefined;
  /** When the attempt is signed, seconds since 1970; now by default. */
  timestamp?: number | undefined;
  /** 1 by default. */
  attempt?: number | undefined;
  /** Marks it as an admin's trial, `X-Service-Test: 1`; false by default. */
  test?: boolean | undefined;
}

/** A request as the service would send it. */
export interface SignedWebhook {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

/**
 * Makes a request as the service would send it, for the tests of a receiver (SPEC 6; D:V7, V13 to V15): pass it to
 * fetch, or its body and headers to your handler.
 * @throws WebhookVerificationError when the secret or the time is malformed.
 */
export async function signTestWebhook<Name extends WebhookEventName>(
  webhook: TestWebhook<Name>,
): Promise<SignedWebhook> {
  const secrets = checkSecrets(webhook.secret);
  const timestamp = webhook.timestamp ?? Math.floor(Date.now() / 1_000);
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new WebhookVerificationError('invalid_option', 'timestamp must be whole seconds since 1970');
  const id = webhook.id ?? `msg_${crypto.randomUUID()}`;
  const sent_at = webhook.sent_at ?? new Date(timestamp * 1_000).toISOString().replace(/\.\d+Z$/, '+00:00');
  const body = JSON.stringify({ event: webhook.event, data: webhook.data, sent_at });
  const bytes = new TextEncoder().encode(body);
  const message = concat(`${id}.${timestamp}.`, bytes);
  const standard: string[] = [];
  for (const secret of secrets) standard.push(`v1,${encodeBase64(await sign(decodedKey(secret), message))}`);
  // D:V15: while a secret is being changed, this header keeps the old one.
  const service = encodeHex(await sign(textKey(secrets[0] ?? ''), bytes));
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Service-Signature': `sha256=${service}`,
      'X-Service-Event': webhook.event,
      'X-Service-Delivery': id,
      'X-Service-Attempt': String(webhook.attempt ?? 1),
      ...(webhook.test ? { 'X-Service-Test': '1' } : {}),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standard.join(' '),
    },
    body,
  };
}
