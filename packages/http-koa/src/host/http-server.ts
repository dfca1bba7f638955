import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type CoreLog, ShaonError, silentLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';

import { withJudgedTarget } from './judged-target.ts';

/** A request's head must be complete by then, so that nobody holds a connection by sending it slowly. */
const HEADERS_TIMEOUT_MS = 10_000;
/** The same for its body, which is at most 100 kB (D:H7). */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of common proxies (60 s), so that they never send into a connection being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A caller who takes nothing of an answer for so long is gone. */
const IDLE_SOCKET_TIMEOUT_MS = 120_000;
const CHECK_INTERVAL_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;

const HEAD_STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What a server tells of what it cannot answer. */
interface HttpServerParts {
  readonly log: CoreLog;
  /** Told of each refusal of what cannot be parsed: no audit row can be written of it (D:A13). */
  readonly onUnparsable: ((status: number) => void) | null;
}

/**
 * A server with limits against slow and oversized requests. What cannot be parsed gets the error shape of SPEC 7; the
 * target of everything else is judged before `listener` sees it.
 */
export function createHttpServer(listener: RequestListener, parts: HttpServerParts): Server {
  const { log } = parts;
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
    guardedHandler(log, 'request', withJudgedTarget(listener)),
  );
  // Above its limit Node drops headers without a word, Content-Length too; their bytes are limited anyway.
  server.maxHeadersCount = 0;
  server.setTimeout(IDLE_SOCKET_TIMEOUT_MS);
  // An expectation that we do not know may be ignored (RFC 9110, 10.1.1); Node's own 417 would not be audited.
  server.on(
    'checkExpectation',
    guardedHandler(log, 'Expect', (request: IncomingMessage, response: ServerResponse) =>
      server.emit('request', request, response),
    ),
  );
  // A connection that cannot be accepted is an error of the server: without a listener it would end the process.
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
 * Refuses what cannot be parsed. When a whole request came before it, the refusal waits for that request's answer,
 * which may be the 201 of a write that is committed. A request that was answered before its body had come gets no
 * second answer: it would be taken for that of the next request.
 */
function answerUnparsable(server: Server, { log, onUnparsable }: HttpServerParts): void {
  const latest = new WeakMap<Socket, Exchange>();
  const remember = (request: IncomingMessage, response: ServerResponse) =>
    latest.set(request.socket, { request, response });
  server.prependListener('request', guardedHandler(log, 'request', remember));
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
          guardedHandler(log, 'unparsable request', () => refuse(error, socket)),
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

/** Listens, or throws `options_invalid` naming the variable of the port that is taken. */
export function listenOn(
  server: Server,
  address: { readonly host: string; readonly port: number },
  portVariable: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(cannotListen(error, address, portVariable));
    const refuseGuarded = guardedHandler(silentLog, 'listening', refuse);
    const listening = guardedHandler(silentLog, 'listening', () => {
      server.off('error', refuseGuarded);
      resolve();
    });
    server.once('error', refuseGuarded);
    server.listen(address.port, address.host, listening);
  });
}

function cannotListen(
  cause: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
  portVariable: string,
): ShaonError {
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN') {
    const hostVariable = portVariable === 'PORT' ? 'SHAON_HOST' : 'SHAON_METRICS_HOST';
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
