import { databaseConnection, requireDatabase } from '../database.ts';
import { type OpenCore, openCore } from '../open-core.ts';
import { lockSqliteFile } from '../sqlite-file-lock.ts';
import { type CommandContext, commandContext } from './command.ts';
import type { Shell } from './shell.ts';

/**
 * Runs a command's work on an open core and closes it.
 *
 * @param options.alone the name of a command that must not run while a server runs on SQLite
 */
export async function withCore(
  shell: Shell,
  options: { readonly alone?: string },
  work: (opened: OpenCore, context: CommandContext) => Promise<void>,
): Promise<void> {
  const context = commandContext(shell, { needs: 'database' });
  const database = databaseConnection(context.config);
  await requireDatabase(database);
  const lock = options.alone === undefined ? null : await lockSqliteFile(database, options.alone);
  try {
    const opened = await openCore(context.config, context.log);
    try {
      await work(opened, context);
    } finally {
      await opened.core.close();
    }
  } finally {
    await lock?.release();
  }
}
