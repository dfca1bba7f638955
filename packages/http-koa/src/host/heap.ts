import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { guardedHandler } from '@shaon/core/extension';
import type { HostLog } from './log.ts';
import { allowYoungSpaceGrowth, isConfigured, isYoungSpaceConfigured } from './young-space-growth.ts';

/*
 * Keeps a server's memory close to what it holds; by default Node keeps several times that as garbage
 * (bench/README.md, Memory). It affects the whole process, so the host decides it, not core; an operator who has set an
 * option of V8 decides it instead.
 */

const GROWTH_OPTION = '--heap-growing-percent';

/** How much a heap's old objects may grow before they are collected; Node's default is 300 %. */
const GROWTH_PERCENT = 30;

/** For both halves of the space for new objects together; Node's default is 32 MB, and 128 MB since Node 24. */
const YOUNG_SPACE_BYTES = 8 * 1_048_576;

/** Limits the growth of old objects and the space for new ones. */
export function keepHeapSmall(log: HostLog): void {
  if (!isConfigured(GROWTH_OPTION)) setFlagsFromString(`${GROWTH_OPTION}=${GROWTH_PERCENT}`);
  if (!isYoungSpaceConfigured()) limitYoungSpace(log);
}

/** Each collection may enlarge the space for new objects, or shrink it again when there is little to do. */
function limitYoungSpace(log: HostLog): void {
  let last: boolean | undefined;
  const limitAgain = () => {
    const mayGrow = youngSpaceBytes() < YOUNG_SPACE_BYTES;
    if (mayGrow !== last) allowYoungSpaceGrowth(mayGrow);
    last = mayGrow;
  };
  limitAgain();
  new PerformanceObserver(guardedHandler(log, 'size of the heap', limitAgain)).observe({ entryTypes: ['gc'] });
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
