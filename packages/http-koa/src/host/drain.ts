import type { RequestListener, Server } from 'node:http';
import { type CoreLog, guardedHandler } from '@shaon/core';
import { onRequestEnd } from './request-end.ts';

/** Counts the requests in progress, so that a stop can wait for those that began before it. */
export class RequestsInProgress {
  readonly #log: CoreLog;
  #count = 0;
  #whenNone: (() => void) | null = null;

  constructor(log: CoreLog) {
    this.#log = log;
  }

  /** @param isCounted false for requests during a stop: they are refused at once and must not prolong the wait */
  counting(listener: RequestListener, isCounted: () => boolean): RequestListener {
    const noteEnd = () => {
      this.#count -= 1;
      if (this.#count === 0) this.#whenNone?.();
    };
    return (request, response) => {
      if (isCounted()) {
        this.#count += 1;
        onRequestEnd({ log: this.#log, name: 'end of a request' }, request, response, noteEnd);
      }
      return listener(request, response);
    };
  }

  /** Resolves when all have ended, or after `graceMs`. */
  async ended(graceMs: number): Promise<void> {
    if (this.#count === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#whenNone = resolve;
      timer = setTimeout(resolve, graceMs);
    });
    clearTimeout(timer);
  }

  get count(): number {
    return this.#count;
  }
}

/** How long the last refusals have to be sent. */
const LAST_ANSWERS_MS = 500;

/** Accepts no more connections and ends the open ones: idle ones at once, all others soon. */
export async function closeServer(server: Server, log: CoreLog): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cutOff = guardedHandler(log, 'cutting off connections', () => server.closeAllConnections());
  const cut = setTimeout(cutOff, LAST_ANSWERS_MS);
  await closed;
  clearTimeout(cut);
}
