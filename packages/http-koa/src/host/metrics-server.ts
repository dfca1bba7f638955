import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CoreLog } from '@shaon/core';
import type { ProbeAnswer } from './health.ts';
import { createHttpServer, listenOn } from './http-server.ts';
import { invalidTarget } from './valid-target.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface MetricsServerSettings {
  readonly host: string;
  readonly port: number;
  /** The setting with the port. */
  readonly variable: 'SHAON_METRICS_PORT' | 'SHAON_WORKER_PORT';
}

/**
 * `/metrics` on its own port, which the network keeps from the public, not a token.
 *
 * @param probe also answers /healthz and /readyz, if no other port does
 */
export async function startMetricsServer(
  settings: MetricsServerSettings,
  figures: { text(): Promise<string>; readonly contentType: string },
  log: CoreLog,
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
    else sendJson(response, probed.status, probed.body);
  };
  const server = createHttpServer(
    async (request, response) => {
      if (invalidTarget(request) !== null) {
        return sendJson(response, 400, { message: 'The request is not valid HTTP.' });
      }
      const [path = ''] = (request.url ?? '').split('?', 1);
      try {
        await answer(request.method === 'GET' ? path : '', response);
      } catch (error) {
        log.error({ err: error }, 'The figures could not be read');
        if (!response.headersSent) response.writeHead(503);
        response.end();
      }
    },
    { log, onUnparsable: null },
  );
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

function sendJson(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
