import { Closers } from '../closers.ts';
import { assertEnoughFor } from '../config-rules.ts';
import { databaseConnection, requireDatabase } from '../database.ts';
import { createProbe, webhooksStalled } from '../health.ts';
import { Lifecycle } from '../lifecycle.ts';
import type { HostLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { type OpenCore, openCore } from '../open-core.ts';
import { openOperatorDoor } from '../operator-door.ts';
import type { HostConfig } from '../settings.ts';
import { lockSqliteFile } from '../sqlite-file-lock.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { addWebhookMetrics } from '../webhook-metrics.ts';
import { startWorkers } from '../worker.ts';
import { type AddCommand, commandContext } from './command.ts';

export const addWorker: AddCommand = (program, shell) => {
  program
    .command('worker')
    .description('deliver messages and webhooks, and serve nothing')
    .action(async () => {
      const { config, log } = commandContext(shell, { server: true });
      assertEnoughFor('sending', config);
      const database = databaseConnection(config);
      await requireDatabase(database);
      const closers = new Closers();
      stopOnSignal(async (signal) => {
        log.info({ signal }, 'Stopping');
        await closers.close();
        log.info({}, 'Stopped');
      }, log);
      closers.add((await lockSqliteFile(database, 'worker')).release);
      const opened = await openCore(config, log);
      closers.add(() => opened.core.close());
      const lifecycle = new Lifecycle();
      const metricsPort = await openDoor(opened, config, lifecycle, closers, log);
      const workers = await startWorkers(opened, config, log, { isSending: true });
      closers.add(() => workers.stop(config.drainSeconds * 1_000));
      lifecycle.serve();
      closers.add(async () => lifecycle.drain());
      log.info({ metricsPort }, 'Shaon delivers');
      // Keeps the process alive while there is nothing to deliver and no port is open.
      setInterval(() => undefined, 2 ** 30);
    });
};

/** Answers operators until a stop ends; returns the port, or null if SHAON_METRICS is not set. */
async function openDoor(
  { core, webhooks }: OpenCore,
  config: HostConfig,
  lifecycle: Lifecycle,
  closers: Closers,
  log: HostLog,
): Promise<number | null> {
  if (config.metrics === null) return null;
  const metrics = await createMetrics(log);
  await addWebhookMetrics(metrics, webhooks);
  const probe = createProbe({
    core,
    lifecycle,
    audit: null,
    limitHealth: null,
    areWebhooksStalled: webhooksStalled(webhooks),
    whenStalled: 'unready',
  });
  const door = await openOperatorDoor(config.metrics, { metrics, probe, log });
  closers.add(door.close);
  return door.port;
}
