import type { IncomingMessage } from 'node:http';
import { type CoreLog, guardedHandler } from '@shaon/core';

const MAX_DRAINED_BYTES = 10 * 1024 * 1024;
const MAX_DRAIN_MS = 2_000;

/**
 * Reads the rest of a refused body, within limits, and discards it: closing the connection while the sender is still
 * sending would reset it, and the sender would never see the answer.
 */
export async function drainBody(request: IncomingMessage, log: CoreLog): Promise<void> {
  await new Promise<void>((resolve) => {
    const guarded = <Values extends unknown[]>(handler: (...values: Values) => void) =>
      guardedHandler(log, 'refused body', handler);
    const timer = setTimeout(guarded(resolve), MAX_DRAIN_MS).unref();
    const finish = guarded(() => {
      clearTimeout(timer);
      resolve();
    });
    let drained = 0;
    request.on(
      'data',
      guarded((chunk: Buffer) => {
        drained += chunk.length;
        if (drained > MAX_DRAINED_BYTES) finish();
      }),
    );
    for (const event of ['end', 'close', 'error']) request.once(event, finish);
    request.resume();
  });
  request.pause();
}
