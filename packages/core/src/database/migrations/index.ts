import { coreTables } from './core-tables.ts';
import type { Migration } from './migrate.ts';

/** The ledger of core's own migrations. */
export const CORE_LEDGER = 'shaon_migrations';

/** Core's migrations, oldest first. Never change one that was released: add another. */
export const CORE_MIGRATIONS: readonly Migration[] = [
  { name: 'ShaonCore', timestamp: 1765500000003, statements: coreTables },
];
