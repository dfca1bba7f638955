import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { describeError } from './log-errors.ts';

export type HostLog = Logger;

/** Under these names a value may be a secret or a person's: it is left out, at the top and one or two levels down. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'signature',
  'keys',
  'salary',
  'id_number',
  'idNumber',
  'parameters',
  'body',
];

/**
 * The log: one JSON object a line on the standard output, without secrets (DESIGN, The host). Errors pass
 * `describeError`; of a URL only the part before its query is written, since a token or an ID number may have been put
 * into the wrong parameter (D:K2).
 */
export function createLog(options: { level: LevelWithSilent; to?: DestinationStream }): HostLog {
  const settings = {
    level: options.level,
    base: { pid: process.pid },
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[left out]' },
    serializers: { err: describeError, error: describeError, cause: describeError, url: pathOf, path: pathOf },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return options.to === undefined ? pino(settings) : pino(settings, options.to);
}

/** `/api/v1/employees?token=…` → `/api/v1/employees` */
function pathOf(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[?#]/, 1)[0] : value;
}
