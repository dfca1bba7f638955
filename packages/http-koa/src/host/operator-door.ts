import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CoreLog } from '@shaon/core';
import type { Probe } from './health.ts';
import { createHttpServer, listenOn } from './http-server.ts';
import type { Metrics } from './metrics.ts';
import { invalidTarget } from './valid-target.ts';

interface OperatorDoor {
  readonly port: number;
  close(): Promise<void>;
}

/** The parts that answer operators. */
interface OperatorParts {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  readonly probe: Probe;
  readonly log: CoreLog;
}

/** `/metrics`, `/healthz` and `/readyz` of this process on SHAON_METRICS, which the network keeps from the public. */
export async function openOperatorDoor(
  address: { readonly host: string; readonly port: number },
  { metrics, probe, log }: OperatorParts,
): Promise<OperatorDoor> {
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/metrics') {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
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
  await listenOn(server, address, 'SHAON_METRICS');
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
