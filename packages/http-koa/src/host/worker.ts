import { Background } from './background.ts';
import type { HostLog } from './log.ts';
import type { OpenCore } from './open-core.ts';
import type { HostConfig } from './settings.ts';

/** Work of a process besides answering: it sends messages and webhooks, prunes, and sums up the audit. */
interface RunningWorkers {
  stop(graceMs: number): Promise<void>;
}

const FIRST_PRUNE_SECONDS = 300;
const PRUNE_SECONDS = 6 * 3600;
/** Pages also read rows that are not summed up yet, so this only affects their speed. */
const SUM_UP_SECONDS = 60;

/**
 * Starts delivering, in a server's process or in a separate one (`shaon worker`).
 *
 * @param options.isSending false in a server that leaves sending to `shaon worker` (SHAON_SERVE_SENDS)
 */
export async function startWorkers(
  opened: OpenCore,
  config: HostConfig,
  log: HostLog,
  { isSending }: { readonly isSending: boolean },
): Promise<RunningWorkers> {
  const { core, webhooks } = opened;
  if (isSending) {
    await webhooks.start();
    core.messages.start();
  }
  const background = new Background(log);
  background.start({
    name: 'prune',
    firstAfterSeconds: FIRST_PRUNE_SECONDS,
    everySeconds: PRUNE_SECONDS,
    run: async () => {
      await core.prune({ auditMonths: config.auditMonths });
      await webhooks.prune();
    },
  });
  background.start({
    name: 'sum up the use of tokens',
    firstAfterSeconds: SUM_UP_SECONDS,
    everySeconds: SUM_UP_SECONDS,
    run: () => core.tokenUse.sumUp(),
  });
  return {
    stop: async (graceMs) => {
      await Promise.all([webhooks.stop(graceMs), core.messages.stop(), background.stop(graceMs)]);
    },
  };
}
