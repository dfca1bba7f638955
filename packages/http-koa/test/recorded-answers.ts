import { type ConfidentialKind, type ConfidentialValues, idNumberForms } from './confidential-values.ts';

/** A whole token or signing secret, which no answer ever quotes. */
const SECRETS = /shn_[A-Za-z0-9_-]{43}|whsec_[A-Za-z0-9+/]{20}/;
/** What looks like a password: a plain word such as `active` stands in answers for other reasons. */
const UNMISTAKABLE = /^(?=.*\d).{6,}$/;
const DIGITS = /\d{8,}/g;

/** Every answer of a suite, headers and body, to be searched for what may never be shown (SPEC 1). */
export class RecordedAnswers {
  readonly #texts = new Set<string>();
  readonly #sent = new Map<string, ConfidentialKind>();

  /** The answer as text; the whole of it, headers too. */
  record(text: string): void {
    this.#texts.add(text);
  }

  /** The links of a list repeat the caller's own query: only there may a value of it stand. */
  recordResponse(headers: Headers, body: string, path = ''): void {
    let text = body;
    for (const [name, value] of new URLSearchParams(path.split('?')[1])) {
      text = text.replaceAll(`${name}=${encodeURIComponent(value.toWellFormed())}`, `${name}=`);
    }
    this.record(`${[...headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`);
  }

  /** What a request says of a person is not told back either, whether it was taken or refused. */
  recordRequest(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    const { id_number: idNumber, password } = body as { id_number?: unknown; password?: unknown };
    if (typeof idNumber === 'string') for (const form of idNumberForms(idNumber)) this.#sent.set(form, 'id number');
    if (typeof password === 'string' && UNMISTAKABLE.test(password)) this.#sent.set(password, 'password');
  }

  /** Throws with the kind of a value that an answer holds; never with the value. */
  assertWithout(values: ConfidentialValues): void {
    const all = [...this.#texts].join('\n\n');
    if (SECRETS.test(all)) throw new Error('An answer holds a token or a signing secret');
    const digits = new Set(all.match(DIGITS));
    for (const [value, kind] of [...values, ...this.#sent]) {
      // A number that is part of a longer one is another number.
      const isThere = /^\d+$/.test(value) ? digits.has(value) : all.includes(value);
      if (isThere) throw new Error(`An answer holds the ${kind} of a person or of the installation`);
    }
  }
}
