import { isShaonError, keyCoreByCompany, partitionCore, silentLog } from '@shaon/core';
import { keyWebhooksByCompany, partitionWebhooks } from '@shaon/webhooks';
import { afterMigrating } from '../../tools/testing/src/after-migrating.ts';

/*
 * Loaded by .mocharc.json: with SHAON_TEST_KEYS=company the suites run on PostgreSQL databases whose keys begin with the
 * company, so that their statements are tried on what a cluster would hold; with SHAON_TEST_MONTHS=on, on databases
 * whose growing tables are in partitions by month.
 */

/** The tables of either package may be missing in what a suite has migrated. */
async function unlessMissing(convert: () => Promise<unknown>): Promise<void> {
  try {
    await convert();
  } catch (error) {
    if (!isShaonError(error, 'schema_missing')) throw error;
  }
}

if (process.env.SHAON_TEST_KEYS === 'company') {
  afterMigrating(async (connection) => {
    await unlessMissing(() => keyCoreByCompany(connection));
    await unlessMissing(() => keyWebhooksByCompany(connection));
  });
}

if (process.env.SHAON_TEST_MONTHS === 'on') {
  afterMigrating(async (connection) => {
    await unlessMissing(() => partitionCore(connection, { tables: ['audit', 'attendance'], log: silentLog }));
    await unlessMissing(() => partitionWebhooks(connection, { log: silentLog }));
  });
}
