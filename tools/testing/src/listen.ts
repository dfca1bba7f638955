import { createServer, type RequestListener, type Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly server: Server | TlsServer;
  readonly port: number;
  /** The origin without a slash at the end, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  /** Closes every connection, idle or not, and resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Listens on a free port of 127.0.0.1.
 *
 * @param handler answers a request, or an existing server (for TLS: one from `node:https`)
 */
export async function listen(handler: RequestListener | Server | TlsServer): Promise<Listening> {
  const server = typeof handler === 'function' ? createServer(handler) : handler;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return { server, port, url: `${scheme}://127.0.0.1:${port}`, close: () => close(server) };
}

async function close(server: Server | TlsServer): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
  });
  server.closeAllConnections();
  await closed;
}
