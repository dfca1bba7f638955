import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expressWebhook } from '@shaon/client-sdk/webhooks';
import { environment } from './client.ts';
import { Queue } from './queue.ts';

// Receives webhooks and only stores them, because the answer must come within ten seconds and the work may take longer.
// Run it behind a proxy with TLS, because Shaon delivers only to https:// addresses.

const queue = new Queue(environment('QUEUE_FILE'));
const webhook = expressWebhook(
  environment('SHAON_WEBHOOK_SECRETS').split(','),
  (event) => {
    console.log(`${queue.add(event) ? 'queued' : 'again'} ${event.event} ${event.delivery.id}`);
  },
  { onRefused: (error) => console.error(`refused ${error.code}: ${error.message}`) },
);

const server = createServer((request, response) => {
  // A failure here, such as a full disk, is answered with 500, and Shaon delivers again.
  const fail = (error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end();
  };
  webhook(request, response, fail).catch(fail);
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}/shaon`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
