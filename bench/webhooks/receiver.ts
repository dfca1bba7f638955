import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';
import { answerParent, sharedNow } from './child.ts';

/* A receiver as a company would run one: TLS, HTTP/1.1 with keep-alive, the body read and parsed, 200. */

/** What came, in columns: one place for each request, in the order of their coming. */
export interface Received {
  /** `sharedNow()` when the last byte of the body was there. */
  readonly at: Float64Array;
  /** The number of the delivery; on its retries the same. */
  readonly delivery: Float64Array;
  /** The employee that the event tells of. */
  readonly employee: Float64Array;
  /** The last part of the path. */
  readonly endpoint: Float64Array;
}

let at: number[] = [];
let delivery: number[] = [];
let employee: number[] = [];
let endpoint: number[] = [];

const handlers = {
  /** Listens; gives the port. */
  listen: (certificate: Certificate) =>
    new Promise<number>((resolve) => {
      const server = createServer(certificate, (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          at.push(sharedNow());
          const body = JSON.parse(Buffer.concat(chunks).toString()) as { data: { employee_id: number } };
          delivery.push(Number(String(request.headers['x-service-delivery']).slice('msg_'.length)));
          employee.push(body.data.employee_id);
          endpoint.push(Number(request.url?.slice(1)));
          response.end('ok');
        });
      });
      server.keepAliveTimeout = 65_000;
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
  count: () => at.length,
  /** Gives what came since it was last asked. */
  take: (): Received => {
    const received = {
      at: Float64Array.from(at),
      delivery: Float64Array.from(delivery),
      employee: Float64Array.from(employee),
      endpoint: Float64Array.from(endpoint),
    };
    at = [];
    delivery = [];
    employee = [];
    endpoint = [];
    return received;
  },
};

export type ReceiverHandlers = typeof handlers;

answerParent(handlers, async () => {});
