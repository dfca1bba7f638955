/** The log for operators; a pino logger fits. Fields never contain secrets or personal data. */
export interface CoreLog {
  /** Normal events. */
  info(fields: Record<string, unknown>, message: string): void;
  /** Problems that somebody should look at. */
  warn(fields: Record<string, unknown>, message: string): void;
  /** Failures that were not reported to any caller. */
  error(fields: Record<string, unknown>, message: string): void;
}

/** A log that writes nothing. */
export const silentLog: CoreLog = { info() {}, warn() {}, error() {} };
