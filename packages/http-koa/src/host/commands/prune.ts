import { type AddCommand, print } from './command.ts';
import { withCore } from './with-core.ts';

export const addPrune: AddCommand = (program) => {
  program
    .command('prune')
    .description('remove what is past its retention; a running server does it by itself')
    .action(() =>
      withCore({ alone: 'prune' }, async ({ core, webhooks }, { config }) => {
        await core.prune({
          auditMonths: config.auditMonths,
          onProgress: ({ name, removed }) => print(`${name}: ${removed} removed`),
        });
        const { deliveries, cancelled } = await webhooks.prune();
        print(`webhook deliveries: ${deliveries} removed, ${cancelled} held too long and cancelled`);
      }),
    );
};
