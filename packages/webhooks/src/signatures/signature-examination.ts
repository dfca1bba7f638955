import { createHmac } from 'node:crypto';
import type { SecretState } from '../endpoints/endpoint-secret.ts';
import { standardKey } from '../signature.ts';
import type { PastedHeaders } from './pasted-headers.ts';

/** A secret with which a signature is tried; its text never leaves this file. */
export interface TriedSecret {
  readonly state: SecretState;
  readonly createdAt: Date;
  readonly secret: string;
}

/** How the body had to be changed to match the signature. */
export type BodyForm = 'as_given' | 'unix_newlines' | 'trimmed' | 'compact_json';

/** How the key was derived: the secret as shown, its decoded base64, or its text without the prefix. */
export type KeyForm = 'as_shown' | 'decoded' | 'without_prefix';

/** The result for a header's signature. */
export type SignatureVerdict =
  | { readonly is: 'absent' }
  /** `upper_case`: hex digits that an exact comparison refuses. */
  | {
      readonly is: 'malformed';
      readonly reason: 'prefix' | 'encoding' | 'upper_case' | 'id_missing' | 'timestamp_missing' | 'timestamp_form';
    }
  | {
      readonly is: 'match';
      readonly secret: Omit<TriedSecret, 'secret'>;
      readonly body: BodyForm;
      /** Whether the key was derived as this header requires. */
      readonly isRightKey: boolean;
      readonly key: KeyForm;
    }
  | { readonly is: 'no_match' };

/** The fault, as far as it can be determined; null if a receiver should accept the request. */
export type SignatureFault =
  | 'header'
  | 'time'
  | 'body'
  | 'key'
  | 'revoked_secret'
  | 'other_secret'
  | 'body_or_secret'
  | 'nothing_pasted';

/** How a pasted body differs from the sent one, if the headers name a delivery to this endpoint. */
export interface SentBody {
  readonly deliveryId: number;
  /** The first differing character, from 0; null if the bodies are equal. */
  readonly differsAt: number | null;
  readonly sentLength: number;
  readonly pastedLength: number;
}

/** The result for a pasted request. It contains no secret and nothing derived from one. */
export interface SignatureReport {
  readonly fault: SignatureFault | null;
  /** `X-Service-Signature`. */
  readonly service: SignatureVerdict;
  /** `webhook-signature`. */
  readonly standard: SignatureVerdict;
  /** The age of `webhook-timestamp` in seconds, negative in the future; null if it is missing or not a number. */
  readonly ageSeconds: number | null;
  readonly sent: SentBody | null;
  /** Secrets that could not be tried, because their key is missing or they are damaged. */
  readonly unreadableSecrets: number;
}

export interface Pasted {
  readonly body: string;
  readonly headers: PastedHeaders;
}

/** Most receivers refuse a timestamp that is off by more than five minutes. */
const TOLERATED_SECONDS = 300;

const SERVICE_FORM = /^sha256=(.*)$/s;
const HEX = /^[0-9a-f]{64}$/;
const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** Finds the secret that signed a pasted body and its headers, or the fault. */
export function examineSignature(
  pasted: Pasted,
  tried: readonly TriedSecret[],
  now: Date,
): Pick<SignatureReport, 'service' | 'standard' | 'ageSeconds'> {
  const { timestamp } = pasted.headers;
  const isTime = timestamp !== undefined && /^\d{1,12}$/.test(timestamp);
  return {
    service: serviceVerdict(pasted, tried),
    standard: standardVerdict(pasted, tried),
    ageSeconds: isTime ? Math.floor(now.getTime() / 1000) - Number(timestamp) : null,
  };
}

/** The fault that follows from the verdicts and from how the body differs from the sent one. */
export function faultOf(
  { service, standard, ageSeconds }: Pick<SignatureReport, 'service' | 'standard' | 'ageSeconds'>,
  sent: SentBody | null,
): SignatureFault | null {
  const verdicts = [service, standard].filter(({ is }) => is !== 'absent');
  if (verdicts.length === 0) return 'nothing_pasted';
  if (verdicts.some(({ is }) => is === 'malformed')) return 'header';
  const matches = verdicts.filter((verdict) => verdict.is === 'match');
  if (matches.some(({ body }) => body !== 'as_given')) return 'body';
  if (matches.some(({ isRightKey }) => !isRightKey)) return 'key';
  if (matches.some(({ secret }) => secret.state === 'revoked')) return 'revoked_secret';
  if (matches.length === 0) {
    if (sent === null) return 'body_or_secret';
    return sent.differsAt === null ? 'other_secret' : 'body';
  }
  // The other header proves that the body is right, so the id or the time of the Standard Webhooks is wrong.
  if (standard.is === 'no_match') return 'time';
  // Between a rotation's start and its switch, the other secret signs only the other header.
  if (service.is === 'no_match') return 'other_secret';
  return ageSeconds !== null && Math.abs(ageSeconds) > TOLERATED_SECONDS ? 'time' : null;
}

