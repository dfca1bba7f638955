import type { AddCommand } from './command.ts';
import { withCore } from './with-core.ts';

export const addPrune: AddCommand = (program, shell) => {
  program
    .command('prune')
    .description('remove what is past its retention; a running server does it by itself')
    .action(() =>
      withCore(shell, { alone: 'prune' }, async ({ core, webhooks }, { config }) => {
        await core.prune({
          auditMonths: config.auditMonths,
          onProgress: ({ name, removed }) => shell.print(`${name}: ${removed} removed`),
        });
        const { deliveries, cancelled } = await webhooks.prune();
        shell.print(`webhook deliveries: ${deliveries} removed, ${cancelled} held too long and cancelled`);
      }),
    );
};
