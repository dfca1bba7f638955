import type { Disclosed } from './disclosed.ts';

/** The answer to a call. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body (204). */
  readonly body: unknown;
  /** The facts that an accepted answer discloses; absent if the route alone tells them. */
  readonly disclosed?: Disclosed;
}

/** An answer whose body is serialised JSON; null without a body. */
export interface SerializedAnswer extends Omit<Answer, 'body' | 'disclosed'> {
  readonly json: string | null;
}

/** The answer with its body as JSON. */
export function serialized({ status, headers, body }: Answer): SerializedAnswer {
  return { status, headers, json: body === undefined ? null : JSON.stringify(body) };
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
