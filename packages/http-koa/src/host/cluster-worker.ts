import { guardedHandler } from '@shaon/core/extension';
import type { Registry } from 'prom-client';
import { answerMetricsRequests } from './cluster-metrics.ts';
import type { CommandContext } from './commands/command.ts';
import { collectGarbageOfLoading } from './heap.ts';
import { createHost } from './host.ts';
import { exitAfterLogs } from './log.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const READY = { type: 'shaon-ready' } as const;

/** Whether a child process reports that it serves. */
export function isReadyMessage(message: unknown): boolean {
  return (message as { type?: unknown } | null)?.type === READY.type;
}

/** A server that shares its port with others; started by `serveWithCluster`. */
export async function serveAsClusterWorker({ config, log }: CommandContext): Promise<void> {
  const host = createHost(config, log, { partOfMany: true });
  stopOnSignal(
    () => host.stop(),
    log,
    () => host.isReading,
  );
  // Without the first process, nothing else could stop this one.
  process.once(
    'disconnect',
    guardedHandler(log, 'end of the first process', () => host.stop().finally(() => exitAfterLogs(1))),
  );
  const { url, baseUrl, metrics } = await host.start();
  await collectGarbageOfLoading(log);
  if (metrics !== null) answerMetricsRequests(metrics.registry as Registry, log);
  log.info({ listening: url, baseUrl }, 'Shaon is ready');
  // An error of the channel goes to the callback; without one Node would emit it as an event.
  process.send?.(READY, undefined, undefined, () => undefined);
}
