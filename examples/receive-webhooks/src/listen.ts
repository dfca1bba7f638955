import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { settings } from './settings.ts';

/** Serves with TLS until a signal ends the program. */
export function listen(listener: RequestListener): void {
  const server = createServer(settings.tls, listener).listen(settings.port, '127.0.0.1', () => {
    console.log(`listening https://localhost:${(server.address() as AddressInfo).port}/shaon`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close();
      server.closeIdleConnections();
    });
}
