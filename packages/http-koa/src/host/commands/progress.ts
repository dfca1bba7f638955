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

/** How often a line is written if it cannot be overwritten. */
const QUIET_MS = 10_000;
const LIVELY_MS = 500;

/** How far the rows of a file, or of a table, are. */
interface RowProgress {
  readonly file: string;
  readonly rows: number;
  readonly isDone: boolean;
}

/** Shows each file's rows and rows/s on the standard error: one updated line on a terminal, else periodic lines. */
export function showProgress({ stderr: stream }: Pick<Shell, 'stderr'>): (progress: RowProgress) => void {
  let file = '';
  let startedAt = 0;
  let shownAt = 0;
  return ({ file: name, rows, isDone }) => {
    const now = performance.now();
    if (name !== file) {
      file = name;
      startedAt = now;
      shownAt = now;
    }
    if (!isDone && now - shownAt < (stream.isTTY ? LIVELY_MS : QUIET_MS)) return;
    shownAt = now;
    const seconds = Math.max((now - startedAt) / 1_000, 0.001);
    const text = `${name}: ${rows === 1 ? '1 row' : `${rows} rows`}, ${Math.round(rows / seconds)} rows/s`;
    stream.write(stream.isTTY ? `\r\x1b[K${text}${isDone ? '\n' : ''}` : `${text}\n`);
  };
}
