import type { Writable } from 'node:stream';
import type { ImportProgress } from '@shaon/core';

/** How often a line is written if it cannot be overwritten. */
const QUIET_MS = 10_000;
const LIVELY_MS = 500;

/** Shows each file's rows and rows/s on the standard error: one updated line on a terminal, else periodic lines. */
export function showProgress(stream: Writable & { readonly isTTY?: boolean }): (progress: ImportProgress) => void {
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
