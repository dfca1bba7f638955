import type { CoreLog } from '../log.ts';
import type { Connections } from './data-source.ts';
import type { Engine, RunStatement } from './engine.ts';
import { SINGLE_READ, SlowLists, SlowReadings } from './slow-reading.ts';

/**
 * Decides where SQLite reads. Quick reads run by `readOnLoop` on the event loop's thread, because handing them over
 * would take longer; long readings, and lists while they are slow, run on reader threads.
 *
 * @param options.readsAtOnce whether `readOnLoop` has read when it returns, not only when its promise resolves
 */
export function sqliteReadings(
  { readerThreads }: Connections,
  log: CoreLog,
  readOnLoop: RunStatement,
  { readsAtOnce }: { readonly readsAtOnce: boolean },
): Pick<Engine, 'read' | 'readFor'> {
  const slowReadings = new SlowReadings(log);
  const slowLists = new SlowLists();
  const watched = (name: string, lists: SlowLists | null = null): RunStatement => {
    const note = (text: string, startedAt: number) => {
      if (slowReadings.note(name, startedAt)) lists?.add(text);
    };
    if (readsAtOnce) {
      return (text, values) => {
        const startedAt = performance.now();
        const rows = readOnLoop(text, values);
        note(text, startedAt);
        return rows;
      };
    }
    return (text, values) => {
      const startedAt = performance.now();
      return readOnLoop(text, values).finally(() => note(text, startedAt));
    };
  };
  return {
    read: watched(SINGLE_READ),
    readFor({ kind, name }, company) {
      if (readerThreads === null) return watched(name);
      if (kind === 'long') {
        return (text, values) => readerThreads.read({ name, company }, text, values, watched(name));
      }
      const onLoop = watched(name, slowLists);
      return (text, values) => {
        if (!slowLists.has(text)) return onLoop(text, values);
        const noteRun = (tookMs: number) => slowLists.noteOnThread(text, tookMs);
        return readerThreads.read({ name, company }, text, values, onLoop, { noteRun });
      };
    },
  };
}
