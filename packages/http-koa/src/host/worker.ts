import type { Core } from '@shaon/core';
import type { HostLog } from './log.ts';
import type { HostConfig } from './settings.ts';
import { startWebhooks } from './webhooks.ts';

/** What delivers: webhooks and text messages. */
export interface RunningWorkers {
  stop(graceMs: number): Promise<void>;
}

/** Starts delivering, in a server's process or in one of its own (`shaon worker`). */
export async function startWorkers(core: Core, config: HostConfig, log: HostLog): Promise<RunningWorkers> {
  const webhooks = await startWebhooks(core, config, log);
  return { stop: (graceMs) => webhooks.stop(graceMs) };
}
