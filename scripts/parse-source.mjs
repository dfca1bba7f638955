import { parseSync } from 'oxc-parser';

/**
 * The syntax tree of a source, and its imports and exports; throws on one that cannot be parsed.
 *
 * @param {string} file its name tells the language
 * @param {string} source
 */
export function parseSource(file, source) {
  const { module, program, errors } = parseSync(file, source);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  return { module, program };
}
