import { setTimeout as sleep } from 'node:timers/promises';
import { guardedHandler } from '@shaon/core';
import type { HostLog } from './log.ts';

/** Work that a process does besides answering. */
interface BackgroundWork {
  readonly name: string;
  /** Seconds from the end of one run to the start of the next. */
  readonly everySeconds: number;
  /** Seconds to the first run. Less than a day, so that a server that restarts daily prunes too. */
  readonly firstAfterSeconds: number;
  run(): Promise<unknown>;
}

/**
 * Runs work repeatedly until stopped. After a failure, which is logged, the next run still follows. A stop waits for a
 * run at most `graceMs`: a prune of millions of rows takes many minutes. The database, which is closed next, cuts it off
 * between two of its transactions, or undoes the last one.
 */
export function startBackground(work: BackgroundWork, log: HostLog): { stop(graceMs: number): Promise<void> } {
  const { name } = work;
  let isStopped = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout;
  const runAfter = (seconds: number): void => {
    const begin = guardedHandler(log, `background work: ${name}`, () => {
      running = run().finally(() => {
        if (!isStopped) runAfter(work.everySeconds);
      });
      return running;
    });
    timer = setTimeout(begin, seconds * 1_000).unref();
  };
  const run = async (): Promise<void> => {
    try {
      await work.run();
    } catch (error) {
      if (isStopped) log.info({ work: name }, 'Background work was cut off by the stop');
      else log.error({ err: error, work: name }, 'Background work failed; it is tried again');
    }
  };
  runAfter(work.firstAfterSeconds);
  return {
    stop: async (graceMs) => {
      isStopped = true;
      clearTimeout(timer);
      const graceEnded = new AbortController();
      await Promise.race([running, sleep(graceMs, null, { signal: graceEnded.signal })]).catch(() => undefined);
      graceEnded.abort();
    },
  };
}
