import { createCore } from '@shaon/core';
import { TEST_KEYS } from '../hire.ts';
import { type TestedOptions, webhooksWith } from '../webhooks-with.ts';

/* A worker of its own: sends until SIGTERM, then says how many attempts it made. Its argument is a SendOrder as JSON. */

export interface SendOrder {
  readonly connection: Parameters<typeof createCore>[0]['database'] & object;
  readonly options: TestedOptions;
}

const order = JSON.parse(process.argv[2] ?? '') as SendOrder;
const core = await createCore({ database: order.connection, keys: TEST_KEYS });
const webhooks = await webhooksWith(core, order.options);
const attempts: Record<string, number> = {};
webhooks.onAttempt = (outcome) => {
  attempts[outcome] = (attempts[outcome] ?? 0) + 1;
};
process.once('SIGTERM', async () => {
  await webhooks.stop();
  await core.close();
  process.stdout.write(`${JSON.stringify(attempts)}\n`);
});
await webhooks.start();
process.stdout.write('ready\n');
