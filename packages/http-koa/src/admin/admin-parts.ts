import type { Core } from '@shaon/core';
import type { ResolvedAdminOptions } from './options.ts';
import type { Uploads } from './uploads.ts';
import type { AdminWebhooks } from './webhooks-port.ts';

/** What of core the pages use. */
export type AdminCore = Omit<Core, 'imports' | 'prune' | 'rotateKeys' | 'missingKeys' | 'close'>;

/** What the rules and the pages work with. */
export interface Admin {
  readonly core: AdminCore;
  /** Null where the product sends no webhooks: their pages are then absent. */
  readonly webhooks: AdminWebhooks | null;
  readonly options: ResolvedAdminOptions;
  readonly uploads: Uploads;
}
