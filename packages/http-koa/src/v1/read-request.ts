import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CoreLog } from '@shaon/core';
import getRawBody from 'raw-body';
import { HttpRefusal } from './http-refusal.ts';

/** D:H7. No legal request is near it. */
const MAX_BODY_BYTES = 100 * 1024;
/** A body must be here by then; a server's own deadline would close without a word to the audit. */
const BODY_MS = 10_000;
/** How much of a refused body is still read, and for how long, so that its sender gets to see the answer. */
const POLITE_BYTES = 10 * 1024 * 1024;
const POLITE_MS = 2_000;

const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)$/i;

/** Names with their values, repeated ones in a list. */
export type RawQuery = Readonly<Record<string, string | string[]>>;

/** What `readQuery` makes of no query string at all: most calls have none. */
export const NO_QUERY: RawQuery = Object.freeze(Object.create(null));

/** A query string as names with their values, repeated ones in a list; never throws on malformed encoding. */
export function readQuery(queryString: string): RawQuery {
  if (queryString === '') return NO_QUERY;
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(queryString)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

/**
 * The JSON object of a body, `{}` for an empty one (D:H6). Throws 413, 415 and 422 in this order (D:K6), and a 500
 * when a host's own parser has taken the body before.
 */
export async function readJsonBody(request: IncomingMessage, log: CoreLog): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, log);
  if (bytes.length === 0) return {};
  assertJsonType(request);
  return parseJsonObject(bytes);
}

async function readBytes(request: IncomingMessage, log: CoreLog): Promise<Buffer> {
  const announced = request.headers['content-length'];
  const hasBody = request.headers['transfer-encoding'] !== undefined || (announced !== undefined && announced !== '0');
  if (!hasBody) return Buffer.alloc(0);
  if (request.readableEnded || request.readableDidRead) {
    log.error({}, 'The request body was read before Shaon saw it: mount Shaon before any body parser');
    throw new HttpRefusal(500, 'Server Error');
  }
  if (Number(announced) > MAX_BODY_BYTES) return refuseTooLarge(request);
  const deadline = bodyDeadline();
  try {
    return await Promise.race([
      getRawBody(request, { limit: MAX_BODY_BYTES, length: announced ?? null }),
      deadline.passed,
    ]);
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    if ((error as { status?: number }).status === 413) return refuseTooLarge(request);
    // The sender hung up, or broke the framing; in the audit it is told from JSON that is not valid.
    throw new HttpRefusal(400, 'The request is not valid HTTP.', { Connection: 'close' });
  } finally {
    clearTimeout(deadline.timer);
  }
}

/** A plain timer: ending a wait by an AbortSignal makes an error object each time, 5 % of a POST. */
function bodyDeadline(): { readonly passed: Promise<never>; readonly timer: NodeJS.Timeout | undefined } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new HttpRefusal(408, 'The request took too long.', { Connection: 'close' }));
    timer = setTimeout(refuse, BODY_MS).unref();
  });
  return { passed, timer };
}

async function refuseTooLarge(request: IncomingMessage): Promise<never> {
  await readAway(request);
  throw new HttpRefusal(413, 'The request body is too large.', { Connection: 'close' });
}

/** Closing on a sender in mid-sentence would reset the connection and lose the answer. */
async function readAway(request: IncomingMessage): Promise<void> {
  let seen = 0;
  const done = new AbortController();
  const finish = () => done.abort();
  request.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > POLITE_BYTES) finish();
  });
  for (const event of ['end', 'close', 'error']) request.once(event, finish);
  request.resume();
  await sleep(POLITE_MS, undefined, { signal: done.signal, ref: false }).catch(() => undefined);
  request.pause();
}

/** D:H4: JSON by name, or no name at all; anything else is 415, and so is a compressed body. */
function assertJsonType(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new HttpRefusal(415, 'Send the request body without a Content-Encoding.');
  }
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
  if (type !== '' && !JSON_TYPE.test(type)) throw new HttpRefusal(415, 'Send the request body as application/json.');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** D:H5, H6: 422 without `errors`. */
function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new HttpRefusal(422, 'The request body is not valid JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpRefusal(422, 'The request body must be a JSON object.');
  }
  return body as Record<string, unknown>;
}
