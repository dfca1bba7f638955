import { WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './events.ts';
import { type HeaderReader, headerReader, type WebhookHeaders } from './headers.ts';
import {
  anyMatches,
  type Bytes,
  checkSecrets,
  concat,
  decodeBase64,
  decodedKey,
  decodeHex,
  textKey,
} from './secrets.ts';

/** How recent a request must be, and which header is verified. */
export interface VerifyOptions {
  /**
   * By how many seconds the signed time may differ from now, in either direction; 300 by default. 0 tolerates nothing,
   * `Infinity` switches the check off.
   */
  toleranceSeconds?: number | undefined;
  /**
   * `standard` (by default) verifies `webhook-signature`, which covers the time of the attempt. `service-signature`
   * verifies only `X-Service-Signature`. It covers the body and no time, so it does NOT stop replays: anybody who has
   * recorded a request can send it again at any time. Use it only if a proxy drops the other headers, and ignore
   * repeated events by `sent_at` and the body.
   */
  scheme?: 'standard' | 'service-signature' | undefined;
  /** Milliseconds since 1970; the runtime's clock by default. */
  now?: (() => number) | undefined;
}

/** A body as received: bytes, or a text decoded from them as UTF-8 and not changed. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** Bytes of an HMAC-SHA256. */
const SIGNATURE_BYTES = 32;
/**
 * The longest `webhook-signature` in characters: Node accepts no more for all headers together, and Shaon sends about a
 * hundred.
 */
const LONGEST_SIGNATURES = 16_384;

const names = ['toleranceSeconds', 'scheme', 'now'];

/**
 * Verifies a webhook request and returns its event, typed by name (SPEC 6; D:V7, V13, V14, V15). Signatures are
 * compared in constant time, over the bytes as received.
 *
 * @param rawBody the body before any JSON parser
 * @param headers the request's headers
 * @param secret the signing secret as it was shown, or several while one is being changed
 * @throws WebhookVerificationError whose `code` says what is wrong
 */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { tolerance, scheme, now } = resolve(options);
  const body = bytesOf(rawBody);
  const read = headerReader(headers);
  const secrets = checkSecrets(secret);
  if (scheme === 'service-signature') await verifyServiceSignature(body, read, secrets);
  else await verifyStandard(body, read, secrets, tolerance, now);
  return readEvent(body, read, scheme === 'standard' ? 'webhook-id' : 'x-service-delivery');
}

function resolve(options: VerifyOptions) {
  // Other packages take the tolerance itself here; its number would be passed over in silence.
  if (typeof options !== 'object' || options === null) throw invalidOption('the options must be an object');
  const { toleranceSeconds = 300, scheme = 'standard', now = Date.now } = options;
  for (const name of Object.keys(options))
    if (!names.includes(name)) throw invalidOption(`${name} is not an option; the options are ${names.join(', ')}`);
  if (typeof toleranceSeconds !== 'number' || !(toleranceSeconds >= 0))
    throw invalidOption('toleranceSeconds must be a number, 0 or more');
  if (scheme !== 'standard' && scheme !== 'service-signature')
    throw invalidOption("scheme must be 'standard' or 'service-signature'");
  if (typeof now !== 'function') throw invalidOption('now must be a function');
  return { tolerance: toleranceSeconds, scheme, now };
}

export function invalidOption(message: string): WebhookVerificationError {
  return new WebhookVerificationError('invalid_option', message);
}

/** @throws WebhookVerificationError if the body is neither bytes nor a text. */
export function bytesOf(rawBody: RawBody): Bytes {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  // Copies the bytes to a buffer of their own, because the given one may be a slice of a pool, or shared.
  if (isBytes(rawBody) || kindOf(rawBody) === 'ArrayBuffer') return new Uint8Array(rawBody);
  throw new WebhookVerificationError(
    'body_parsed',
    rawBody === undefined || rawBody === null
      ? 'There is no body: give the raw bytes of the request, read before any body parser consumes them'
      : 'The body was given parsed: give the raw bytes of the request, before any JSON parser has touched them',
  );
}

/** Not `instanceof`, because the bytes may come from another realm: a test runner's sandbox, or `node:vm`. */
export function isBytes(value: unknown): value is Uint8Array {
  return kindOf(value) === 'Uint8Array';
}

function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

