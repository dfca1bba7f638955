import type { Core, CoreOptions, DatabaseConnection, Dialect } from '@shaon/core';
import type { HostLog } from './log.ts';
import type { HostConfig } from './settings.ts';

/*
 * The one seam to `@shaon/webhooks`. Until that package is there, there is nothing to migrate, register or send.
 */

/** The webhooks of an open core: registered as its event sink, their sender started or not. */
export interface HostWebhooks {
  /** Starts sending, in every process that serves or works. */
  start(): Promise<void>;
  /** Ends the attempts in progress within `graceMs` and gives back what was claimed; also when never started. */
  stop(graceMs: number): Promise<void>;
}

/** Their tables, for `createCore`. */
export function webhookEntities(_dialect: Dialect): NonNullable<CoreOptions['entities']> {
  return [];
}

/** Brings their tables up; returns the names of the migrations that it ran. */
export async function migrateWebhooks(_connection: DatabaseConnection): Promise<string[]> {
  return [];
}

/** Registers them as an event sink: in every process that writes, or its writes would go unheard (DESIGN, Events). */
export async function registerWebhooks(_core: Core, _config: HostConfig, _log: HostLog): Promise<HostWebhooks> {
  return { start: async () => {}, stop: async () => {} };
}
