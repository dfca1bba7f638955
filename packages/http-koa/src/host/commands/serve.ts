import cluster from 'node:cluster';
import { serveWithCluster } from '../cluster-primary.ts';
import { serveAsClusterWorker } from '../cluster-worker.ts';
import { readDemoSignIns } from '../demo/demo-sign-ins.ts';
import { describeDemo, readDemoToken } from '../demo/demo-token.ts';
import { collectGarbageOfLoading } from '../heap.ts';
import { createHost } from '../host.ts';
import { ADMIN_PATH } from '../paths.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { type AddCommand, commandContext, print } from './command.ts';

export const addServe: AddCommand = (program) => {
  program
    .command('serve')
    .description('serve the API, and deliver messages and webhooks')
    .option('--processes <number>', 'as SHAON_PROCESSES')
    .action(async (options: { processes?: string }) => {
      const overrides = options.processes === undefined ? {} : { SHAON_PROCESSES: options.processes };
      const context = commandContext({ server: true, overrides });
      if (cluster.isWorker) await serveAsClusterWorker(context);
      else if (context.config.processes > 1) await serveWithCluster(context);
      else await serve(context);
    });
};

async function serve({ config, log }: ReturnType<typeof commandContext>): Promise<void> {
  const host = createHost(config, log);
  stopOnSignal(
    async (signal) => {
      log.info({ signal }, 'Stopping');
      await host.stop();
      log.info({}, 'Stopped');
    },
    log,
    { isReading: () => host.isReading },
  );
  const { url, baseUrl, metricsPort } = await host.start();
  await collectGarbageOfLoading(log);
  log.info({ listening: url, baseUrl, metricsPort }, 'Shaon is ready');
  const docsUrl = config.docs ? `${url}/docs` : null;
  const signInUrl = `${new URL(baseUrl).origin}${ADMIN_PATH}/`;
  const demoToken = readDemoToken(config.dataDir);
  if (demoToken !== null)
    print(
      describeDemo(
        { dataDir: config.dataDir, baseUrl, docsUrl, signInUrl, signIns: readDemoSignIns(config.dataDir) },
        demoToken,
        { isTerminal: process.stdout.isTTY },
      ),
    );
  else if (process.stdout.isTTY)
    print(
      `Shaon is ready.\n  Pages: ${signInUrl}\n  API:   ${baseUrl}${docsUrl === null ? '' : `\n  Docs:  ${docsUrl}`}`,
    );
}
