import { createCore, systemActor } from '@shaon/core';
import { hire, TEST_KEYS } from '../hire.ts';
import { webhooksWith } from '../webhooks-with.ts';

/*
 * Writes domain changes, half of them rolled back, and sends their webhooks, until it is killed.
 * Its argument is a KillOrder as JSON.
 */

export interface KillOrder {
  readonly connection: Parameters<typeof createCore>[0]['database'] & object;
  readonly companyId: number;
  readonly ca: string;
  /** Numbers for its employees that no other process uses. */
  readonly serial: number;
}

const order = JSON.parse(process.argv[2] ?? '') as KillOrder;
const core = await createCore({ database: order.connection, keys: TEST_KEYS });
const webhooks = await webhooksWith(core, {
  allow: ['127.0.0.0/8', 'localhost'],
  extraCa: order.ca,
  deadlineMs: 1_000,
  leaseMarginMs: 0,
  pollMs: 50,
  // Enough of them that no delivery fails for good on a busy machine.
  waitsMs: Array(100).fill(100),
});
const company = systemActor(order.companyId);
await webhooks.start();
process.stdout.write('ready\n');

for (let count = 0; ; count++) {
  await core
    .transaction(async (manager) => {
      await hire({ core, company }, { manager }, order.serial * 10_000 + count);
      if (count % 2 === 1) throw new Error('rolled back');
    })
    .catch(() => undefined);
}
