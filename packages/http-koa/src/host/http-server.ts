import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type CoreLog, guardedHandler, ShaonError } from '@shaon/core';

import { limitUnreadBody } from './unread-body.ts';
import { withValidTarget } from './valid-target.ts';

/** The deadline for a request's head, so that nobody holds a connection by sending slowly. */
const HEADERS_TIMEOUT_MS = 10_000;
/** The deadline for the whole request; its body has at most 100 kB (D:H7). */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of common proxies (60 s), so that they never send into a closing connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A caller who receives nothing of an answer for so long is gone. */
const IDLE_SOCKET_TIMEOUT_MS = 120_000;
const CHECK_INTERVAL_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;

const HEAD_STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The log and the metrics for requests that cannot be answered normally. */
interface HttpServerParts {
  readonly log: CoreLog;
  /** Called for each refused request that cannot be parsed, because it gets no audit row (D:A13). */
  readonly onUnparsable: ((status: number) => void) | null;
}

/**
 * A server with limits against slow and oversized requests. A request that cannot be parsed gets the shape of an
 * error (SPEC 7); the target of all others is checked before `listener` sees it.
 */
export function createHttpServer(listener: RequestListener, parts: HttpServerParts): Server {
  const { log } = parts;
  const answer = withValidTarget(listener);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node would answer without a body and without an audit row; the app refuses in the error shape (D:A13).
      requireHostHeader: false,
    },
    guardedHandler(log, 'answer to a request', (request: IncomingMessage, response: ServerResponse) => {
      limitUnreadBody(request, response, log);
      return answer(request, response);
    }),
  );
  // Above this limit Node silently drops headers, even Content-Length; their size is limited anyway.
  server.maxHeadersCount = 0;
  server.setTimeout(IDLE_SOCKET_TIMEOUT_MS);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node's own 417 would not be audited.
  server.on(
    'checkExpectation',
    guardedHandler(log, 'expectation of a request', (request: IncomingMessage, response: ServerResponse) =>
      server.emit('request', request, response),
    ),
  );
  // If a connection cannot be accepted, the server emits an error, which without a listener would end the process.
  server.on(
    'error',
    guardedHandler(log, 'server error', (error: unknown) => {
      if (server.listening) log.error({ err: error }, 'The server failed to accept a connection');
    }),
  );
  answerUnparsable(server, parts);
  return server;
}

/**
 * Refuses a request that cannot be parsed. If a complete request came before it, the refusal waits for that request's
 * answer, which may be the 201 of a committed write. A request that was answered before its body had arrived gets no
 * second answer, which would be taken for the next request's.
 */
function answerUnparsable(server: Server, { log, onUnparsable }: HttpServerParts): void {
  const latest = new WeakMap<Socket, Exchange>();
  const remember = (request: IncomingMessage, response: ServerResponse) =>
    latest.set(request.socket, { request, response });
  server.prependListener('request', guardedHandler(log, 'latest request of a connection', remember));
  const refuse = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    if (isAnsweredEarly(latest.get(socket))) return socket.end();
    const status = HEAD_STATUSES[error.code ?? ''] ?? 400;
    onUnparsable?.(status);
    return socket.end(plainAnswer(status));
  };
  server.on(
    'clientError',
    guardedHandler(log, 'unparsable request', (error: NodeJS.ErrnoException, socket: Socket) => {
      const before = latest.get(socket);
      if (!before?.request.complete || before.response.closed) refuse(error, socket);
      else
        before.response.once(
          'close',
          guardedHandler(log, 'unparsable request after an answer', () => refuse(error, socket)),
        );
    }),
  );
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function isAnsweredEarly(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && !exchange.request.complete && exchange.response.writableEnded;
}

/** Listens; throws `options_invalid`, which names the variable of a port that is in use. */
export async function listenOn(
  server: Server,
  address: { readonly host: string; readonly port: number },
  portVariable: string,
): Promise<void> {
  server.listen(address.port, address.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, address, portVariable);
  }
}

function cannotListen(
  cause: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
  portVariable: string,
): ShaonError {
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN') {
    const hostVariable = portVariable === 'PORT' ? 'SHAON_HOST' : portVariable;
    const text = `Cannot listen on ${host}: this machine has no such address. Set ${hostVariable} to one that it has.`;
    return new ShaonError('options_invalid', text, {}, { cause });
  }
  const why = { EADDRINUSE: 'another program listens there', EACCES: 'this user may not' }[cause.code ?? ''];
  return new ShaonError(
    'options_invalid',
    `Cannot listen on ${host} port ${port}: ${why ?? cause.code}. Set ${portVariable} to another port.`,
    {},
    { cause },
  );
}

function plainAnswer(status: number): string {
  const [reason, message] = {
    408: ['Request Timeout', 'The request took too long.'],
    431: ['Request Header Fields Too Large', 'The request headers are too large.'],
  }[status] ?? ['Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
