import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CoreLog, guardedHandler } from '@shaon/core';
import { onConnectionEnd } from '../http/connection-end.ts';

/**
 * Calls `handler` once when a request is over: its answer was sent, or its connection is gone. A response that waits
 * behind another one on a closing connection (pipelining) emits no `close`. Errors of the handler go to the log with
 * `name`.
 */
export function onRequestEnd(
  { log, name }: { readonly log: CoreLog; readonly name: string },
  { socket }: IncomingMessage,
  response: ServerResponse,
  handler: () => void,
): void {
  let isOver = false;
  const end = guardedHandler(log, name, () => {
    if (isOver) return;
    isOver = true;
    forget();
    handler();
  });
  const forget = onConnectionEnd(socket, end);
  response.once('close', end);
}
