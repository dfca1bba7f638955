/** Marks of the reading direction: nobody sees them, and they are copied along with names and numbers. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Control characters, and halves of characters at a place where a text was cut. */
const UNSEARCHABLE = /(?!\s)[\p{Cc}\p{Cs}]/gu;
/** A character that stands for another one that could not be read, so no name has it. */
const IN_NO_NAME = '\ufffd';

const LONGEST_NAME = 255;

/** A number or a time as it was typed or pasted: direction marks mean nothing in it. */
export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '');
}

/** The text of a search in the address; null if there is none. It finds nobody if it has characters that no name can have. */
export function searchText(query: URLSearchParams, name: string): string | null {
  const text = query.get(name)?.slice(0, LONGEST_NAME) ?? '';
  return withoutDirectionMarks(text).replaceAll(UNSEARCHABLE, IN_NO_NAME).trim() || null;
}
