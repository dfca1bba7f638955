import type { Migrate } from './fresh-database.ts';

/** Kept for the process: mocha may load this module twice, by require and by import. */
const kept = globalThis as { [AFTER_MIGRATING]?: Migrate };
const AFTER_MIGRATING = Symbol.for('shaon.testing.after-migrating');

/** From now on, each PostgreSQL database that a test has migrated is changed by `change` before the test has it. */
export function afterMigrating(change: Migrate): void {
  kept[AFTER_MIGRATING] = change;
}

/** The change, when there is one. */
export const changeAfterMigrating = (): Migrate | undefined => kept[AFTER_MIGRATING];
