import { generateKey } from '@shaon/core';
import { type AddCommand, print } from './command.ts';

export const addKeys: AddCommand = (program) => {
  const keys = program.command('keys').description('the keys that encrypt what must not lie in clear text');
  keys
    .command('new')
    .description('print a new entry for SHAON_KEYS')
    .argument('[id]', 'its name: 1 to 32 letters, digits, - or _')
    .action((id?: string) => print(generateKey(id)));
};
