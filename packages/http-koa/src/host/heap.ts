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
