import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardedHandler, ShaonError } from '@shaon/core';
import { aggregatedMetrics } from './cluster-metrics.ts';
import { isReadyMessage } from './cluster-worker.ts';
import type { CommandContext } from './commands/command.ts';
import { assertEnoughFor } from './config-rules.ts';
import type { HostLog } from './log.ts';
import { type MetricsServer, type MetricsServerSettings, startMetricsServer } from './metrics-server.ts';
import { requirePeer } from './optional-peers.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** A process that ended may end again at once, so its successor waits. */
const RESTART_AFTER_MS = 1_000;

/**
 * Runs several servers on one port. They share only the database and the store of the limit; one that dies is replaced.
 * If one cannot start at the beginning, all stop and the reason is on the standard error.
 */
export async function serveWithCluster({ config, log }: CommandContext): Promise<void> {
  assertEnoughFor('sending', config);
  let isStopping = false;
  let metrics: MetricsServer | null = null;
  const exitCallbacks = new Map<Worker, () => void>();
  const serving = new Set<Worker>();

  const fork = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork({ SHAON_PROCESSES: String(config.processes) });
      let isReady = false;
      const onMessage = (message: unknown) => {
        if (!isReadyMessage(message)) return;
        isReady = true;
        serving.add(worker);
        resolve();
      };
      const noteEnd = async (code: number | null, signal: string | null) => {
        exitCallbacks.get(worker)?.();
        serving.delete(worker);
        if (isStopping) return resolve();
        if (!isReady) return reject(new ShaonError('options_invalid', 'A process of the server could not start.'));
        try {
          log.error({ process: worker.process.pid, code, signal }, 'A process of the server ended; it is replaced');
        } finally {
          await replace();
        }
      };
      const noteFailure = async (error: unknown) => {
        try {
          log.warn({ err: error }, 'A process of the server cannot be reached');
        } finally {
          // A process that could not be made does not end either, so nothing else would replace it.
          if (worker.process.pid === undefined) await noteEnd(null, null);
        }
      };
      worker.on('message', guardedHandler(log, 'message of a process', onMessage));
      worker.once('exit', guardedHandler(log, 'end of a process', noteEnd));
      worker.on('error', guardedHandler(log, 'channel to a process', noteFailure));
    });
  const replace = async (): Promise<void> => {
    await sleep(RESTART_AFTER_MS);
    if (!isStopping) await fork().catch(replace);
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    await Promise.all(
      Object.values(cluster.workers ?? {}).map((worker) => stopWorker(worker as Worker, exitCallbacks)),
    );
    await metrics?.close();
  };

  stopOnSignal(async (signal) => {
    log.info({ signal }, 'Stopping');
    await stop();
    log.info({}, 'Stopped');
  }, log);
  try {
    await Promise.all(Array.from({ length: config.processes }, fork));
    if (config.metricsPort !== null) {
      metrics = await openClusterMetrics(
        serving,
        {
          host: config.metricsHost,
          port: config.metricsPort,
          variable: 'SHAON_METRICS_PORT',
        },
        log,
      );
    }
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ processes: config.processes, metricsPort: metrics?.port ?? null }, 'All processes are ready');
}

function stopWorker(worker: Worker, exitCallbacks: Map<Worker, () => void>): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    exitCallbacks.set(worker, resolve);
    worker.process.kill('SIGTERM');
  });
}

/** The sum of all processes' figures. */
async function openClusterMetrics(
  serving: ReadonlySet<Worker>,
  settings: MetricsServerSettings,
  log: HostLog,
): Promise<MetricsServer> {
  const { AggregatorRegistry, Registry } = await requirePeer('prom-client');
  const text = () => aggregatedMetrics(serving, AggregatorRegistry.aggregate, log);
  const figures = { contentType: new Registry().contentType, text };
  return startMetricsServer(settings, figures, log);
}
