import { guardedHandler } from '@shaon/core';
import type { Redis } from 'ioredis';
import type { HostLog } from './log.ts';

/**
 * Replaces a connection to Redis that the network has dropped silently. By itself it would last until TCP gives up, a
 * quarter of an hour later, and each process would count alone. A slow Redis still sends something, and keeps its
 * connection. The client's own `socketTimeout` may end the next connection too, because a lost one leaves its timer
 * behind.
 *
 * @returns `update`, to be called with true when Redis stops answering in time, and with false when it does again
 */
export function replaceWhenSilent(
  client: Pick<Redis, 'status' | 'disconnect' | 'stream'>,
  silentMs: number,
  log: HostLog,
) {
  let timer: NodeJS.Timeout | undefined;
  const traffic = () => ({ stream: client.stream, read: client.stream.bytesRead, written: client.stream.bytesWritten });
  const check = (before: ReturnType<typeof traffic>, isAsked: boolean): void => {
    if (client.status !== 'ready') return;
    const now = traffic();
    const isSilent = now.stream === before.stream && now.read === before.read;
    if (isSilent && (isAsked || now.written > before.written)) client.disconnect(true);
    else watch(now, false);
  };
  const watch = (before: ReturnType<typeof traffic>, isAsked: boolean): void => {
    const guarded = guardedHandler(log, 'end of a silent connection to Redis', () => check(before, isAsked));
    timer = setTimeout(guarded, silentMs).unref();
  };
  return {
    update(isAway: boolean): void {
      clearTimeout(timer);
      // A call has gone without an answer already.
      if (isAway) watch(traffic(), true);
    },
  };
}
