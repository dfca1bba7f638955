import { type HeaderReader, headerReader, type WebhookHeaders } from './headers.ts';
import { type Bytes, checkSecrets, concat, decodeBase64, encodeBase64, encodeHex, sign, textKey } from './secrets.ts';
import { bytesOf, type RawBody } from './verify-webhook.ts';

/** How the body had to be changed to match the signature. */
export type BodyForm = 'as_given' | 'unix_newlines' | 'trimmed' | 'compact_json';

/** How the key was derived: the secret as shown, its decoded base64, or its text without the prefix. */
export type KeyForm = 'as_shown' | 'decoded' | 'without_prefix';

/** The result for a header's signature. */
export type SignatureVerdict =
  | { readonly is: 'absent' }
  | { readonly is: 'no_match' }
  | {
      readonly is: 'malformed';
      /** `upper_case`: hex digits that an exact comparison refuses. */
      readonly reason: 'prefix' | 'encoding' | 'upper_case' | 'id_missing' | 'timestamp_missing' | 'timestamp_form';
    }
  | {
      readonly is: 'match';
      /** The index of the secret. */
      readonly secret: number;
      readonly body: BodyForm;
      /** Whether the key was derived as this header requires. */
      readonly isRightKey: boolean;
      readonly key: KeyForm;
    };

/** The fault, as far as a body, headers and secrets show it. */
export type SignatureFault =
  | 'no_signature'
  | 'header'
  | 'body'
  | 'key'
  | 'body_or_secret'
  | 'time'
  /** One header is signed with a secret that is not among those given. */
  | 'other_secret';

/** What signed a request. It contains no secret and nothing derived from one. */
export interface SignatureExamination {
  /** null if a receiver should accept the request. */
  readonly fault: SignatureFault | null;
  /** `X-Service-Signature`. */
  readonly service: SignatureVerdict;
  /** `webhook-signature`. */
  readonly standard: SignatureVerdict;
  /** The age of `webhook-timestamp` in seconds, negative in the future; null if it is missing or not a number. */
  readonly ageSeconds: number | null;
}

/** Most receivers refuse a timestamp that is off by more than five minutes. */
const TOLERATED_SECONDS = 300;

const HEX = /^[0-9a-f]{64}$/;
const BASE64 = /^[A-Za-z0-9+/]{43}=$/;
const SECONDS = /^\d{1,12}$/;
const KEY_FORMS: readonly KeyForm[] = ['as_shown', 'decoded', 'without_prefix'];

/**
 * Finds which secret signed a request, or whether its body, its time, the key or the form of a header is wrong: for a
 * person whose verification fails. Whether to accept a request is only for `verifyWebhook` to say.
 *
 * @param rawBody the body as received
 * @param secret the signing secret as it was shown, or several
 * @param now milliseconds since 1970; the runtime's clock by default
 * @throws WebhookVerificationError if the body was parsed, or a secret is missing or has white space
 */
export async function examineSignature(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  now: number = Date.now(),
): Promise<SignatureExamination> {
  const bodies = bodyForms(bytesOf(rawBody));
  const secrets = checkSecrets(secret);
  const read = headerReader(headers);
  const timestamp = read('webhook-timestamp') ?? '';
  const verdicts = {
    service: await serviceVerdict(bodies, read, secrets),
    standard: await standardVerdict(bodies, read, secrets),
    ageSeconds: SECONDS.test(timestamp) ? Math.floor(now / 1_000) - Number(timestamp) : null,
  };
  return { fault: faultOf(verdicts), ...verdicts };
}

function faultOf({
  service,
  standard,
  ageSeconds,
}: Omit<SignatureExamination, 'fault'>): SignatureExamination['fault'] {
  const verdicts = [service, standard].filter(({ is }) => is !== 'absent');
  if (verdicts.length === 0) return 'no_signature';
  if (verdicts.some(({ is }) => is === 'malformed')) return 'header';
  const matches = verdicts.filter((verdict) => verdict.is === 'match');
  if (matches.some(({ body }) => body !== 'as_given')) return 'body';
  if (matches.some(({ isRightKey }) => !isRightKey)) return 'key';
  if (matches.length === 0) return 'body_or_secret';
  // The other header proves that the body is right, so the id or the time of the Standard Webhooks is wrong.
  if (standard.is === 'no_match') return 'time';
  // Between a rotation's start and its switch, the other secret signs only the other header.
  if (service.is === 'no_match') return 'other_secret';
  return ageSeconds !== null && Math.abs(ageSeconds) > TOLERATED_SECONDS ? 'time' : null;
}

