import { missingBaseUrl } from '../addresses.ts';
import { readDemoSignIns } from '../demo/demo-sign-ins.ts';
import { describeDemo, readDemoToken } from '../demo/demo-token.ts';
import { createHost } from '../host.ts';
import { ADMIN_PATH } from '../paths.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { type AddCommand, type CommandContext, commandContext } from './command.ts';
import type { Shell } from './shell.ts';

export const addServe: AddCommand = (program, shell) => {
  program
    .command('serve')
    .description('serve the API, and deliver messages and webhooks')
    .action(async () => {
      const context = commandContext(shell, { server: true });
      const advice = missingBaseUrl(context.config);
      if (advice !== null) context.log.warn({}, advice);
      await serve(shell, context);
    });
};

async function serve(shell: Shell, { config, log }: CommandContext): Promise<void> {
  const host = createHost(config, log);
  stopOnSignal(
    async (signal) => {
      log.info({ signal }, 'Stopping');
      await host.stop();
      log.info({}, 'Stopped');
    },
    log,
    () => host.isReading,
  );
  const { url, rootUrl, baseUrl, metricsPort } = await host.start();
  log.info({ listening: url, baseUrl, metricsPort }, 'Shaon is ready');
  const docsUrl = config.docs ? `${rootUrl}/docs` : null;
  const signInUrl = `${rootUrl}${ADMIN_PATH}/`;
  const demoToken = readDemoToken(config.dataDir);
  if (demoToken !== null)
    shell.print(
      describeDemo(
        { dataDir: config.dataDir, baseUrl, docsUrl, signInUrl, signIns: readDemoSignIns(config.dataDir) },
        demoToken,
        { isTerminal: shell.stdout.isTTY === true },
      ),
    );
  else if (shell.stdout.isTTY)
    shell.print(
      `Shaon is ready.\n  Pages: ${signInUrl}\n  API:   ${baseUrl}${docsUrl === null ? '' : `\n  Docs:  ${docsUrl}`}`,
    );
}
