import type { Core } from '@shaon/core';
import { createWebhooks, type Webhooks } from '@shaon/webhooks';
import { isDemo } from './demo/demo.ts';
import { demoReceiver } from './demo/demo-receiver.ts';
import type { HostConfig } from './settings.ts';

/** Registers the webhooks as an event sink; every process that writes must do so, or its events would be lost. */
export async function registerWebhooks(core: Core, config: HostConfig): Promise<Webhooks> {
  // Only for the demo itself: another database in the same folder must not inherit its exception.
  const demo = (await isDemo(core)) ? demoReceiver(config.dataDir) : null;
  return createWebhooks(core, {
    allow: demo === null ? config.webhookAllow : [...config.webhookAllow, demo.origin],
    ...(demo === null ? {} : { extraCa: demo.ca }),
    ...(config.outboundProxy === null ? {} : { proxy: config.outboundProxy }),
    keepSucceededDays: Math.min(30, config.webhookDays),
    keepFailedDays: config.webhookDays,
    disableAfter: config.webhookDisableAfter,
  });
}
