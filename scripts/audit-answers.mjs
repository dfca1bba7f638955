/** Licences that ask for no more than that their text comes along. */
const PERMISSIVE = new Set([
  ...[
    'MIT',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'Zlib',
    'CC0-1.0',
    'Unlicense',
    'BlueOak-1.0.0',
  ],
  ...['Python-2.0', 'WTFPL'],
]);

/**
 * Whether what has this licence may be used and passed on by anybody: of `A OR B` one is enough, of `A AND B` both count.
 *
 * @param {string} expression of package.json, such as `(MIT OR Apache-2.0)`
 */
export function isFreeLicence(expression) {
  // What no list of alternatives says is for a person to judge.
  if (/\)\s+AND\b|\bAND\s+\(/.test(expression)) return false;
  const alternatives = expression.replace(/[()]/g, ' ').split(/\sOR\s/);
  return alternatives.some((part) => part.split(/\sAND\s/).every((name) => PERMISSIVE.has(name.trim())));
}

/**
 * @param {string} output of `pnpm audit --json`
 * @returns {{ lines: string[] } | { unknown: string }} a line for each weakness, or why there is no answer
 */
export function listAdvisories(output) {
  /** @type {{ error?: { message?: string }, advisories?: Record<string, Record<string, unknown>> }} */
  let answer;
  try {
    answer = JSON.parse(output);
  } catch {
    return { unknown: output.trim().slice(0, 500) };
  }
  if (answer.advisories === undefined) return { unknown: answer.error?.message ?? 'It gave no list.' };
  const lines = Object.values(answer.advisories).map(
    ({ module_name, severity, title, patched_versions, url }) =>
      `${severity}: ${module_name}: ${title}. Mended in ${patched_versions}. ${url}`,
  );
  return { lines };
}
