import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProbeAnswer } from './health.ts';
import { createHttpServer, listenOn } from './http-server.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface MetricsServerSettings {
  readonly host: string;
  readonly port: number;
  /** The setting that names the port. */
  readonly variable: 'SHAON_METRICS_PORT' | 'SHAON_WORKER_PORT';
}

/**
 * `/metrics` on a port of its own, which is kept from the public by the network, not by a token.
 *
 * @param probe answers /healthz and /readyz too, where no other port does
 */
export async function startMetricsServer(
  settings: MetricsServerSettings,
  figures: { text(): Promise<string>; readonly contentType: string },
  probe: (path: string) => Promise<ProbeAnswer | null> = async () => null,
): Promise<MetricsServer> {
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/metrics') {
      const text = await figures.text();
      response.writeHead(200, { 'content-type': figures.contentType }).end(text);
      return;
    }
    const probed = await probe(path);
    if (probed === null) response.writeHead(404).end();
    else {
      const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
      response.writeHead(probed.status, headers).end(JSON.stringify(probed.body));
    }
  };
  const server = createHttpServer((request, response) => {
    const path = request.method === 'GET' ? (request.url ?? '').split('?', 1)[0] : '';
    answer(path as string, response).catch(() => response.writeHead(503).end());
  });
  await listenOn(server, settings, settings.variable);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
