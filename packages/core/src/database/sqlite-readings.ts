import type { CoreLog } from '../log.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { SINGLE_READ, SlowReadings } from './slow-reading.ts';

/**
 * Decides where SQLite reads. Quick reads run by `readOnLoop` on the event loop's thread, because handing them over
 * would take longer; slow ones run on a reader thread.
 *
 * @param options.readsAtOnce whether `readOnLoop` has read when it returns, not only when its promise resolves
 */
export function sqliteReadings(
  { readerThreads }: Connections,
  log: CoreLog,
  readOnLoop: RunStatement,
  { readsAtOnce }: { readonly readsAtOnce: boolean },
): Pick<Engine, 'read' | 'readFor'> {
  const slow = new SlowReadings(log);
  const watched = (name: string): RunStatement => {
    if (readsAtOnce) {
      return (text, values) => {
        const startedAt = performance.now();
        const rows = readOnLoop(text, values);
        slow.note(name, startedAt);
        return rows;
      };
    }
    return (text, values) => {
      const startedAt = performance.now();
      return readOnLoop(text, values).finally(() => slow.note(name, startedAt));
    };
  };
  return {
    read: watched(SINGLE_READ),
    readFor({ kind, name }, company) {
      if (kind === 'list' || readerThreads === null) return watched(name);
      return (text, values) => readerThreads.read({ name, company }, text, values, watched(name));
    },
  };
}
