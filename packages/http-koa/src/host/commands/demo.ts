import { makeDemo } from '../demo/demo.ts';
import { ensureDemoEndpoint, makeDemoReceiver } from '../demo/demo-receiver.ts';
import type { AddCommand } from './command.ts';
import { withCore } from './with-core.ts';

/** Creates the demo company and its receiver. */
export const addDemo: AddCommand = (program, shell) => {
  program
    .command('demo')
    .description('make the demo company, or bring it up to today; refuses a database that holds another company')
    .option('--once', 'leave an existing demo company as it is')
    .action(async (options: { readonly once?: boolean }) => {
      let company = 0;
      await withCore(shell, { alone: 'demo' }, async ({ core }, { config }) => {
        const { companyId, report } = await makeDemo(core, config.dataDir, { once: options.once === true });
        company = companyId;
        makeDemoReceiver(config.dataDir);
        if (report === null) return shell.print('The demo company is there already.');
        const { employees, attendance, leave } = report.counts;
        const written = [employees, attendance, leave].map((counts) => (counts?.created ?? 0) + (counts?.updated ?? 0));
        shell.print(
          `The demo company: ${written[0]} people, ${written[1]} days and ${written[2]} leave requests written.`,
        );
      });
      // Opened again, because the receiver's address is allowed only from now on.
      await withCore(shell, { alone: 'demo' }, async ({ webhooks }, { config }) => {
        await ensureDemoEndpoint(webhooks, config.dataDir, company);
      });
    });
};
