import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { describeError } from './log-errors.ts';

/** The host's log, a pino logger: one JSON object a line, without secrets. */
export type HostLog = Logger;

/** Under these names, in any case, a value may be a secret or a person's: it is left out, however deep. */
const SECRET_NAMES = new Set([
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'signature',
  'keys',
  'salary',
  'id_number',
  'idnumber',
  'parameters',
  'body',
]);
/** Here stands what was thrown, which need not be an error. */
const ERROR_NAMES = new Set(['err', 'error', 'cause']);
const LEFT_OUT = '[left out]';
const DEEPEST = 5;

/**
 * The log: one JSON object a line on the standard output, without secrets (DESIGN, The host). Errors pass
 * `describeError`; of a URL only the part before its query is written, since a token or an ID number may have been put
 * into the wrong parameter (D:K2).
 */
export function createLog(options: { level: LevelWithSilent; to?: DestinationStream }): HostLog {
  const settings = {
    level: options.level,
    base: { pid: process.pid },
    serializers: { url: pathOf, path: pathOf },
    formatters: { level: (label: string) => ({ level: label }), log: (fields: object) => withoutSecrets(fields, 0) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(settings, options.to ?? logFile(1));
}

/** What waits for a standard output that takes nothing; then lines are lost, and not the memory. */
const MOST_UNWRITTEN_BYTES = 16 * 1024 * 1024;

/**
 * Where pino writes to a file descriptor, as it does by itself, but for a disk that is full: pino throws then, and at the
 * end of the process it waits for ever. A service goes on without its log (the audit is elsewhere, D:U6), tries again with
 * each line, and says so once on the standard error.
 */
function logFile(fd: number): DestinationStream {
  const stream = pino.destination({ dest: fd, sync: false, maxLength: MOST_UNWRITTEN_BYTES });
  let isWritable = true;
  stream.on('write', () => {
    isWritable = true;
  });
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Who has closed the other end does not want to know.
    if (isWritable && error.code !== 'EPIPE') {
      process.stderr.write(`The log cannot be written (${error.code}). Its lines are lost until it can be.\n`);
    }
    isWritable = false;
  });
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (isWritable) flushSync();
  };
  return stream;
}

/** `/api/v1/employees?token=…` → `/api/v1/employees` */
function pathOf(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[?#]/, 1)[0] : value;
}

/**
 * The same fields, those with a telling name left out. By hand: pino's own redaction by wildcard costs 30 µs a
 * line, this 1 µs.
 */
function withoutSecrets(fields: object, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (SECRET_NAMES.has(name.toLowerCase())) shown[name] = LEFT_OUT;
    else if (ERROR_NAMES.has(name)) shown[name] = describeError(value);
    else shown[name] = valueWithoutSecrets(value, depth);
  }
  return shown;
}

function valueWithoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= DEEPEST) return LEFT_OUT;
  if (Array.isArray(value)) return value.map((item: unknown) => valueWithoutSecrets(item, depth + 1));
  return isPlain(value) ? withoutSecrets(value, depth + 1) : value;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
