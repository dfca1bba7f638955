/** One form for all cases of a letter: `Σ`, `σ` and `ς` become `σ`. A case of two code points is not used. */
export function foldCase(letter: string): string {
  const upper = letter.toUpperCase();
  const one = isOne(upper) ? upper : letter;
  const lower = one.toLowerCase();
  return isOne(lower) ? lower : one;
}

const isOne = (text: string): boolean => text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;

/** ASCII, Hebrew and Arabic letters have no cases beyond those that `toLowerCase` handles. */
const IS_PLAIN = /^[\0-\x7F\u0590-\u06FF]*$/;

/** Folds every letter of a text, so that texts that differ only in upper and lower case become equal. */
export function foldText(text: string): string {
  return IS_PLAIN.test(text) ? text.toLowerCase() : [...text].map(foldCase).join('');
}
