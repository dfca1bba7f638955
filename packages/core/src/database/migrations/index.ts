import type { Migration } from '../migrate.ts';
import { activeLists } from './active-lists.ts';
import { asciiEmailKeys } from './ascii-email-keys.ts';
import { attendanceCountsPostgres } from './attendance-counts-postgres.ts';
import { attendanceCountsSqlite } from './attendance-counts-sqlite.ts';
import { dayReasons } from './day-reasons.ts';
import { fewerIndices } from './fewer-indices.ts';
import { frozenLists } from './frozen-lists.ts';
import { initialPostgres } from './initial-postgres.ts';
import { initialSqlite } from './initial-sqlite.ts';
import { mixCounts } from './mix-counts.ts';
import { fillPeopleLists, peopleLists } from './people-lists.ts';
import { secondFactorPostgres } from './second-factor-postgres.ts';
import { secondFactorSqlite } from './second-factor-sqlite.ts';
import { tokenUsePostgres } from './token-use-postgres.ts';
import { tokenUseSqlite } from './token-use-sqlite.ts';
import { unitLists } from './unit-lists.ts';
import { unknownSignIns } from './unknown-sign-ins.ts';
import { webSessionsPostgres } from './web-sessions-postgres.ts';
import { webSessionsSqlite } from './web-sessions-sqlite.ts';
import { widerEmployeeBlocks } from './wider-employee-blocks.ts';

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
  {
    name: 'ShaonWebSessions',
    timestamp: 1763900000000,
    statements: { sqlite: webSessionsSqlite, postgres: webSessionsPostgres },
  },
  {
    name: 'ShaonSecondFactor',
    timestamp: 1764000000000,
    statements: { sqlite: secondFactorSqlite, postgres: secondFactorPostgres },
  },
  {
    name: 'ShaonTokenUse',
    timestamp: 1764020000000,
    statements: { sqlite: tokenUseSqlite, postgres: tokenUsePostgres },
  },
  { name: 'ShaonDayReasons', timestamp: 1764200000000, statements: { sqlite: dayReasons, postgres: dayReasons } },
  {
    name: 'ShaonPeopleLists',
    timestamp: 1764300000000,
    statements: peopleLists,
    change: (run, _log, dialect) => fillPeopleLists(run, dialect),
  },
  { name: 'ShaonUnknownSignIns', timestamp: 1764400000000, statements: unknownSignIns },
  { name: 'ShaonMixCounts', timestamp: 1764500000000, statements: mixCounts },
  { name: 'ShaonFrozenLists', timestamp: 1764600000000, statements: { sqlite: frozenLists, postgres: frozenLists } },
  { name: 'ShaonActiveLists', timestamp: 1764700000000, statements: { sqlite: activeLists, postgres: activeLists } },
  { name: 'ShaonUnitLists', timestamp: 1764800000000, statements: { sqlite: unitLists, postgres: unitLists } },
  { name: 'ShaonFewerIndices', timestamp: 1765000000000, statements: fewerIndices },
  {
    name: 'ShaonWiderEmployeeBlocks',
    timestamp: 1765100000000,
    statements: { sqlite: widerEmployeeBlocks, postgres: widerEmployeeBlocks },
  },
];
