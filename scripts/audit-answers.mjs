/** Licences that only require their text to be included. */
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
 * Whether anybody may use and pass on a package with this licence: of `A OR B` one must be permissive, of `A AND B`
 * both.
 *
 * @param {string} expression of package.json, such as `(MIT OR Apache-2.0)`
 */
export function isFreeLicence(expression) {
  // A person must check any other expression.
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
