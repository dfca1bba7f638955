import { foldText } from '../input/letter-case.ts';
import type { Dialect } from './dialect.ts';

/** Blanks, and the marks and controls of the reading direction, which nobody sees and which are copied along. */
const BETWEEN_WORDS = /[\s\p{Bidi_Control}]+/u;

/**
 * The different words of a search, none for null. A direction mark inside a number or a name divides it, so that both
 * parts are found, whether the stored text has the mark or not.
 */
export function searchWords(text: string | null | undefined): string[] {
  return [...new Set(text?.split(BETWEEN_WORDS).filter((word) => word !== ''))];
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
