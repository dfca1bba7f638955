import { type MixedSchema, mixed } from 'yup';
import { issue } from './issue.ts';

/** A field that is absent or a T. `.required(issue('required'))` and `.nullable()` change that. */
export type Field<T> = MixedSchema<T | undefined>;

interface TextOptions {
  /** In code points after trim and NFC (D:W6). */
  max: number;
  min?: number;
  /** Whether tabs and line breaks are allowed. Default false. */
  multiline?: boolean;
  /** Whether bidi overrides and isolates are allowed; in names they are not (D:W21). Default false. */
  bidiControls?: boolean;
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** ASCII marks and letters, and Hebrew letters: most texts begin and end with one, and testing its number is quick. */
const isPlain = (code: number): boolean => (code > 0x20 && code < 0x7f) || (code >= 0x5d0 && code <= 0x5ea);

/** Spaces of every kind, the zero-width ones and the byte order mark. */
const EDGE = /[\s\u0085\u200B\uFEFF]/;
/**
 * A text that consists of invisible marks, such as LRM, is blank too (D:A9). The Braille blank and the marks of
 * interlinear annotation are also invisible, although Unicode does not call them ignorable.
 */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]*$/u;

// D:W21, A9: PostgreSQL cannot store NUL, controls move a terminal's cursor, and overrides and isolates can make a line
// of the audit look like another.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001F\u007F-\u009F\p{Surrogate}]/u;
const LINE_CONTROL = /[\t\n\r]/g;
const BIDI_CONTROL = /[\u202A-\u202E\u2066-\u2069]/u;
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A number or an address without marks of the reading direction, which are copied along and mean nothing (D:A51). */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(DIRECTION_MARKS, '');

/**
 * The text without spaces at its ends; null if nothing visible is left (D:W21, W32). It goes from both ends inwards,
 * because a regular expression for trailing spaces would rescan a run of spaces in the middle from each of them: half a
 * minute for a body full of spaces.
 */
export function trimmed(text: string): string | null {
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(text, start)) start++;
  while (end > start && isEdge(text, end - 1)) end--;
  const inner = text.slice(start, end);
  return isPlain(inner.charCodeAt(0)) || !INVISIBLE.test(inner) ? inner : null;
}

const isEdge = (text: string, index: number): boolean =>
  !isPlain(text.charCodeAt(index)) && EDGE.test(text[index] as string);

/** For fields that a blank text clears (D:W32). */
export const blankToNull = (value: unknown): unknown => (isString(value) && trimmed(value) === null ? null : value);

/** NFC combines at most four code points into one, and each has at most two UTF-16 units. */
const UNITS_BEFORE_NFC = 8;

/**
 * The text in NFC. A text that is longer than `max` code points in any form is returned unchanged, because ordering
 * tens of thousands of marks on one letter takes seconds.
 */
export function inNfc(text: string, max: number): string {
  return text.length > max * UNITS_BEFORE_NFC ? text : text.normalize('NFC');
}

/** A text in the form in which labels and keys of at most 255 code points are stored (D:Q19); null for a blank one. */
export function storedLabel(given: string): string | null {
  const label = trimmed(given);
  return label === null ? null : inNfc(label, 255);
}

/** Length in code points: 😀 is 1, `שָׁלוֹם` is 7 (D:W6). */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Whether a text has at most `max` code points. The number of UTF-16 units is never lower, and needs no counting. */
export function isAtMost(text: string, max: number): boolean {
  return text.length <= max || codePointLength(text) <= max;
}

/** Whether a text has at least `min` code points; each has at most two UTF-16 units. */
export function isAtLeast(text: string, min: number): boolean {
  return text.length >= 2 * min || codePointLength(text) >= min;
}

/** A string, trimmed, and refused if it has hostile characters; "" becomes null. The base of all text fields. */
export function plainString({ multiline = false, bidiControls = false } = {}): Field<string> {
  const hostile = (value: string): RegExpExecArray | null =>
    CONTROL.exec(multiline ? value.replace(LINE_CONTROL, '') : value) ??
    (bidiControls ? null : BIDI_CONTROL.exec(value));
  return mixed(isString)
    .typeError(issue('string'))
    .nonNullable(issue('string'))
    .transform((value: unknown) => (isString(value) ? trimmed(value) : value))
    .test('characters', function nameHostile(value) {
      const found = isString(value) ? hostile(value) : null;
      return found === null || this.createError({ message: issue('characters', { found: codeOf(found[0]) }) });
    });
}

/** Such as `U+202E`, because the character itself may be invisible. */
const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A number or an address (D:A51). */
export function unmarkedString(): Field<string> {
  return plainString({ bidiControls: true }).transform((value: unknown) =>
    isString(value) ? trimmed(withoutDirectionMarks(value)) : value,
  );
}

/** A text: trimmed, NFC, "" as null, length in code points, no hostile characters (D:W6, W20, W21, W32). */
export function text({ max, min = 0, ...allowed }: TextOptions): Field<string> {
  return plainString(allowed)
    .transform((value: unknown) => (isString(value) ? inNfc(value, max) : value))
    .test('min_length', issue('min_length', { min }), (value) => !isString(value) || isAtLeast(value, min))
    .test('max_length', issue('max_length', { max }), (value) => !isString(value) || isAtMost(value, max));
}

/** One of the texts, exactly; the result has their literal type. */
export function oneOf<const T extends string>(values: readonly T[]): Field<T> {
  const allowed: ReadonlySet<unknown> = new Set(values);
  return mixed((value: unknown): value is T => allowed.has(value))
    .typeError(issue('in'))
    .nonNullable(issue('in'))
    .transform((value: unknown) => (isString(value) ? trimmed(value) : value));
}
