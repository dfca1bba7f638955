import {
  type CoreLog,
  type DatabaseConnection,
  keyCoreByCompany,
  migrateCore,
  partitionCore,
  ShaonError,
} from '@shaon/core';
import { Option } from 'commander';
import { makeDatabase, sessionConnection } from '../database.ts';
import { openCore } from '../open-core.ts';
import { lockSqliteFile } from '../sqlite-file-lock.ts';
import { loadWebhooks } from '../webhooks.ts';
import { type AddCommand, commandContext, print } from './command.ts';
import { showingSteps } from './progress.ts';

/** The tables that can be partitioned, with the function that does so. */
const PARTITIONED = {
  audit: (database: DatabaseConnection, log: CoreLog) => partitionCore(database, { tables: ['audit'], log }),
  attendance: (database: DatabaseConnection, log: CoreLog) => partitionCore(database, { tables: ['attendance'], log }),
  attempts: async (database: DatabaseConnection, log: CoreLog) =>
    (await loadWebhooks()).partitionWebhooks(database, { log }),
};
type Partitioned = keyof typeof PARTITIONED;

/** Several tables under one word. */
const SEVERAL: Readonly<Record<'logs' | 'all', readonly Partitioned[]>> = {
  logs: ['audit', 'attempts'],
  all: Object.keys(PARTITIONED) as Partitioned[],
};
type Several = keyof typeof SEVERAL;

interface MigrateOptions {
  readonly partitionByMonth?: Several | Partitioned | null;
  readonly keyByCompany?: boolean;
}

export const addMigrate: AddCommand = (program) => {
  program
    .command('migrate')
    .description('bring the database up to this version; a server must be stopped on SQLite')
    .addOption(
      new Option(
        '--partition-by-month [tables]',
        'then put these tables, or the logs, into partitions; PostgreSQL only',
      )
        .choices([...Object.keys(PARTITIONED), ...Object.keys(SEVERAL)])
        .preset('logs' satisfies Several),
    )
    .option('--key-by-company', 'then let every key begin with the company, for a cluster; PostgreSQL only')
    .action(async ({ partitionByMonth = null, keyByCompany = false }: MigrateOptions) => {
      const { config, log } = commandContext({ needs: 'database' });
      const database = sessionConnection(config);
      if (partitionByMonth !== null && database.type === 'sqlite') {
        throw new ShaonError(
          'options_invalid',
          '--partition-by-month: SQLite has no partitions. Leave the option out.',
        );
      }
      if (keyByCompany && database.type === 'sqlite') {
        throw new ShaonError(
          'options_invalid',
          '--key-by-company: SQLite is not spread over machines. Leave the option out.',
        );
      }
      await makeDatabase(database);
      const lock = await lockSqliteFile(database, 'migrate');
      try {
        const { migrateWebhooks } = await loadWebhooks();
        const steps = { log: showingSteps(log) };
        const applied = [...(await migrateCore(database, steps)), ...(await migrateWebhooks(database, steps))];
        // Opening creates the key of the ID numbers' hash, once, and checks SHAON_KEYS.
        const { core } = await openCore(config, log);
        await core.close();
        print(applied.length === 0 ? 'The database is up to date.' : `Migrated: ${applied.join(', ')}.`);
        if (partitionByMonth !== null) print(await partition(database, partitionByMonth, steps.log));
        if (keyByCompany) print(await keyAll(database, steps.log));
      } finally {
        await lock.release();
      }
    });
};

async function partition(database: DatabaseConnection, which: Several | Partitioned, log: CoreLog): Promise<string> {
  const names = which === 'logs' || which === 'all' ? SEVERAL[which] : [which];
  const converted: string[] = [];
  for (const name of names) converted.push(...(await PARTITIONED[name](database, log)));
  if (converted.length === 0) return 'All of it is in partitions by month already.';
  return `In partitions by month now: ${converted.join(', ')}.`;
}

async function keyAll(database: DatabaseConnection, log: CoreLog): Promise<string> {
  const { keyWebhooksByCompany } = await loadWebhooks();
  const changed = [...(await keyCoreByCompany(database, { log })), ...(await keyWebhooksByCompany(database, { log }))];
  if (changed.length === 0) return 'Every key begins with the company already.';
  return `Keys begin with the company now: ${changed.join(', ')}.`;
}
