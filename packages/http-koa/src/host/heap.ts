import { PerformanceObserver, type PerformanceObserverEntryList } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { guardedHandler } from '@shaon/core/extension';
import type { HostLog } from './log.ts';
import { allowYoungSpaceGrowth, isConfigured, isYoungSpaceConfigured } from './young-space-growth.ts';

const GROWTH_OPTION = '--heap-growing-percent';

/** How much a heap's old objects may grow before they are collected; Node's default is 300 %. */
const GROWTH_PERCENT = 20;

/**
 * Keeps a server's memory close to what it holds; by default Node keeps several times that as garbage. The price in CPU
 * is too small to measure (bench/README.md, Memory). It affects the whole process, so the host decides it, not core. An
 * operator who has set it decides.
 */
export function keepHeapSmall(): void {
  if (!isConfigured(GROWTH_OPTION)) setFlagsFromString(`${GROWTH_OPTION}=${GROWTH_PERCENT}`);
}

/**
 * Runs small collections, of new objects, on the thread that needs them. By default Node shares each between several
 * threads, and if these wait for a CPU core, the server stops with them (bench/README.md, Stalls).
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}

/**
 * Collects once what loading the modules left behind, 10 MB of objects and half-empty pages, which Node would keep for
 * minutes. It takes 60 to 150 ms, so it runs before the server says that it is ready. The inspector's collection also
 * moves objects together and gives pages back; `gc()` does not. A Node without an inspector serves without it.
 */
export async function collectGarbageOfLoading(log: HostLog): Promise<void> {
  try {
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connect();
    await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
  } catch (error) {
    log.debug({ err: error }, 'The garbage of loading is collected later');
  }
}

/**
 * For both halves of the space for new objects together; Node's default is 32 MB, and 128 MB since Node 24. The larger
 * one costs memory only where much is to do, and there saves half of the collections.
 */
const YOUNG_SPACE_BYTES = { calm: 8 * 1_048_576, busy: 16 * 1_048_576 };

/** So many collections of a space of one size within so long are much to do. */
const BUSY = { collections: 10, ms: 1_000 };

/** Limits the space for new objects to 8 MB, and to 16 under load, unless the operator has set its size. */
export function keepYoungSpaceSmall(log: HostLog): void {
  if (isYoungSpaceConfigured()) return;
  let begun: number[] = [];
  let bytes = 0;
  let mayGrow: boolean | undefined;
  const judge = (collections: readonly { readonly startTime: number }[]) => {
    const before = { bytes, mayGrow };
    bytes = youngSpaceBytes();
    // A smaller space is collected more often, which says nothing about this one.
    begun = bytes === before.bytes ? [...begun, ...collections.map(({ startTime }) => startTime)] : [];
    begun = begun.slice(-BUSY.collections);
    mayGrow = bytes < YOUNG_SPACE_BYTES[isBusy(begun) ? 'busy' : 'calm'];
    if (mayGrow !== before.mayGrow) allowYoungSpaceGrowth(mayGrow);
  };
  judge([]);
  // Each collection may enlarge it, or shrink it again when there is little to do.
  const judgeAgain = (list: PerformanceObserverEntryList) => judge(list.getEntries());
  new PerformanceObserver(guardedHandler(log, 'space for new objects', judgeAgain)).observe({ entryTypes: ['gc'] });
}

function isBusy(begun: readonly number[]): boolean {
  const [first = 0] = begun;
  return begun.length >= BUSY.collections && (begun.at(-1) ?? 0) - first < BUSY.ms;
}

function youngSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
