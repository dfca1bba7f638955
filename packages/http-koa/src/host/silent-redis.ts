import { guardedHandler } from '@shaon/core/extension';
import type { Redis } from 'ioredis';
import type { HostLog } from './log.ts';

/**
 * Replaces a connection to Redis that the network has dropped silently. By itself it would last until TCP gives up, a
 * quarter of an hour later, and each process would count alone. The client's own `socketTimeout` may end the next
 * connection too, because a lost one leaves its timer behind.
 *
 * @returns `update`, to be called with true when Redis stops answering, and with false when it answers again
 */
export function replaceWhenSilent(client: Pick<Redis, 'status' | 'disconnect'>, silentMs: number, log: HostLog) {
  let timer: NodeJS.Timeout | undefined;
  const replace = guardedHandler(log, 'end of a silent connection to Redis', () => {
    if (client.status === 'ready') client.disconnect(true);
  });
  return {
    update(isAway: boolean): void {
      clearTimeout(timer);
      timer = isAway ? setTimeout(replace, silentMs).unref() : undefined;
    },
  };
}
