import { type DatabaseConnection, migrateCore, moveTables, type TableProgress } from '@shaon/core';
import { assertWebhookSchema, migrateWebhooks, WEBHOOK_TABLES } from '@shaon/webhooks';
import { databaseConnection, databaseType, makeDatabase, requireDatabase, sessionConnection } from '../database.ts';
import { openCore } from '../open-core.ts';
import { assertAnother, forOtherDatabase } from '../other-database.ts';
import type { HostConfig } from '../settings.ts';
import { type HeldLock, lockSqliteFile } from '../sqlite-file-lock.ts';
import { type AddCommand, commandContext } from './command.ts';
import { showProgress } from './progress.ts';
import type { Shell } from './shell.ts';

/** docs/maintenance.md. */
export const addMove: AddCommand = (program, shell) => {
  program
    .command('move')
    .description('copy the whole installation into another, empty database; every server and worker must be stopped')
    .requiredOption('--to <url>', 'the target: postgres://user@host/database, or sqlite:path')
    .action(({ to }: { readonly to: string }) => move(shell, to));
};

async function move(shell: Shell, url: string): Promise<void> {
  const { config, log } = commandContext(shell, { needs: 'database' });
  const from = sessionConnection(config);
  const to = databaseConnection(forOtherDatabase(config, '--to', url));
  await requireDatabase(from);
  // Otherwise the lock of the source would be refused to the target, as that of another process.
  assertAnother(from, to, '--to names the database of your settings. Name the one to copy it into.');
  const locks: HeldLock[] = [];
  try {
    locks.push(await lockSqliteFile(from, 'move'));
    // Checks the schema and the keys, because ciphertexts are moved unchanged. Runs before a file is created for the
    // target.
    const { core } = await openCore(config, log);
    await core.close();
    await namingTarget(shell, async () => {
      await makeDatabase(to);
      locks.push(await lockSqliteFile(to, 'move'));
      await migrateCore(to, { log });
      await migrateWebhooks(to);
    });
    const compared = await namingFailedTable(shell, (onProgress) =>
      moveTables({ from, to, added: { tables: WEBHOOK_TABLES, assertSchema: assertWebhookSchema }, log, onProgress }),
    );
    for (const { table, from } of compared) shell.print(`${table}  ${from.rows}  ${from.checksum}`);
    shell.print(`All ${compared.length} tables are equal there, by rows and checksum.`);
    shell.print(remainingSteps(config, to));
  } finally {
    for (const lock of locks.reverse()) await lock.release();
  }
}

/** Says that a failed step was one on the target, because the error may be the same for both databases. */
async function namingTarget(shell: Shell, prepare: () => Promise<void>): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    shell.tell('The target could not be prepared.');
    throw error;
  }
}

/** Writes the progress, and which table a copy failed in. */
async function namingFailedTable<T>(
  shell: Shell,
  copy: (note: (progress: TableProgress) => void) => Promise<T>,
): Promise<T> {
  const show = showProgress(shell);
  let table: string | null = null;
  try {
    return await copy((progress) => {
      table = progress.isDone ? null : progress.table;
      show({ ...progress, file: progress.table });
    });
  } catch (error) {
    if (table !== null) shell.tell(`${table}: could not be copied. The target holds no row of the source.`);
    throw error;
  }
}

/** Hints about the keys, which no database holds, and about what the old installation would still do. */
function remainingSteps(config: HostConfig, to: DatabaseConnection): string {
  const keys =
    config.keys === null
      ? `the keys of ${config.dataDir}/keys, ${to.type === 'postgres' ? 'as SHAON_KEYS' : 'as the file keys in SHAON_DATA_DIR'}`
      : 'the same SHAON_KEYS';
  const old = databaseType(config) === 'sqlite' ? 'The old file' : 'The old database';
  return [
    `Moved. Give the new host ${keys}.`,
    `${old} is as it was: start nothing on it again, or its webhooks and messages are sent a second time.`,
  ].join('\n');
}
