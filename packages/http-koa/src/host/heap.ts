import { setFlagsFromString } from 'node:v8';

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

const YOUNG_SPACE = '--max-semi-space-size';
/** Of two halves of so many megabytes; Node's own bound is 16. */
const YOUNG_SPACE_MB = 8;

/**
 * The options of Node for a process that it is to start: what makes new objects' space smaller, which can be said only
 * then, unless the operator has said it.
 */
export function withSmallYoungSpace(options: readonly string[], environment = ''): string[] {
  // Node takes either spelling.
  const isSaid = [...options, environment].some((text) => text.replaceAll('_', '-').includes(YOUNG_SPACE));
  return isSaid ? [...options] : [...options, `${YOUNG_SPACE}=${YOUNG_SPACE_MB}`];
}