type BodyForms = ReadonlyMap<BodyForm, Bytes>;

async function serviceVerdict(
  bodies: BodyForms,
  read: HeaderReader,
  secrets: readonly string[],
): Promise<SignatureVerdict> {
  const service = read('x-service-signature');
  if (service === null) return { is: 'absent' };
  if (!service.startsWith('sha256=')) return malformed('prefix');
  const digest = service.slice('sha256='.length);
  if (!HEX.test(digest)) return malformed(HEX.test(digest.toLowerCase()) ? 'upper_case' : 'encoding');
  return verdict({ bodies, head: '', wanted: [digest], encode: encodeHex, right: 'as_shown' }, secrets);
}

async function standardVerdict(
  bodies: BodyForms,
  read: HeaderReader,
  secrets: readonly string[],
): Promise<SignatureVerdict> {
  const standard = read('webhook-signature');
  if (standard === null) return { is: 'absent' };
  const wanted = standard.split(/,?\s+/).flatMap((part) => (part.startsWith('v1,') ? [part.slice('v1,'.length)] : []));
  if (wanted.length === 0) return malformed('prefix');
  if (!wanted.every((part) => BASE64.test(part))) return malformed('encoding');
  const id = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  if (id === null) return malformed('id_missing');
  if (timestamp === null) return malformed('timestamp_missing');
  if (!SECONDS.test(timestamp)) return malformed('timestamp_form');
  return verdict({ bodies, head: `${id}.${timestamp}.`, wanted, encode: encodeBase64, right: 'decoded' }, secrets);
}

const malformed = (reason: (SignatureVerdict & { is: 'malformed' })['reason']) =>
  ({ is: 'malformed', reason }) as const;

interface Wanted {
  readonly bodies: BodyForms;
  /** The text that is signed before the body. */
  readonly head: string;
  readonly wanted: readonly string[];
  readonly encode: (digest: Bytes) => string;
  /** The key form that this header requires (D:V13, D:V14). */
  readonly right: KeyForm;
}

/** The most harmless explanation first: the right body and key, before changed ones. */
async function verdict(
  { bodies, head, wanted, encode, right }: Wanted,
  secrets: readonly string[],
): Promise<SignatureVerdict> {
  for (const key of [right, ...KEY_FORMS.filter((form) => form !== right)]) {
    for (const [body, bytes] of bodies) {
      const message = concat(head, bytes);
      for (const [secret, shown] of secrets.entries()) {
        const keyBytes = keyOf(shown, key);
        if (keyBytes.length === 0 || !wanted.includes(encode(await sign(keyBytes, message)))) continue;
        return { is: 'match', secret, body, isRightKey: key === right, key };
      }
    }
  }
  return { is: 'no_match' };
}

/** Empty if the secret has no key of this form: anybody could sign with an empty one. */
function keyOf(secret: string, form: KeyForm): Bytes {
  const bare = secret.replace(/^whsec_/, '');
  if (form === 'decoded') return decodeBase64(bare) ?? new Uint8Array();
  return textKey(form === 'as_shown' ? secret : bare);
}

/** A body as given, and as it may have been before an editor, a form or a parser changed it. */
function bodyForms(body: Bytes): BodyForms {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const unix = text.replaceAll('\r\n', '\n');
  const encoder = new TextEncoder();
  const forms = new Map<BodyForm, Bytes>([
    ['as_given', body],
    ['unix_newlines', encoder.encode(unix)],
    ['trimmed', encoder.encode(unix.trim())],
  ]);
  try {
    forms.set('compact_json', encoder.encode(JSON.stringify(JSON.parse(text))));
  } catch {
    // Not JSON, so there is no compact form.
  }
  return forms;
}
