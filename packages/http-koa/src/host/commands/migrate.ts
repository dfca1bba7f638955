import { migrateCore } from '@shaon/core';
import { migrateWebhooks } from '@shaon/webhooks';
import { makeDatabase, sessionConnection } from '../database.ts';
import { openCore } from '../open-core.ts';
import { lockSqliteFile } from '../sqlite-file-lock.ts';
import { type AddCommand, commandContext } from './command.ts';
import { showingSteps } from './progress.ts';

export const addMigrate: AddCommand = (program, shell) => {
  program
    .command('migrate')
    .description('bring the database up to this version; a server must be stopped on SQLite')
    .action(async () => {
      const { config, log } = commandContext(shell, { needs: 'database' });
      const database = sessionConnection(config);
      await makeDatabase(database);
      const lock = await lockSqliteFile(database, 'migrate');
      try {
        const steps = { log: showingSteps(shell, log) };
        const applied = [...(await migrateCore(database, steps)), ...(await migrateWebhooks(database, steps))];
        // Opening creates the key of the ID numbers' hash, once, and checks SHAON_KEYS.
        const { core } = await openCore(config, log);
        await core.close();
        shell.print(applied.length === 0 ? 'The database is up to date.' : `Migrated: ${applied.join(', ')}.`);
      } finally {
        await lock.release();
      }
    });
};
