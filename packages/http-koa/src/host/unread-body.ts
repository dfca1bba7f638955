import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CoreLog, guardedHandler } from '@shaon/core';

/** How much of a body may arrive after the answer, and for how long. */
interface UnreadBodyLimits {
  readonly bytes: number;
  readonly ms: number;
}

const LIMITS: UnreadBodyLimits = { bytes: 10 * 1024 * 1024, ms: 5_000 };
const CHECK_INTERVAL_MS = 100;

/**
 * Closes the connection of a call that was answered without its body, such as by 401, if the body does not end soon.
 * Node discards such a body until the deadline of the whole request. Closing at once would reset the connection, and
 * the sender might lose the answer.
 */
export function limitUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  log: CoreLog,
  limits: UnreadBodyLimits = LIMITS,
): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return;
  const watch = guardedHandler(log, 'end of an answer before its body', () => {
    if (request.complete) return;
    const { socket } = request;
    const answeredAt = performance.now();
    const readBefore = socket.bytesRead;
    // Asked again and again, because a listener for the socket's data can make Node stop reading from it.
    const check = guardedHandler(log, 'unread body', () => {
      const isTooLong = socket.bytesRead - readBefore > limits.bytes || performance.now() - answeredAt > limits.ms;
      if (request.complete || socket.destroyed) clearInterval(timer);
      else if (isTooLong) socket.destroySoon();
    });
    const timer: NodeJS.Timeout = setInterval(check, CHECK_INTERVAL_MS).unref();
  });
  response.once('finish', watch);
}