/** The position where two texts begin to differ, in characters; null if they are equal. */
export function firstDifference(one: string, other: string): number | null {
  const [left, right] = [[...one], [...other]];
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index++) if (left[index] !== right[index]) return index;
  return null;
}

function serviceVerdict({ body, headers: { service } }: Pasted, tried: readonly TriedSecret[]): SignatureVerdict {
  if (service === undefined) return { is: 'absent' };
  const [, digest] = SERVICE_FORM.exec(service) ?? [];
  if (digest === undefined) return { is: 'malformed', reason: 'prefix' };
  if (!HEX.test(digest)) {
    return { is: 'malformed', reason: HEX.test(digest.toLowerCase()) ? 'upper_case' : 'encoding' };
  }
  return verdict({ body, head: '', wanted: new Set([digest]), encoding: 'hex', right: 'as_shown' }, tried);
}

function standardVerdict({ body, headers }: Pasted, tried: readonly TriedSecret[]): SignatureVerdict {
  const { standard, messageId, timestamp } = headers;
  if (standard === undefined) return { is: 'absent' };
  const signatures = standard.split(/\s+/).filter((part) => part.startsWith('v1,'));
  if (signatures.length === 0) return { is: 'malformed', reason: 'prefix' };
  const wanted = new Set(signatures.map((part) => part.slice('v1,'.length)));
  if (![...wanted].every((part) => BASE64.test(part))) return { is: 'malformed', reason: 'encoding' };
  if (messageId === undefined) return { is: 'malformed', reason: 'id_missing' };
  if (timestamp === undefined) return { is: 'malformed', reason: 'timestamp_missing' };
  if (!/^\d{1,12}$/.test(timestamp)) return { is: 'malformed', reason: 'timestamp_form' };
  const head = `${messageId}.${timestamp}.`;
  return verdict({ body, head, wanted, encoding: 'base64', right: 'decoded' }, tried);
}

interface Wanted {
  readonly body: string;
  /** The text that is signed before the body. */
  readonly head: string;
  readonly wanted: ReadonlySet<string>;
  readonly encoding: 'hex' | 'base64';
  /** The key form that this header requires (D:V14). */
  readonly right: KeyForm;
}

/** The most harmless explanation first: the right body and key, before changed ones. */
function verdict({ body, head, wanted, encoding, right }: Wanted, tried: readonly TriedSecret[]): SignatureVerdict {
  const keyForms = [right, ...KEY_FORMS.filter((form) => form !== right)];
  for (const key of keyForms) {
    for (const [form, text] of bodyForms(body)) {
      for (const { secret, state, createdAt } of tried) {
        const digest = createHmac('sha256', keyOf(secret, key)).update(head).update(text).digest(encoding);
        if (!wanted.has(digest)) continue;
        return { is: 'match', secret: { state, createdAt }, body: form, isRightKey: key === right, key };
      }
    }
  }
  return { is: 'no_match' };
}

const KEY_FORMS: readonly KeyForm[] = ['as_shown', 'decoded', 'without_prefix'];

function keyOf(secret: string, form: KeyForm): string | Buffer {
  if (form === 'decoded') return standardKey(secret);
  return form === 'as_shown' ? secret : secret.replace(/^whsec_/, '');
}

/** A body as pasted, and as it may have been before an editor, a form or a parser changed it. */
function bodyForms(body: string): ReadonlyMap<BodyForm, string> {
  const unix = body.replaceAll('\r\n', '\n');
  const forms = new Map<BodyForm, string>([
    ['as_given', body],
    ['unix_newlines', unix],
    ['trimmed', unix.trim()],
  ]);
  try {
    forms.set('compact_json', JSON.stringify(JSON.parse(body)));
  } catch {
    // Not JSON, so there is no compact form.
  }
  return forms;
}
