import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { type CoreLog, guardedHandler } from '@shaon/core';
import getRawBody from 'raw-body';
import { drainBody } from './drain-body.ts';
import { HttpRefusal } from './http-refusal.ts';

/** D:H7, A18. No valid request comes near it. */
const MAX_BODY_BYTES = 100 * 1024;
/** The deadline for the whole body. A server's own deadline would close the connection without an audit row. */
const BODY_MS = 10_000;

const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)$/i;

/**
 * The JSON object of a body; `{}` for an empty one (D:H6). Throws 413, 415 and 422, checked in this order (D:K6), and
 * 500 if the host has read the body before, or has called `setEncoding`.
 */
export async function readJsonBody(request: IncomingMessage, log: CoreLog): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, log);
  if (bytes.length === 0) return {};
  assertJsonType(request);
  return parseJsonObject(bytes);
}

async function readBytes(request: IncomingMessage, log: CoreLog): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0);
  // A stream with an encoding gives texts in place of its bytes.
  if (request.readableEnded || request.readableDidRead || request.readableEncoding !== null) {
    // Node ends the body of a cancelled HTTP/2 call itself.
    if (http2StreamOf(request)?.closed) throw brokenOff(request);
    log.error({}, 'The request body was read or decoded before Shaon saw it: mount Shaon before any body parser');
    throw new HttpRefusal(500, 'Server Error');
  }
  const announced = request.headers['content-length'];
  if (Number(announced) > MAX_BODY_BYTES) return refuseTooLarge(request, log);
  try {
    return await bytesInTime(request, announced ?? null, log);
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    if ((error as { status?: number }).status === 413) return refuseTooLarge(request, log);
    throw brokenOff(request);
  }
}

/** HTTP/1 announces every body. HTTP/2 does not need to (RFC 9113, 8.1); its stream tells whether one follows the head. */
function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length !== undefined) return length !== '0';
  return coding !== undefined || http2StreamOf(request)?.endAfterHeaders === false;
}

function http2StreamOf(request: IncomingMessage): Http2ServerRequest['stream'] | undefined {
  return (request as Partial<Pick<Http2ServerRequest, 'stream'>>).stream;
}

/** The sender hung up or broke the framing; the audit distinguishes this from invalid JSON. */
function brokenOff(request: IncomingMessage): HttpRefusal {
  return new HttpRefusal(400, 'The request is not valid HTTP.', endOfConnection(request));
}

/** HTTP/2 has no such header (RFC 9113, 8.2.2); an answer there ends a stream, not the connection. */
function endOfConnection({ httpVersionMajor }: IncomingMessage): Record<string, string> {
  return httpVersionMajor === 1 ? { Connection: 'close' } : {};
}

/** The whole body; 408 if it takes too long. */
function bytesInTime(request: IncomingMessage, length: string | null, log: CoreLog): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = guardedHandler(log, 'deadline of a body', () =>
      reject(new HttpRefusal(408, 'The request took too long.', endOfConnection(request))),
    );
    const timer = setTimeout(refuse, BODY_MS).unref();
    getRawBody(request, { limit: MAX_BODY_BYTES, length }, (error, bytes) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(bytes);
    });
  });
}

async function refuseTooLarge(request: IncomingMessage, log: CoreLog): Promise<never> {
  await drainBody(request, log);
  throw new HttpRefusal(413, 'The request body is too large.', endOfConnection(request));
}

/** D:H4: JSON by its type or without a type; any other type is refused with 415, and so is a compressed body. */
function assertJsonType(request: IncomingMessage): void {
  const { 'content-encoding': encoding = 'identity', 'transfer-encoding': coding = 'chunked' } = request.headers;
  if (encoding.toLowerCase() !== 'identity') {
    throw new HttpRefusal(415, 'Send the request body without a Content-Encoding.');
  }
  // Node removes only the chunks, and would give what another coding has made of the body.
  if (coding.trim().toLowerCase() !== 'chunked') {
    throw new HttpRefusal(415, 'Send the request body without a Transfer-Encoding other than chunked.');
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
