import type { AddressInfo } from 'node:net';
import { createHttpServer, listenOn } from './http-server.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** `/metrics` on a port of its own, which is kept from the public by the network, not by a token. */
export async function startMetricsServer(
  settings: { readonly host: string; readonly port: number },
  figures: { text(): Promise<string>; readonly contentType: string },
): Promise<MetricsServer> {
  const server = createHttpServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    figures.text().then(
      (text) => response.writeHead(200, { 'content-type': figures.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  await listenOn(server, settings, 'SHAON_METRICS_PORT');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
