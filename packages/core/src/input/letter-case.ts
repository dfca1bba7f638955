/** The one form of a letter's cases, a code point of its own: `Σ`, `σ` and `ς` are `σ`. What would be two stays. */
export function foldCase(letter: string): string {
  const upper = letter.toUpperCase();
  const one = isOne(upper) ? upper : letter;
  const lower = one.toLowerCase();
  return isOne(lower) ? lower : one;
}

const isOne = (text: string): boolean => text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;

/** ASCII, Hebrew and Arabic: the only other case of a letter here is the one that `toLowerCase` knows. */
const IS_PLAIN = /^[\0-\x7F\u0590-\u06FF]*$/;

/** A text with every letter in its one form. Two texts that differ in upper and lower case alone become equal. */
export function foldText(text: string): string {
  return IS_PLAIN.test(text) ? text.toLowerCase() : [...text].map(foldCase).join('');
}
