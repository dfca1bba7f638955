/*
 * A mutant is one small fault that a test must find, written as data: a piece of code and its replacement.
 */

/**
 * @typedef {object} Survival
 * @property {string} survives why no test can distinguish this fault from the code
 *
 * @typedef {readonly [find: string, replace: string, survival?: Survival]} Fault
 *
 * @typedef {object} Group
 * @property {string} file the file with the code; if the code has moved, the other sources of the same package are
 * searched
 * @property {readonly string[]} tests the test files that should find each of the faults
 * @property {readonly Fault[]} faults
 * @property {'sqlite' | 'postgres'} [database] set if only this database shows the faults; other groups run on SQLite by default
 *
 * @typedef {object} Mutant
 * @property {string} name such as `core/time/zone 3`
 * @property {string} file
 * @property {readonly string[]} tests
 * @property {string} find
 * @property {string} replace
 * @property {string | null} survives
 * @property {'sqlite' | 'postgres' | null} database
 */

/**
 * @param {readonly Group[]} groups
 * @returns {Mutant[]}
 */
export function mutantsOf(groups) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return groups.flatMap(({ file, tests, faults, database = null }) => {
    const place = file
      .replace(/^packages\//, '')
      .replace('/src/', '/')
      .replace(/\.ts$/, '');
    return faults.map(([find, replace, survival]) => {
      const number = (counts.get(place) ?? 0) + 1;
      counts.set(place, number);
      return { name: `${place} ${number}`, file, tests, find, replace, survives: survival?.survives ?? null, database };
    });
  });
}

/**
 * How often a text contains a snippet of code, and the text with its only occurrence replaced. Any white space matches
 * any other, so that code with other line breaks is still found. Comments are ignored.
 *
 * @param {string} text
 * @param {Pick<Mutant, 'find' | 'replace'>} mutant
 * @returns {{ found: number, mutated: string | null }}
 */
export function applyMutant(text, { find, replace }) {
  const escaped = find
    .trim()
    .split(/\s+/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('\\s+'), 'g');
  const places = [...text.matchAll(pattern)].filter(({ index }) => !isInComment(text, index));
  const [place] = places;
  if (place === undefined || places.length > 1) return { found: places.length, mutated: null };
  const end = place.index + place[0].length;
  return { found: 1, mutated: text.slice(0, place.index) + replace + text.slice(end) };
}

/** A line that begins like a comment; comments after code are not recognised, which is not needed.
 * @param {string} text
 * @param {number} index
 */
function isInComment(text, index) {
  const start = text.lastIndexOf('\n', index) + 1;
  return /^\s*(?:\/\/|\/\*|\*)/.test(text.slice(start, index + 2));
}

/**
 * The file with a mutant's code: the named one, or the only other source of its package that contains it.
 *
 * @param {Mutant} mutant
 * @param {ReadonlyMap<string, string>} sources text by path
 * @returns {{ file: string, mutated: string } | { fault: string }}
 */
export function locate(mutant, sources) {
  const text = sources.get(mutant.file);
  const here = text === undefined ? { found: 0, mutated: null } : applyMutant(text, mutant);
  if (here.mutated !== null) return { file: mutant.file, mutated: here.mutated };
  if (here.found > 1) return { fault: `stands ${here.found} times in ${mutant.file}` };
  const folder = `${mutant.file.split('/').slice(0, 3).join('/')}/`;
  const elsewhere = [...sources].flatMap(([file, other]) => {
    const { found, mutated } = file.startsWith(folder) ? applyMutant(other, mutant) : { found: 0, mutated: null };
    return found === 0 ? [] : [{ file, found, mutated }];
  });
  const [moved] = elsewhere;
  if (moved === undefined) return { fault: `is no longer found, neither in ${mutant.file} nor elsewhere in ${folder}` };
  if (elsewhere.length > 1 || moved.mutated === null) {
    return { fault: `is gone from ${mutant.file} and stands several times in ${folder}` };
  }
  return { file: moved.file, mutated: moved.mutated };
}
