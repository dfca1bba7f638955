import { migrateCore, partitionCore, ShaonError } from '@shaon/core';
import { makeDatabase, sessionConnection } from '../database.ts';
import { openCore } from '../open-core.ts';
import { lockSqliteFile } from '../sqlite-file-lock.ts';
import { migrateWebhooks, partitionWebhooks } from '../webhooks.ts';
import { type AddCommand, commandContext, print } from './command.ts';

export const addMigrate: AddCommand = (program) => {
  program
    .command('migrate')
    .description('bring the database up to this version; a server must be stopped on SQLite')
    .option('--partition-by-month', 'then put the audit and the attempts of webhooks into partitions; PostgreSQL only')
    .action(async ({ partitionByMonth = false }: { readonly partitionByMonth?: boolean }) => {
      const { config, log } = commandContext({ needs: 'database' });
      const database = sessionConnection(config);
      if (partitionByMonth && database.type === 'sqlite') {
        throw new ShaonError(
          'options_invalid',
          '--partition-by-month: SQLite has no partitions. Leave the option out.',
        );
      }
      await makeDatabase(database);
      const lock = await lockSqliteFile(database, 'migrate');
      try {
        const applied = [...(await migrateCore(database, { log })), ...(await migrateWebhooks(database))];
        // Opening makes the key of the id numbers' hash, once, and judges SHAON_KEYS.
        const { core } = await openCore(config, log);
        await core.close();
        print(applied.length === 0 ? 'The database is up to date.' : `Migrated: ${applied.join(', ')}.`);
        if (partitionByMonth) {
          const converted = [...(await partitionCore(database, { log })), ...(await partitionWebhooks(database))];
          print(
            converted.length === 0
              ? 'All is in partitions by month already.'
              : `In partitions by month now: ${converted.join(', ')}.`,
          );
        }
      } finally {
        await lock.release();
      }
    });
};
