import type { CoreLog } from '@shaon/core';

export interface NotedLog extends CoreLog {
  /** Texts of warnings and errors, as they came. */
  readonly notes: string[];
}

/** Counts what the sender complains of: a hot loop would show in it. */
export function notedLog(): NotedLog {
  const notes: string[] = [];
  const note = (_fields: Record<string, unknown>, message: string) => void notes.push(message);
  return { notes, info() {}, warn: note, error: note };
}
