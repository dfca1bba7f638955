import { asciiEmailKeys } from './ascii-email-keys.ts';
import { onBothDatabases } from './both-databases.ts';
import { dayReasons } from './day-reasons.ts';
import { initial } from './initial.ts';
import type { Migration } from './migrate.ts';
import { fillPeopleLists, fillSearched, peopleLists } from './people-lists.ts';
import { secondFactor } from './second-factor.ts';
import { tokenUse } from './token-use.ts';
import { unknownSignIns } from './unknown-sign-ins.ts';
import { webSessions } from './web-sessions.ts';

/** The ledger of core's own migrations. */
export const CORE_LEDGER = 'shaon_migrations';

/** Core's migrations, oldest first. Never change one that was released: add another. */
export const CORE_MIGRATIONS: readonly Migration[] = [
  { name: 'ShaonInitial', timestamp: 1763600000000, statements: initial },
  {
    name: 'ShaonAsciiEmailKeys',
    timestamp: 1763800000000,
    statements: { sqlite: [], postgres: [] },
    change: asciiEmailKeys,
  },
  {
    name: 'ShaonWebSessions',
    timestamp: 1763900000000,
    statements: webSessions,
  },
  {
    name: 'ShaonSecondFactor',
    timestamp: 1764000000000,
    statements: secondFactor,
  },
  {
    name: 'ShaonTokenUse',
    timestamp: 1764020000000,
    statements: tokenUse,
  },
  { name: 'ShaonDayReasons', timestamp: 1764200000000, statements: onBothDatabases(dayReasons) },
  {
    name: 'ShaonPeopleLists',
    timestamp: 1764300000000,
    statements: peopleLists,
    change: (run, _log, dialect) => fillPeopleLists(run, dialect),
  },
  { name: 'ShaonUnknownSignIns', timestamp: 1764400000000, statements: unknownSignIns },
  {
    name: 'ShaonSearchWithoutMarks',
    timestamp: 1765200000000,
    statements: onBothDatabases([]),
    change: (run, _log, dialect) => fillSearched(run, dialect),
  },
];
