type Line = (fields: Record<string, unknown>, message: string) => void;

/** A log of core, and what of a host's log is used besides. */
interface ThrowingLog {
  readonly trace: Line;
  readonly debug: Line;
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}

/** A log that takes down which handlers have failed, as `guardedHandler` tells of them. */
export interface HandlerLog {
  readonly log: ThrowingLog;
  /** The names of the handlers that failed, in order. */
  readonly failed: string[];
  /** Waits until so many have failed. */
  untilFailed(count?: number): Promise<void>;
}

/** @param throws whether every other line throws */
export function handlerLog({ throws = false } = {}): HandlerLog {
  const failed: string[] = [];
  const line: Line = () => {
    if (throws) throw new Error('A log that throws.');
  };
  const error: Line = (fields, message) => {
    if (fields.handler === undefined) line(fields, message);
    else failed.push(String(fields.handler));
  };
  return {
    log: { trace: line, debug: line, info: line, warn: line, error },
    failed,
    async untilFailed(count = 1) {
      while (failed.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
    },
  };
}