/** Standard Webhooks 1.0: base64 HMAC-SHA256 of `{id}.{timestamp}.{body}`, several values separated by spaces. */
async function verifyStandard(
  body: Bytes,
  read: HeaderReader,
  secrets: readonly string[],
  tolerance: number,
  now: () => number,
): Promise<void> {
  if (read('webhook-signature') === null && read('webhook-timestamp') === null && read('x-service-signature') !== null)
    throw new WebhookVerificationError(
      'freshness_missing',
      'Only X-Service-Signature came, which carries no signed time and does not stop replays; something on the way ' +
        "drops the webhook- headers. To accept it all the same, ask for scheme: 'service-signature'",
    );
  const id = required(read, 'webhook-id');
  const timestamp = required(read, 'webhook-timestamp');
  const header = required(read, 'webhook-signature');
  if (header.length > LONGEST_SIGNATURES)
    throw malformed('webhook-signature', `a few signatures, at most ${LONGEST_SIGNATURES} characters`);
  const signatures = header
    .split(/,?\s+/)
    .filter((value) => value.startsWith('v1,'))
    .map((value) => decodeBase64(value.slice(3).trim()))
    .filter((value) => value !== undefined);
  if (!/^\d{1,15}$/.test(timestamp)) throw malformed('webhook-timestamp', 'seconds since 1970');
  if (signatures.length === 0) throw malformed('webhook-signature', 'v1, and base64');
  const keys = secrets.map(decodedKey);
  if (!(await anyMatches(keys, signatures, concat(`${id}.${timestamp}.`, body)))) throw noMatch(secrets, body);
  // Checked last, so that an old request and a forged one give different errors.
  const age = secondsOf(now()) - Number(timestamp);
  if (age > tolerance)
    throw new WebhookVerificationError('too_old', `Signed ${age} s ago, more than the ${tolerance} s tolerated`);
  if (-age > tolerance)
    throw new WebhookVerificationError(
      'too_new',
      `Signed ${-age} s in the future, more than the ${tolerance} s tolerated: is this clock right?`,
    );
}

function secondsOf(milliseconds: unknown): number {
  if (typeof milliseconds !== 'number' || Number.isNaN(milliseconds))
    throw invalidOption('now must return milliseconds since 1970');
  return Math.floor(milliseconds / 1_000);
}

/** SPEC 6: `sha256=` and lower-case hex of the body's HMAC-SHA256. */
async function verifyServiceSignature(body: Bytes, read: HeaderReader, secrets: readonly string[]): Promise<void> {
  const header = required(read, 'x-service-signature');
  const signature = header.startsWith('sha256=')
    ? decodeHex(header.slice('sha256='.length), SIGNATURE_BYTES)
    : undefined;
  if (signature === undefined) throw malformed('x-service-signature', 'sha256= and lower-case hex');
  if (!(await anyMatches(secrets.map(textKey), [signature], body))) throw noMatch(secrets, body);
}

function required(read: HeaderReader, name: string): string {
  const value = read(name);
  if (value === null || value === '')
    throw new WebhookVerificationError('header_missing', `The header ${name} is missing: is this request from Shaon?`);
  return value;
}

function malformed(name: string, form: string): WebhookVerificationError {
  return new WebhookVerificationError('header_malformed', `The header ${name} is not ${form}`);
}

/** How the base64 of each text that begins with `{"` begins. */
const JSON_IN_BASE64 = /^ey[I-L]/;

function noMatch({ length }: readonly string[], body: Bytes): WebhookVerificationError {
  const isBase64 = JSON_IN_BASE64.test(String.fromCharCode(...body.subarray(0, 3)));
  const reason = isBase64
    ? 'the body is base64, as some gateways pass it on: decode it first'
    : 'either the secret belongs to another endpoint, or the body was changed (parsed and written again, decoded, trimmed)';
  return new WebhookVerificationError(
    'no_secret_matches',
    `${length === 1 ? 'The secret does' : `None of the ${length} secrets does`} not fit the signature: ${reason}`,
  );
}

function readEvent(body: Bytes, read: HeaderReader, idHeader: string): WebhookEvent {
  const event = parse(body);
  if (typeof event !== 'object' || event === null) throw notAnEvent();
  const { event: name, data, sent_at } = event as Record<string, unknown>;
  if (typeof name !== 'string' || typeof data !== 'object' || data === null || typeof sent_at !== 'string')
    throw notAnEvent();
  const attempt = read('x-service-attempt');
  const delivery = {
    id: read(idHeader),
    attempt: attempt !== null && /^\d{1,9}$/.test(attempt) ? Number(attempt) : null,
    test: read('x-service-test') === '1',
  };
  return { ...(event as WebhookEvent), delivery };
}

function parse(body: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw notAnEvent();
  }
}

function notAnEvent(): WebhookVerificationError {
  return new WebhookVerificationError(
    'not_an_event',
    'The signature is right, but the body is not {event, data, sent_at}',
  );
}
