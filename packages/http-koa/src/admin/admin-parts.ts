import type { AccountActor, Core, LoginRole } from '@shaon/core';
import type { Webhooks } from '@shaon/webhooks';
import type { IconName } from './components/icon.ts';
import type { Texts } from './locales/index.ts';
import type { PageGroup } from './page-groups.ts';
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
  readonly navigation: readonly NavigationItem[];
}

/**
 * Where an item stands: among the pages of daily work, those of the API, or at the foot of the side bar; at the bottom
 * of a phone; among the tabs of the company's settings.
 */
export type NavigationPlace = 'daily' | 'connections' | 'foot' | 'phone' | 'settings';

/** An item of the navigation, shown to people of these roles. */
export interface NavigationItem {
  readonly at: NavigationPlace;
  /** Under the mount. */
  readonly path: string;
  readonly label: (t: Texts) => string;
  readonly icon?: IconName;
  readonly roles: readonly LoginRole[];
  /** How many things wait there for the reader; shown beside the pages of daily work. */
  readonly waiting?: (core: AdminCore, actor: AccountActor, groups: ReadonlySet<PageGroup>) => Promise<number>;
  /** The group whose own item leads here too. */
  readonly unless?: PageGroup;
}
