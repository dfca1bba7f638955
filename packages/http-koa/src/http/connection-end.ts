import type { Socket } from 'node:net';
import { guardedHandler, silentLog } from '@shaon/core';

const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `handler`, which must not throw, when the connection is gone; returns a function that removes it. The requests
 * of a connection share one listener on its socket, because Node reports a leak from the eleventh on.
 */
export function onConnectionEnd(socket: Socket, handler: () => void): () => void {
  const handlers = waiting.get(socket) ?? watchSocket(socket);
  handlers.add(handler);
  return () => handlers.delete(handler);
}

function watchSocket(socket: Socket): Set<() => void> {
  const handlers = new Set<() => void>();
  waiting.set(socket, handlers);
  const endAll = guardedHandler(silentLog, 'end of a connection', () => {
    for (const handler of handlers) handler();
  });
  socket.once('close', endAll);
  return handlers;
}
