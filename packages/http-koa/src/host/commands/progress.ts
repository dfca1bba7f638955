import type { CoreLog } from '@shaon/core';
import type { HostLog } from '../log.ts';
import type { Shell } from './shell.ts';

/** The log of a command whose steps may take minutes: it shows each step on the standard error as it begins. */
export function showingSteps(shell: Shell, log: HostLog): CoreLog {
  return {
    info: (fields, message) => shell.tell([message, ...Object.values(fields)].join(': ')),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}

/** Writes how far the work is on the standard error, at most once in so long. */
export function sayingHowFar(shell: Pick<Shell, 'tell'>, everyMs = 10_000): (text: string) => void {
  let saidAt = performance.now();
  return (text) => {
    const now = performance.now();
    if (now - saidAt < everyMs) return;
    saidAt = now;
    shell.tell(text);
  };
}
