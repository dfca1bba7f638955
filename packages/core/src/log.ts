/** Where core tells what an operator should know; a pino logger fits. Fields never hold secrets or personal data. */
export interface CoreLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export const silentLog: CoreLog = { info() {}, warn() {}, error() {} };
