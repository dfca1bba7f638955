import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';

export interface ReceivedRequest {
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The header lines as they came. */
  readonly head: string;
  /** The raw bytes of the body. */
  readonly body: Buffer;
  readonly receivedAt: number;
  /** Counts the connections of this receiver, from 1. */
  readonly connection: number;
}

export type Behaviour = (socket: TLSSocket, request: ReceivedRequest) => void;

export interface TlsReceiver {
  readonly port: number;
  readonly url: string;
  readonly requests: ReceivedRequest[];
  connections: number;
  /** What to do with each request from now on. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

const rawSockets = new WeakMap<TLSSocket, Socket>();

/** Breaks the connection off with a TCP reset. */
export function reset(socket: TLSSocket): void {
  rawSockets.get(socket)?.resetAndDestroy();
}

/** Answers with a status and, if given, a body; the connection stays open. */
export function answer(status: number, body: string | Buffer = '', headers = ''): Behaviour {
  return (socket) => {
    const bytes = Buffer.from(body);
    const length = status === 204 ? '' : `content-length: ${bytes.length}\r\n`;
    socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Reason\r\n${length}${headers}\r\n`), bytes]));
  };
}

/** A real TLS server that reads requests byte by byte and answers as badly as it is told to. */
export async function startReceiver(identity: TlsOptions, host = '127.0.0.1', listenPort = 0): Promise<TlsReceiver> {
  let behaviour: Behaviour = answer(200);
  const open = new Map<number | undefined, Socket>();
  const server = createServer({ ...identity, allowHalfOpen: true } as TlsOptions, (socket) => {
    receiver.connections += 1;
    const connection = receiver.connections;
    const raw = open.get(socket.remotePort);
    if (raw !== undefined) rawSockets.set(socket, raw);
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const parsed = parseRequest(pending, connection);
        if (parsed === null) return;
        pending = pending.subarray(parsed.bytes);
        receiver.requests.push(parsed.request);
        behaviour(socket, parsed.request);
      }
    });
  });
  server.on('tlsClientError', () => {});
  server.on('connection', (raw) => {
    const { remotePort } = raw;
    open.set(remotePort, raw);
    raw.on('close', () => open.delete(remotePort));
  });
  await new Promise<void>((resolve) => server.listen(listenPort, host, resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: TlsReceiver = {
    port,
    url: `https://localhost:${port}/hook`,
    requests: [],
    connections: 0,
    behave: (next) => {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const raw of open.values()) raw.destroy();
      }),
  };
  return receiver;
}

function parseRequest(bytes: Buffer, connection: number): { request: ReceivedRequest; bytes: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = bytes.subarray(0, end).toString('latin1');
  const [requestLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = Number(headers['content-length'] ?? '0');
  if (bytes.length < end + 4 + length) return null;
  return {
    bytes: end + 4 + length,
    request: {
      path: requestLine.split(' ')[1] ?? '',
      headers,
      head,
      body: bytes.subarray(end + 4, end + 4 + length),
      receivedAt: Date.now(),
      connection,
    },
  };
}
