import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { ShaonError } from '@shaon/core';

/** A request's head must be complete by then: who drips it is cut off. */
const HEADERS_TIMEOUT_MS = 10_000;
/** And its body, which is at most 100 kB (D:H7). */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of common proxies (60 s), so that they never send into a connection being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A receiver that takes nothing of an answer for so long is gone. */
const IDLE_SOCKET_TIMEOUT_MS = 120_000;
const CHECK_INTERVAL_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;

const HEAD_STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** A server with limits against slow and oversized requests; what cannot be parsed gets the error shape of SPEC 7. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    listener,
  );
  server.maxHeadersCount = MAX_HEADERS;
  server.setTimeout(IDLE_SOCKET_TIMEOUT_MS);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    socket.end(plainAnswer(HEAD_STATUSES[error.code ?? ''] ?? 400));
  });
  return server;
}

/** Listens, or throws `options_invalid` naming the variable of the port that is taken. */
export function listenOn(
  server: Server,
  address: { readonly host: string; readonly port: number },
  portVariable: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(cannotListen(error, address, portVariable));
    server.once('error', refuse);
    server.listen(address.port, address.host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function cannotListen(
  cause: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
  portVariable: string,
): ShaonError {
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
