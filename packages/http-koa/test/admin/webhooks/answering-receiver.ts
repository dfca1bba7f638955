import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WebhooksOptions } from '@shaon/webhooks';
import { DEMO_CERTIFICATE } from '../../../src/host/demo/demo-certificate.ts';

export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A real TLS server on this machine that answers as it is told to. */
export interface AnsweringReceiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  answer: { status: number; body: string };
  /** Options by which a sender reaches it, and nothing else on this machine. */
  readonly options: WebhooksOptions;
  close(): Promise<void>;
}

export async function startAnsweringReceiver(): Promise<AnsweringReceiver> {
  const { ca, cert, key } = DEMO_CERTIFICATE;
  const server = createServer({ cert, key }, async (request, response) => {
    const body = await text(request);
    receiver.requests.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(receiver.answer.status).end(receiver.answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const receiver: AnsweringReceiver = {
    url: `${origin}/shaon/events`,
    requests: [],
    answer: { status: 200, body: 'thanks' },
    options: { allow: [origin], extraCa: ca },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
