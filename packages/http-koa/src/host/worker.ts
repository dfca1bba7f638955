import { startBackground } from './background.ts';
import type { HostLog } from './log.ts';
import type { OpenCore } from './open-core.ts';
import type { HostConfig } from './settings.ts';

/** Work of a process besides answering: it sends messages and webhooks, tells what the morning brings, and prunes. */
interface RunningWorkers {
  stop(graceMs: number): Promise<void>;
}

const FIRST_PRUNE_SECONDS = 300;
const PRUNE_SECONDS = 6 * 3600;
const MORNING_TIMES = { firstAfterSeconds: 60, everySeconds: 60 };

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
  const run = () => prune(opened, config);
  const times = { firstAfterSeconds: FIRST_PRUNE_SECONDS, everySeconds: PRUNE_SECONDS };
  const background = [startBackground({ name: 'prune', ...times, run }, log)];
  if (isSending)
    background.push(
      startBackground({ name: 'morning notices', ...MORNING_TIMES, run: () => core.notices.tellMorning() }, log),
    );
  return {
    stop: async (graceMs) => {
      const works = background.map((work) => work.stop(graceMs));
      await Promise.all([webhooks.stop(graceMs), core.messages.stop(), ...works]);
    },
  };
}

/** Removes what is past its retention. */
export async function prune(
  { core, webhooks }: OpenCore,
  { auditMonths }: Pick<HostConfig, 'auditMonths'>,
): Promise<void> {
  await core.prune({ auditMonths });
  await webhooks.prune();
}
