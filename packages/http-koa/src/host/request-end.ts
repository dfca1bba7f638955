import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type CoreLog, silentLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';

const unfinished = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `handler` once when a request is over: its answer was sent, or its connection is gone. A response that waits
 * behind another one on a closing connection (pipelining) emits no `close`, so one listener on the socket covers all
 * its requests. Errors of the handler go to the log with `name`.
 */
export function onRequestEnd(
  { log, name }: { readonly log: CoreLog; readonly name: string },
  { socket }: IncomingMessage,
  response: ServerResponse,
  handler: () => void,
): void {
  const callbacks = unfinished.get(socket) ?? watchSocket(socket);
  const end = guardedHandler(log, name, () => {
    if (callbacks.delete(end)) handler();
  });
  callbacks.add(end);
  response.once('close', end);
}

function watchSocket(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  unfinished.set(socket, callbacks);
  // Each of them is guarded separately, with its own log.
  const endAll = guardedHandler(silentLog, 'end of a connection', () => {
    for (const end of callbacks) end();
  });
  socket.once('close', endAll);
  return callbacks;
}
