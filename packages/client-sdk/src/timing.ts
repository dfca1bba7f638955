import { guarded } from './hooks.ts';

/** The longest delay that the timers of all runtimes support. */
const LONGEST_TIMER = 2_147_483_647;

/** Waits; a signal ends the wait by throwing its reason. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (milliseconds <= 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER));
  });
  await untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}

/** The promise, or the signal's reason if that is first, because an injected fetch may ignore signals. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const release = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(release);
  });
}

const warn = (line: string): void => console.warn(line);

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal fires, at once if it has fired; returns a function that removes the callback. Each signal
 * gets only one listener, however many calls share it, because Node warns of a leak from the eleventh on.
 */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  const callbacks = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function listen(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(signal, callbacks);
  const callAll = () => {
    for (const callback of callbacks) callback();
  };
  // A signal that is not the runtime's own may throw when it is asked for its reason.
  signal.addEventListener('abort', guarded('The abort of a call', callAll, warn), { once: true });
  return callbacks;
}

/** A signal that fires with the caller's signal or after a time. */
export interface TrySignal {
  signal: AbortSignal;
  timedOut: () => boolean;
  /** Must be called at the end of the try: it releases the timer and the caller's signal. */
  release: () => void;
}

/** Does not use `AbortSignal.any` and `.timeout`, because on some runtimes they keep long-lived signals in memory. */
export function trySignal(caller: AbortSignal | undefined, timeout: number): TrySignal {
  const controller = new AbortController();
  const abort = () => controller.abort(caller?.reason);
  let late = false;
  const expire = guarded(
    'The time limit of a call',
    () => {
      late = true;
      controller.abort(new DOMException('The request timed out', 'TimeoutError'));
    },
    warn,
  );
  const timer = timeout > LONGEST_TIMER ? undefined : setTimeout(expire, timeout);
  const release = caller === undefined ? undefined : onAbort(caller, abort);
  return {
    signal: controller.signal,
    timedOut: () => late,
    release: () => {
      clearTimeout(timer);
      release?.();
    },
  };
}
