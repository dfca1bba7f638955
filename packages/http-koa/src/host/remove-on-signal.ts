import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { guardedHandler, silentLog } from '@shaon/core';

const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes a file, or a folder with all that is in it, and exits on a signal that stops the process, such as Ctrl-C,
 * until the returned function is called.
 */
export function removeOnSignal(path: string): () => void {
  const remove = guardedHandler(silentLog, 'signal while a file is written', (signal: NodeJS.Signals) => {
    try {
      rmSync(path, { recursive: true, force: true });
    } finally {
      process.exit(128 + constants.signals[signal]);
    }
  });
  for (const signal of STOPPING) process.on(signal, remove);
  return () => {
    for (const signal of STOPPING) process.off(signal, remove);
  };
}
