/** The longest delay that timers of every runtime keep. */
const LONGEST_TIMER = 2_147_483_647;

/** Waits; a signal cuts the wait short by throwing its reason. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (milliseconds <= 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER));
  });
  await untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}

/** The promise, or the signal's reason if that comes first: an injected fetch may not know signals. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** A signal that a caller's signal or the time can fire. */
export interface TrySignal {
  signal: AbortSignal;
  timedOut: () => boolean;
  /** Must be called when the try is over: it lets go of the timer and of the caller's signal. */
  release: () => void;
}

/** Made by hand, since `AbortSignal.any` and `.timeout` hold on to long-lived signals on some runtimes. */
export function trySignal(caller: AbortSignal | undefined, timeout: number): TrySignal {
  const controller = new AbortController();
  let late = false;
  const abort = () => controller.abort(caller?.reason);
  const timer =
    timeout > LONGEST_TIMER
      ? undefined
      : setTimeout(() => {
          late = true;
          controller.abort(new DOMException('The request timed out', 'TimeoutError'));
        }, timeout);
  if (caller?.aborted) abort();
  caller?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => late,
    release: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}
