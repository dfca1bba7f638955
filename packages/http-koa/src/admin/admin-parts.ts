import type { Core } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import type { ResolvedAdminOptions } from './resolve-options.ts';
import type { Uploads } from './uploads.ts';

/** The part of core that the pages use. */
export type AdminCore = Omit<Core, 'imports' | 'prune' | 'rotateKeys' | 'operator' | 'close'>;

/** The services and settings that the rules and pages work with. */
export interface Admin {
  readonly core: AdminCore;
  /** Null if the product sends no webhooks: the pages about them are then absent. */
  readonly webhooks: Webhooks | null;
  readonly options: ResolvedAdminOptions;
  readonly uploads: Uploads;
}
