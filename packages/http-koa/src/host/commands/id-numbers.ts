import { type IdNumberScope, rescopeIdNumbers } from '@shaon/core';
import { Option } from 'commander';
import { databaseConnection, requireDatabase } from '../database.ts';
import { findKeys } from '../keys-file.ts';
import { lockSqliteFile } from '../sqlite-file-lock.ts';
import { type AddCommand, commandContext } from './command.ts';
import { sayingHowFar } from './progress.ts';
import type { Shell } from './shell.ts';

const SCOPES: readonly IdNumberScope[] = ['installation', 'company'];

export const addIdNumbers: AddCommand = (program, shell) => {
  const idNumbers = program.command('id-numbers').description('within what ID numbers are unique');
  idNumbers
    .command('rescope')
    .description('change it, while no other process runs; started again, it does what is left')
    .addOption(new Option('--to <scope>', 'where a number may stand once').choices(SCOPES).makeOptionMandatory())
    .action(({ to }: { to: IdNumberScope }) => rescope(shell, to));
};

/** Opens no core, because a core refuses hashes that do not fit its scope. */
async function rescope(shell: Shell, to: IdNumberScope): Promise<void> {
  const { config, log } = commandContext(shell, { needs: 'database' });
  const database = databaseConnection(config);
  await requireDatabase(database);
  const lock = await lockSqliteFile(database, 'id-numbers rescope');
  try {
    const { keys } = await findKeys(config);
    const say = sayingHowFar(shell);
    const onProgress = ({ changed }: { changed: number }) => say(`${changed} ID numbers changed so far`);
    const { changed } = await rescopeIdNumbers({ database, keys, log }, { to, onProgress });
    shell.print(`${changed} ID numbers changed. Start every process with SHAON_ID_NUMBER_SCOPE=${to} now.`);
  } finally {
    await lock?.release();
  }
}
