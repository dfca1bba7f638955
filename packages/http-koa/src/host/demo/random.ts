/** The seed of the demo company, so that every machine makes the same rows for every day. */
const SEED = 'shaon demo 1';

/**
 * A number from 0 to below 1 that depends only on the words, so that a day is the same whenever it is generated:
 * FNV-1a, then mixed.
 */
export function chance(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const char of `${SEED} ${words.join(' ')}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A whole number from `least` to `most`. */
export function between(least: number, most: number, ...words: readonly (string | number)[]): number {
  return least + Math.floor(chance(...words) * (most - least + 1));
}

/** One of a list. */
export function pick<T>(list: readonly [T, ...T[]], ...words: readonly (string | number)[]): T {
  return list[Math.floor(chance(...words) * list.length)] ?? list[0];
}
