import type { CoreLog } from '../log.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { SINGLE_READ, SlowReadings } from './slow-reading.ts';

/**
 * Where SQLite reads: what should be quick on the thread of the event loop, by `readOnLoop`, since handing it over would
 * take longer; what may take long on a thread of its own.
 *
 * @param options.readsAtOnce whether `readOnLoop` has read when it returns, and not only when its promise resolves
 */
export function sqliteReadings(
  { readerThreads }: Connections,
  log: CoreLog,
  readOnLoop: RunStatement,
  { readsAtOnce }: { readonly readsAtOnce: boolean },
): Pick<Engine, 'read' | 'readFor'> {
  const slow = new SlowReadings(log);
  const watched = (place: string): RunStatement => {
    if (readsAtOnce) {
      return (text, values) => {
        const startedAt = performance.now();
        const rows = readOnLoop(text, values);
        slow.note(place, startedAt);
        return rows;
      };
    }
    return (text, values) => {
      const startedAt = performance.now();
      return readOnLoop(text, values).finally(() => slow.note(place, startedAt));
    };
  };
  return {
    read: watched(SINGLE_READ),
    readFor({ kind, place }, company) {
      if (kind === 'list' || readerThreads === null) return watched(place);
      return (text, values) => readerThreads.read({ place, company }, text, values, watched(place));
    },
  };
}
