import type { Registry } from 'prom-client';
import { answerMetricsRequests } from './cluster-metrics.ts';
import type { CommandContext } from './commands/command.ts';
import { createHost } from './host.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const READY = { type: 'shaon-ready' } as const;

/** Whether a child process reports that it serves. */
export function isReadyMessage(message: unknown): boolean {
  return (message as { type?: unknown } | null)?.type === READY.type;
}

/**
 * A server that shares its port with others; started by `serveWithCluster`. When the first process ends, Node ends this
 * one at once.
 */
export async function serveAsClusterWorker({ config, log }: CommandContext): Promise<void> {
  const host = createHost(config, log, { partOfMany: true });
  stopOnSignal(() => host.stop(), log, { hasFirstProcess: true });
  const { url, baseUrl, metrics } = await host.start();
  if (metrics !== null) answerMetricsRequests(metrics.registry as Registry, log);
  log.info({ listening: url, baseUrl }, 'Shaon is ready');
  // An error of the channel goes to the callback; without one Node would emit it as an event.
  process.send?.(READY, undefined, undefined, () => undefined);
}
