import type { Dialect } from './dialect.ts';

/** Blanks, and the marks and controls of the reading direction, which nobody sees and which are copied along. */
const BETWEEN_WORDS = /[\s\p{Bidi_Control}]+/u;
/** The same, and hyphens, apostrophes and quotation marks, which keyboards and names have in other forms: `בן־דוד`. */
const BETWEEN_PARTS = /[\s\p{Bidi_Control}\-'"`\u05BE\u05F3\u05F4\u2010-\u2015\u2018-\u201F]+/u;

/**
 * The different words of a search, none for null. A mark inside a number or a name divides it, so that both parts are
 * found, whatever mark the stored text has there. Marks alone are searched for as they are.
 */
export function searchWords(text: string | null | undefined): string[] {
  const split = (between: RegExp) => (text?.split(between) ?? []).filter((word) => word !== '');
  const parts = split(BETWEEN_PARTS);
  return [...new Set(parts.length > 0 ? parts : split(BETWEEN_WORDS))];
}

const POSITION_FUNCTION: Readonly<Record<Dialect, string>> = { sqlite: 'instr', postgres: 'strpos' };

/**
 * Conditions that a folded text contains each of `count` words, bound from parameter `$first` on as `foldedWords`;
 * upper and lower case match in every script. The databases do not fold letters themselves, because SQLite knows only
 * ASCII and PostgreSQL only its locale. They compare code points, and no character acts as a pattern.
 */
export function containsWords(dialect: Dialect, text: string, first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${POSITION_FUNCTION[dialect]}(${text}, $${first + index}) > 0`);
}

export const foldedWords = (words: readonly string[]): string[] => words.map(foldText);

/** One form for all cases of a letter: `Σ`, `σ` and `ς` become `σ`. A case of two code points is not used. */
export function foldCase(letter: string): string {
  const upper = letter.toUpperCase();
  const one = isOne(upper) ? upper : letter;
  const lower = one.toLowerCase();
  return isOne(lower) ? lower : one;
}

const isOne = (text: string): boolean => text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;

/** Letters without marks, and without cases beyond those that `toLowerCase` handles. */
const IS_PLAIN = /^[\0-\x7F\u05D0-\u05EA]*$/;

/**
 * Accents, Hebrew points and Arabic vowel signs, which many people leave out; and the controls of the reading
 * direction, which nobody sees.
 */
const MARKS =
  /[\u0300-\u0344\u0346-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\p{Bidi_Control}]/gu;

/** Folds a text, so that texts that differ only in upper and lower case, or in marks, become equal. In NFC. */
export function foldText(text: string): string {
  if (IS_PLAIN.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').replace(MARKS, '').normalize('NFC');
  return [...bare].map(foldCase).join('');
}
