import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { guardedHandler } from '@shaon/core/extension';
import type { HostLog } from './log.ts';
import { isYoungSpaceSaid, letYoungSpaceGrow } from './young-space-growth.ts';

/** By so much may the old objects of a heap grow before they are collected; Node's own bound is 300 %. */
const GROWTH_PERCENT = 50;

/**
 * Makes the memory of a server follow what it holds: left to itself, Node keeps garbage of several times that. The price
 * in CPU is too small to measure (bench/README.md, Memory). It is the whole process's, so the host's to say, not core's.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * Makes small collections, of new objects, the work of the thread that needs them. Node shares each between several
 * threads, and where these wait for a core the server stands still with them (bench/README.md, Stalls).
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}

/** Of both halves together; Node's own bound is 32, and 128 since Node 24. */
const YOUNG_SPACE_BYTES = 16 * 1_048_576;

/** Ends the growth of the space for new objects at 16 MB, unless the operator has said its size. */
export function keepYoungSpaceSmall(log: HostLog): void {
  if (isYoungSpaceSaid()) return;
  let mayGrow: boolean | undefined;
  const judge = () => {
    const before = mayGrow;
    mayGrow = youngSpaceBytes() < YOUNG_SPACE_BYTES;
    if (mayGrow !== before) letYoungSpaceGrow(mayGrow);
  };
  judge();
  // Each collection may make it larger, and smaller again where little is done.
  const collections = new PerformanceObserver(guardedHandler(log, 'space for new objects', judge));
  collections.observe({ entryTypes: ['gc'] });
}

function youngSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
