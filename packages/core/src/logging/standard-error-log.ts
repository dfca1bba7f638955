import type { CoreLog } from '../log.ts';
import { withoutSecrets } from './logged-fields.ts';

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
