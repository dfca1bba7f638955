import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DEMO_CERTIFICATE, type DemoCertificate } from '../../src/host/demo/demo-certificate.ts';

export interface ReceivedRequest {
  readonly headers: Record<string, string>;
  /** As it came. */
  readonly body: string;
}

/** A real TLS server on this machine that keeps what it gets. */
export interface Receiver {
  readonly url: string;
  readonly origin: string;
  readonly certificate: DemoCertificate;
  readonly requests: ReceivedRequest[];
  /** Resolves when so many requests have come in all. */
  received(count: number): Promise<ReceivedRequest>;
  /** The status of every answer from now on; 204 at first. */
  answer(status: number): void;
  /** Until it is called, requests get no answer. */
  hold(): () => void;
  close(): Promise<void>;
}

export async function startReceiver(
  options: { readonly port?: number; readonly certificate?: DemoCertificate } = {},
): Promise<Receiver> {
  const certificate = options.certificate ?? DEMO_CERTIFICATE;
  const requests: ReceivedRequest[] = [];
  let heard: (() => void)[] = [];
  let released = Promise.resolve();
  let status = 204;
  const server = createServer({ cert: certificate.cert, key: certificate.key }, async (request, response) => {
    requests.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    for (const hear of heard.splice(0)) hear();
    await released;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/shaon`,
    origin,
    certificate,
    requests,
    async received(count) {
      while (requests.length < count) await new Promise<void>((resolve) => heard.push(resolve));
      return requests[count - 1] as ReceivedRequest;
    },
    answer(next) {
      status = next;
    },
    hold() {
      let release = () => {};
      released = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    close: () =>
      new Promise((resolve) => {
        heard = [];
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
