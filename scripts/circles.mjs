import { posix } from 'node:path';

/**
 * Finds files that import each other, directly or through others, because such files cannot be read or moved
 * separately. A circle that shares a file with one already found is left out; it is found once the first is removed.
 *
 * @param {ReadonlyMap<string, readonly string[]>} imports of each file, a path from the root with slashes: its specifiers
 * @returns {string[][]} circles; each file imports the next, and the last one imports the first
 */
export function circlesIn(imports) {
  const targets = new Map(
    [...imports].map(([file, specifiers]) => [
      file,
      specifiers.flatMap((specifier) => target(file, specifier, imports)),
    ]),
  );
  /** @type {Set<string>} */
  const reported = new Set();
  /** @type {string[][]} */
  const circles = [];
  for (const file of targets.keys()) {
    const circle = shortestCircle(file, targets);
    if (circle === undefined || circle.some((member) => reported.has(member))) continue;
    for (const member of circle) reported.add(member);
    circles.push(circle);
  }
  return circles;
}

/**
 * @param {string} file
 * @param {string} specifier
 * @param {ReadonlyMap<string, unknown>} files
 * @returns {string[]} the file that a relative specifier names; none if it is not among the files
 */
function target(file, specifier, files) {
  const path = posix.join(posix.dirname(file), specifier);
  return specifier.startsWith('.') && files.has(path) ? [path] : [];
}

/**
 * Searches breadth first, so the first path back to the start is a shortest one.
 *
 * @param {string} start
 * @param {ReadonlyMap<string, readonly string[]>} targets
 * @returns {string[] | undefined}
 */
function shortestCircle(start, targets) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of targets.get(/** @type {string} */ (way.at(-1))) ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}
