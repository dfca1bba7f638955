import { migrateCore } from '@shaon/core';
import { makeDatabase, sessionConnection } from '../database.ts';
import { openCore } from '../open-core.ts';
import { lockSqliteFile } from '../sqlite-file-lock.ts';
import { migrateWebhooks } from '../webhooks.ts';
import { type AddCommand, commandContext, print } from './command.ts';

export const addMigrate: AddCommand = (program) => {
  program
    .command('migrate')
    .description('bring the database up to this version; a server must be stopped on SQLite')
    .action(async () => {
      const { config, log } = commandContext({ needs: 'database' });
      const database = sessionConnection(config);
      await makeDatabase(database);
      const lock = await lockSqliteFile(database, 'migrate');
      try {
        const applied = [...(await migrateCore(database, { log })), ...(await migrateWebhooks(database))];
        // Opening makes the key of the id numbers' hash, once, and judges SHAON_KEYS.
        const { core } = await openCore(config, log);
        await core.close();
        print(applied.length === 0 ? 'The database is up to date.' : `Migrated: ${applied.join(', ')}.`);
      } finally {
        await lock.release();
      }
    });
};
