import type { CoreLog } from '../log.ts';
import { describeError } from './described-error.ts';

/**
 * Writes warnings and errors to the standard error stream, one JSON object per line, without secrets and personal data.
 * The default log of `createCore`; `silentLog` writes nothing.
 */
export const standardErrorLog: CoreLog = {
  info() {},
  warn: (fields, message) => writeLine('warn', fields, message),
  error: (fields, message) => writeLine('error', fields, message),
};

function writeLine(level: string, fields: Record<string, unknown>, message: string): void {
  const line = { level, time: new Date().toISOString(), name: 'shaon', ...withoutSecrets(fields), msg: message };
  // `console.error` ignores a stream that nobody reads any more; writing to it directly would end the process.
  console.error(JSON.stringify(line, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));
}

/** Values under these names, in any case, may be secret or personal and are left out at any depth. */
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
/** Fields of these names hold thrown values, which need not be errors. */
const ERROR_NAMES = new Set(['err', 'error', 'cause']);
const LEFT_OUT = '[left out]';
const DEEPEST = 5;

/** The fields of a log line without those of secret names, and with errors as `describeError` shows them. */
export function withoutSecrets(fields: object): Record<string, unknown> {
  return membersWithoutSecrets(fields, 0);
}

function membersWithoutSecrets(fields: object, depth: number): Record<string, unknown> {
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
  return isPlain(value) ? membersWithoutSecrets(value, depth + 1) : value;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
