import { PerformanceObserver, type PerformanceObserverEntryList } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { guardedHandler } from '@shaon/core/extension';
import type { HostLog } from './log.ts';
import { allowYoungSpaceGrowth, isConfigured, isYoungSpaceConfigured } from './young-space-growth.ts';

/*
 * Keeps a server's memory close to what it holds; by default Node keeps several times that as garbage
 * (bench/README.md, Memory). It affects the whole process, so the host decides it, not core; an operator who has set an
 * option of V8 decides it instead. While little is to do, more frequent collections cost little; under load a larger
 * heap saves CPU.
 */

const GROWTH_OPTION = '--heap-growing-percent';

/** How much a heap's old objects may grow before they are collected; Node's default is 300 %. */
const GROWTH_PERCENT = { calm: 20, busy: 70 };

/** For both halves of the space for new objects together; Node's default is 32 MB, and 128 MB since Node 24. */
const YOUNG_SPACE_BYTES = { calm: 8 * 1_048_576, busy: 16 * 1_048_576 };

/** So many bytes of new objects within a second are a load. */
const BUSY_BYTES = 24 * 1_048_576;
const SECOND_MS = 1_000;

type Load = 'calm' | 'busy';

/** Limits the growth of old objects and the space for new ones, by how much there is to do. */
export function keepHeapSmall(log: HostLog): void {
  const limits = [
    ...(isConfigured(GROWTH_OPTION) ? [] : [limitOldObjects()]),
    ...(isYoungSpaceConfigured() ? [] : [limitYoungSpace()]),
  ];
  let filled: readonly Filled[] = [];
  const setLimits = (begun: readonly number[]) => {
    const bytes = youngSpaceBytes();
    const last = begun.at(-1) ?? 0;
    filled = [...filled, ...begun.map((at) => ({ at, bytes: bytes / 2 }))].filter(({ at }) => at > last - SECOND_MS);
    for (const limit of limits) limit(loadOf(filled), bytes);
  };
  setLimits([]);
  // Each collection may enlarge the space for new objects, or shrink it again when there is little to do.
  const setLimitsAgain = (list: PerformanceObserverEntryList) =>
    setLimits(list.getEntries().map(({ startTime }) => startTime));
  new PerformanceObserver(guardedHandler(log, 'size of the heap', setLimitsAgain)).observe({ entryTypes: ['gc'] });
}

/** A collection. Nearly all come because one half of the space for new objects is full, so each counts as that. */
interface Filled {
  readonly at: number;
  readonly bytes: number;
}

type Limit = (load: Load, youngBytes: number) => void;

function limitOldObjects(): Limit {
  return onChange(
    (load) => GROWTH_PERCENT[load],
    (percent) => setFlagsFromString(`${GROWTH_OPTION}=${percent}`),
  );
}

function limitYoungSpace(): Limit {
  return onChange((load, bytes) => bytes < YOUNG_SPACE_BYTES[load], allowYoungSpaceGrowth);
}

function onChange<T>(of: (load: Load, youngBytes: number) => T, set: (value: T) => void): Limit {
  let last: T | undefined;
  return (...state) => {
    const value = of(...state);
    if (value !== last) set(value);
    last = value;
  };
}

function loadOf(lastSecond: readonly Filled[]): Load {
  return lastSecond.reduce((sum, { bytes }) => sum + bytes, 0) >= BUSY_BYTES ? 'busy' : 'calm';
}

function youngSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
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
