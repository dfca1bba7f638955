import type { Disclosed } from './disclosed.ts';

/** What a call is answered with. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where there is no body (204); JSON already where it is a Buffer. */
  readonly body: unknown;
  /** What an accepted answer discloses; absent where the route says it all. */
  readonly disclosed?: Disclosed;
}

/** An answer whose body is written JSON, null where it has none. */
export interface SealedAnswer extends Omit<Answer, 'body' | 'disclosed'> {
  readonly json: string | Buffer | null;
}

/**
 * The answer with its body as JSON, written before the wait for the disk: records held across it cost garbage collection.
 * A text stays one, which Node sends together with the headers.
 */
export function sealed({ status, headers, body }: Answer): SealedAnswer {
  return { status, headers, json: body === undefined ? null : jsonOf(body) };
}

function jsonOf(body: unknown): string | Buffer {
  return Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

/** `{data: <record>}` (SPEC 2, Envelopes). */
export function recordAnswer(record: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: { data: record } };
}

/** `{data: [<record>...]}`, without links or meta (SPEC 2, Envelopes). */
export function completeListAnswer(records: readonly unknown[]): Answer {
  return { status: 200, headers: {}, body: { data: records }, disclosed: { records: records.length } };
}

/** `{message}`, and `errors` on some 422 (SPEC 7). */
export function errorAnswer(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  errors?: Readonly<Record<string, readonly string[]>>,
): Answer {
  return { status, headers, body: errors === undefined ? { message } : { message, errors } };
}
