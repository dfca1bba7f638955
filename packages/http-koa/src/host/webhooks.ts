import type { Core } from '@shaon/core';
import type { HostLog } from './log.ts';
import type { HostConfig } from './settings.ts';

/** The sender of webhooks in this process. */
export interface RunningWebhooks {
  /** Ends attempts in progress within `graceMs`, and gives back what it has claimed. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Registers webhooks as an event sink of core and starts their sender, in every process that serves or works. The one
 * seam to `@shaon/webhooks`: until that package is there, there is nothing to register and nothing to send.
 */
export async function startWebhooks(_core: Core, _config: HostConfig, _log: HostLog): Promise<RunningWebhooks> {
  return { stop: async () => {} };
}
