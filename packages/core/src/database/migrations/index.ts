import type { Migration } from '../migrate.ts';
import { asciiEmailKeys } from './ascii-email-keys.ts';
import { attendanceCountsPostgres } from './attendance-counts-postgres.ts';
import { attendanceCountsSqlite } from './attendance-counts-sqlite.ts';
import { initialPostgres } from './initial-postgres.ts';
import { initialSqlite } from './initial-sqlite.ts';

/** The ledger of core's own migrations. */
export const CORE_LEDGER = 'shaon_migrations';

/** Core's migrations, oldest first. Never change one that was released: add another. */
export const CORE_MIGRATIONS: readonly Migration[] = [
  { name: 'ShaonInitial', timestamp: 1763600000000, statements: { sqlite: initialSqlite, postgres: initialPostgres } },
  {
    name: 'ShaonAttendanceCounts',
    timestamp: 1763700000000,
    statements: { sqlite: attendanceCountsSqlite, postgres: attendanceCountsPostgres },
  },
  {
    name: 'ShaonAsciiEmailKeys',
    timestamp: 1763800000000,
    statements: { sqlite: [], postgres: [] },
    change: asciiEmailKeys,
  },
];
