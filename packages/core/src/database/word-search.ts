import { foldCase, sameLetters } from '../input/letter-case.ts';
import type { Dialect } from './dialect.ts';
import type { SqlValue } from './sql.ts';

interface WordSearch {
  /** Whether the SQL expression `text` contains every word; the values are bound from parameter `$first` on. */
  condition(text: string, first: number): string;
  values(words: readonly string[]): SqlValue[];
}

/**
 * Whether a text contains every one of some words, upper and lower case alike in every script. Neither database is asked
 * what a letter's other case is, for they disagree: SQLite knows that of ASCII, PostgreSQL that of its locale. The
 * words bring along what they may be written with, and the databases compare code points.
 */
export const CONTAINS_WORDS: Readonly<Record<Dialect, WordSearch>> = {
  sqlite: {
    condition: (text, first) =>
      `NOT EXISTS (SELECT 1 FROM json_each($${first}) AS word WHERE NOT ${text} GLOB word.value)`,
    values: (words) => [words.map(globPattern)],
  },
  postgres: {
    condition: (text, first) =>
      `translate(${text}, $${first}::text, $${first + 1}::text) COLLATE "C" LIKE ALL ($${first + 2}::text[])`,
    values(words) {
      const letters = new Set(words.join(''));
      const others = [...letters].flatMap((letter) => sameLetters(letter)).filter((other) => other !== foldCase(other));
      const from = [...new Set(others)];
      return [from.join(''), from.map(foldCase).join(''), words.map(likePattern)];
    },
  },
};

/** `é*` as `*[éÉ][*]*`: GLOB tells cases apart, and a list of one stands for what would be a sign of its own. */
function globPattern(word: string): string {
  const letters = [...word].map((letter) => {
    const same = sameLetters(letter);
    return same.length > 1 || /[*?[]/.test(letter) ? `[${same.join('')}]` : letter;
  });
  return `*${letters.join('')}*`;
}

function likePattern(word: string): string {
  return `%${[...word]
    .map(foldCase)
    .join('')
    .replace(/[\\%_]/g, '\\$&')}%`;
}
