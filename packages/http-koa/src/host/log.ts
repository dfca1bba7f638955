import { isatty } from 'node:tty';
import { guardedHandler, silentLog, withoutSecrets } from '@shaon/core';
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { nullIfNoAnswer } from './null-if-no-answer.ts';
import { withoutLinkSecret } from './paths.ts';
import { terminalLine } from './terminal-line.ts';

/** The host's log, a pino logger. */
export type HostLog = Logger;

/** A stream of a process says whether it is a terminal. */
type LogStream = DestinationStream & { readonly isTTY?: boolean };

/**
 * The log, without secrets, on the standard output: one JSON object per line, on a terminal a line for people
 * (D:A64). Errors pass `describeError`; a URL is written without its query, because somebody may have put a token or an
 * ID number into the wrong parameter (D:K2).
 */
export function createLog(options: { level: LevelWithSilent; to?: LogStream }): HostLog {
  const settings = {
    level: options.level,
    base: { pid: process.pid },
    serializers: { url: pathOf, path: pathOf },
    formatters: { level: (label: string) => ({ level: label }), log: withoutSecrets },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const to = options.to ?? logFile(1);
  const isTerminal = options.to === undefined ? isatty(1) : options.to.isTTY === true;
  return pino(settings, isTerminal ? { write: (json) => to.write(terminalLine(json)) } : to);
}

/** How much may wait for a blocked standard output. Beyond it lines are dropped, to save memory. */
const MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024;

/**
 * pino's stream to a file descriptor, changed for a full disk: pino would throw then, and wait forever at the end of
 * the process. A service continues without its log, because the audit is elsewhere (D:U6). It tries again with each
 * line, and reports the fault once on the standard error.
 */
function logFile(fd: number): DestinationStream {
  const stream = pino.destination({ dest: fd, sync: false, maxLength: MAX_UNWRITTEN_BYTES });
  let isWritable = true;
  let isWritten = true;
  const write = stream.write.bind(stream);
  stream.write = (line) => {
    isWritten = false;
    return write(line);
  };
  stream.on('drain', () => {
    isWritten = true;
  });
  stream.on('write', () => {
    isWritable = true;
  });
  stream.on(
    'error',
    // The log cannot tell of it, because the log is what fails.
    guardedHandler(silentLog, 'line that the log cannot write', (error: NodeJS.ErrnoException) => {
      const wasWritable = isWritable;
      isWritable = false;
      // EPIPE: the reader of the log has closed it and knows that.
      if (!wasWritable || error.code === 'EPIPE') return;
      process.stderr.write(`The log cannot be written (${error.code}). Its lines are lost until it can be.\n`);
    }),
  );
  const written = () =>
    new Promise<void>((resolve) => {
      if (isWritten || !isWritable) resolve();
      else stream.once('drain', resolve).once('error', resolve);
    });
  writtenLogs.push(written);
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (isWritable) flushSync();
  };
  return stream;
}

/** Each waits until a log of this process is written, or cannot be. */
const writtenLogs: (() => Promise<void>)[] = [];

/**
 * Ends the process when its logs are written or cannot be, but waits three seconds at most. `process.exit` alone would
 * try forever to write lines to a full disk, or to a reader who has gone, if nobody knew of that yet.
 */
export async function exitAfterLogs(code: number): Promise<never> {
  await nullIfNoAnswer(Promise.all(writtenLogs.map((written) => written())));
  process.exit(code);
}

/** `/api/v1/employees?token=…` → `/api/v1/employees`; also hides the secret of a link. */
function pathOf(value: unknown): unknown {
  return typeof value === 'string' ? withoutLinkSecret(value.split(/[?#]/, 1)[0] ?? '') : value;
}
