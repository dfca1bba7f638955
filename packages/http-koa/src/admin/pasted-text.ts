/**
 * The marks that are not part of a name: those that no name can have (D:W21), and those around a word, without which the
 * word still finds the name. A mark inside a word may be stored: `Levi\u200e-Cohen`.
 */
const MARKS_AROUND_WORDS = /[\u202a-\u202e\u2066-\u2069]|(?<!\S)[\u061c\u200e\u200f]+|[\u061c\u200e\u200f]+(?!\S)/gu;
/** Control characters, and halves of characters at a place where a text was cut. */
const UNSEARCHABLE = /(?!\s)[\p{Cc}\p{Cs}]/gu;
/** A character that stands for another one that could not be read, so it is unlikely in a name. */
const IN_NO_NAME = '\ufffd';

const LONGEST_NAME = 255;

/** The text of a search in the address; null if there is none. Characters that no name can have find nobody. */
export function searchText(query: URLSearchParams, name: string): string | null {
  const text = query.get(name)?.slice(0, LONGEST_NAME) ?? '';
  return text.replaceAll(MARKS_AROUND_WORDS, '').replaceAll(UNSEARCHABLE, IN_NO_NAME).trim() || null;
}
