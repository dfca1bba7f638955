/** Where core tells what an operator should know; a pino logger fits. Fields never hold secrets or personal data. */
export interface CoreLog {
  /** What went as planned. */
  info(fields: Record<string, unknown>, message: string): void;
  /** What somebody should look at. */
  warn(fields: Record<string, unknown>, message: string): void;
  /** What failed, and was not answered to anybody. */
  error(fields: Record<string, unknown>, message: string): void;
}

/** A log that says nothing. */
export const silentLog: CoreLog = { info() {}, warn() {}, error() {} };
