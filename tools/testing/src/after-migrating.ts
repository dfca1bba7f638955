import type { Migrate } from './fresh-database.ts';

/** Stored for the whole process, because mocha may load this module twice, by require and by import. */
const kept = globalThis as { [AFTER_MIGRATING]?: Migrate };
const AFTER_MIGRATING = Symbol.for('shaon.testing.after-migrating');

/** From now on, `change` is applied to each PostgreSQL database after its migration, before a test uses it. */
export function afterMigrating(change: Migrate): void {
  kept[AFTER_MIGRATING] = change;
}

/** The change, if one is set. */
export const changeAfterMigrating = (): Migrate | undefined => kept[AFTER_MIGRATING];
