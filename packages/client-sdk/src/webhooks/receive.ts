import { type WebhookErrorCode, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './events.ts';
import { headerReader, type WebhookHeaders } from './headers.ts';
import { invalidOption, type RawBody, type VerifyOptions, verifyWebhook } from './verify-webhook.ts';

/** Gets each verified event. The framework answers an error that it throws, so the service retries. */
export type WebhookListener<Context> = (event: WebhookEvent, context: Context) => void | Promise<void>;

/** How an adapter verifies, how much it reads, and what it calls for refused requests. */
export interface ReceiveOptions extends VerifyOptions {
  /** Bytes; 1,048,576 by default. */
  maxBodyBytes?: number | undefined;
  /** Called for each refused request, for the receiver's log. */
  onRefused?: ((error: WebhookVerificationError) => void) | undefined;
}

/** The answer of an adapter. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type ReadBody = (maximum: number) => Promise<RawBody>;

/** A mistake of the receiver, which the service cannot correct: answers 500, so that it is noticed and retried. */
const receiverFaults = new Set<WebhookErrorCode>([
  'invalid_option',
  'secret_missing',
  'secret_has_whitespace',
  'secret_malformed',
  'body_parsed',
]);

/** Handles a request of any adapter: method, raw body, verification, listener, answer. */
export async function receive(
  request: { method: string; headers: WebhookHeaders; readBody: ReadBody },
  secret: string | readonly string[],
  options: ReceiveOptions,
  listener: (event: WebhookEvent) => void | Promise<void>,
): Promise<Reply> {
  if (request.method !== 'POST') return reply(405, 'Webhooks come by POST.', { Allow: 'POST' });
  const { maxBodyBytes = 1_048_576, onRefused, ...verifyOptions } = options;
  let event: WebhookEvent;
  try {
    if (typeof maxBodyBytes !== 'number' || !(maxBodyBytes >= 0))
      throw invalidOption('maxBodyBytes must be a number, 0 or more');
    // Checked before the body is read, because some runtimes cannot answer after a half-read stream.
    if (Number(headerReader(request.headers)('content-length') ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
    event = await verifyWebhook(await request.readBody(maxBodyBytes), request.headers, secret, verifyOptions);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    onRefused?.(error);
    if (error.code === 'body_too_large') return reply(413, error.code);
    return reply(receiverFaults.has(error.code) ? 500 : 400, error.code);
  }
  await listener(event);
  return { status: 204, headers: {}, body: '' };
}

function reply(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify({ message }),
  };
}

export function tooLarge(maximum: number): WebhookVerificationError {
  return new WebhookVerificationError('body_too_large', `The body is larger than ${maximum} bytes`);
}

/**
 * Anybody may send half a body and close the connection, so this is a refused request and not an error of the receiver.
 */
async function* wholeStream(chunks: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* chunks;
  } catch {
    throw new WebhookVerificationError('body_incomplete', 'The sender hung up before all of the body had come');
  }
}

/** Nearly all events are smaller than this first buffer. */
const FIRST_BYTES = 4_096;

/**
 * Reads a stream of bytes to its end, or up to the limit. Each chunk is copied at once, because a megabyte sent byte by
 * byte would otherwise use a hundred megabytes as objects.
 */
export async function readAll(chunks: AsyncIterable<unknown>, maximum: number): Promise<Uint8Array> {
  let whole = new Uint8Array(Math.min(FIRST_BYTES, maximum));
  let length = 0;
  for await (const chunk of wholeStream(chunks)) {
    const part = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : (chunk as Uint8Array);
    const end = length + part.length;
    if (end > maximum) throw tooLarge(maximum);
    if (end > whole.length) whole = grown(whole, Math.max(end, Math.min(2 * whole.length, maximum)));
    whole.set(part, length);
    length = end;
  }
  return whole.subarray(0, length);
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(length);
  more.set(bytes);
  return more;
}
