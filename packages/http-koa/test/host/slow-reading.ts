import { createCore, type DatabaseConnection, silentLog } from '@shaon/core';
import { longReading } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { stopOnSignal } from '../../src/host/stop-on-signal.ts';
import { TEST_KEYS } from '../support.ts';

/*
 * A process that is to stop while a thread is inside a statement of minutes, which its caller has given up. Its argument
 * is the connection as JSON. It prints `reading` when it may be stopped, and `stopped` when its core is closed.
 */

const database = JSON.parse(process.argv[2] ?? '') as DatabaseConnection;
const core = await createCore({ database, keys: TEST_KEYS, log: silentLog, readSeconds: 0.2 });
const { extension } = core;
stopOnSignal(
  async () => {
    await core.close();
    process.stdout.write('stopped\n');
  },
  silentLog,
  () => extension.database.runningThreads > 0,
);
const minutes = rawSql(
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10000000000) SELECT count(*) FROM c',
);
await extension.database
  .allCompanies(longReading('test.minutes'))
  .run(minutes)
  .catch(() => undefined);
process.stdout.write('reading\n');
