import { isShaonError, keyCoreByCompany, partitionCore, silentLog } from '@shaon/core';
import { keyWebhooksByCompany, partitionWebhooks } from '@shaon/webhooks';
import { afterMigrating } from '../../tools/testing/src/after-migrating.ts';
import type { Connection } from '../../tools/testing/src/fresh-database.ts';

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

const conversions: ((connection: Connection) => Promise<unknown>)[] = [];
if (process.env.SHAON_TEST_KEYS === 'company') {
  conversions.push(keyCoreByCompany, keyWebhooksByCompany);
}
if (process.env.SHAON_TEST_MONTHS === 'on') {
  conversions.push(
    (connection) => partitionCore(connection, { tables: ['audit', 'attendance'], log: silentLog }),
    (connection) => partitionWebhooks(connection, { log: silentLog }),
  );
}
if (conversions.length > 0) {
  afterMigrating(async (connection) => {
    for (const convert of conversions) await unlessMissing(() => convert(connection));
  });
}
