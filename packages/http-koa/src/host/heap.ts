import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { guardedHandler } from '@shaon/core/extension';
import type { HostLog } from './log.ts';
import { allowYoungSpaceGrowth, isYoungSpaceConfigured } from './young-space-growth.ts';

/** How much a heap's old objects may grow before they are collected; Node's default is 300 %. */
const GROWTH_PERCENT = 50;

/**
 * Keeps a server's memory close to what it holds; by default Node keeps several times that as garbage. The price in CPU
 * is too small to measure (bench/README.md, Memory). It affects the whole process, so the host decides it, not core.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * Runs small collections, of new objects, on the thread that needs them. By default Node shares each between several
 * threads, and if these wait for a CPU core, the server stops with them (bench/README.md, Stalls).
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}

/** For both halves together; Node's default is 32 MB, and 128 MB since Node 24. */
const YOUNG_SPACE_BYTES = 16 * 1_048_576;

/** Limits the space for new objects to 16 MB, unless the operator has set its size. */
export function keepYoungSpaceSmall(log: HostLog): void {
  if (isYoungSpaceConfigured()) return;
  let mayGrow: boolean | undefined;
  const limitSpace = () => {
    const before = mayGrow;
    mayGrow = youngSpaceBytes() < YOUNG_SPACE_BYTES;
    if (mayGrow !== before) allowYoungSpaceGrowth(mayGrow);
  };
  limitSpace();
  // Each collection may enlarge it, or shrink it again when there is little to do.
  const collections = new PerformanceObserver(guardedHandler(log, 'space for new objects', limitSpace));
  collections.observe({ entryTypes: ['gc'] });
}

function youngSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
