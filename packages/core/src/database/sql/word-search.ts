import { foldText } from '../../input/searched-text.ts';
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
