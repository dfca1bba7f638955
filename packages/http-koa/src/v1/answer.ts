/** What a call is answered with; the pipeline turns it into bytes. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where there is no body (204). */
  readonly body: unknown;
}

/** `{data: <record>}` (SPEC 2, Envelopes). */
export function recordAnswer(record: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: { data: record } };
}

/** `{data: [<record>...]}`, without links or meta (SPEC 2, Envelopes). */
export function completeListAnswer(records: readonly unknown[]): Answer {
  return { status: 200, headers: {}, body: { data: records } };
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
