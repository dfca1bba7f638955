import { generateKey, ShaonError } from '@shaon/core';
import type { OpenCore } from '../open-core.ts';
import type { AddCommand } from './command.ts';
import { sayingHowFar } from './progress.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

export const addKeys: AddCommand = (program, shell) => {
  const keys = program.command('keys').description('the keys that encrypt what must not lie in clear text');
  keys
    .command('new')
    .description('print a new entry for SHAON_KEYS')
    .argument('[id]', 'its name: 1 to 32 letters, digits, - or _')
    .action((id?: string) => shell.print(generateKey(id)));
  keys
    .command('rotate')
    .description('encrypt everything again under the first key of SHAON_KEYS; started again, it does what is left')
    .action(() => withCore(shell, { alone: 'keys rotate' }, (opened) => rotate(shell, opened)));
};

async function rotate(shell: Shell, { core }: OpenCore): Promise<void> {
  const say = sayingHowFar(shell);
  const report = await core.rotateKeys({
    onProgress: ({ name, rotated, failed }) => say(`${name}: ${rotated} rotated, ${failed} failed so far`),
  });
  for (const { name, rotated, failed } of report) shell.print(`${name}: ${rotated} rotated, ${failed} failed`);
  const failed = report.reduce((sum, step) => sum + step.failed, 0);
  if (failed > 0) {
    throw new ShaonError(
      'keys_mismatch',
      `${failed} values stay as they are: no key of the list opens them, as the log says of each. Keep the older keys.`,
    );
  }
  const [first] = core.extension.keys.ids;
  shell.print(`Everything is under the key ${first}. Once every process has started with it, the others can go.`);
}
