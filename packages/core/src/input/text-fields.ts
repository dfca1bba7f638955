import { type MixedSchema, mixed } from 'yup';
import { issue } from './issue.ts';

/** A field that is absent or a T. `.required(issue('required'))` and `.nullable()` make the other two kinds. */
export type Field<T> = MixedSchema<T | undefined>;

interface TextOptions {
  /** In code points after trim and NFC (D:W6). */
  max: number;
  min?: number;
  /** Whether tabs and line breaks may stand in it. Default false. */
  multiline?: boolean;
  /** Whether bidi overrides and isolates may stand in it; in names they may not (D:W21). Default false. */
  bidiControls?: boolean;
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Most texts begin and end so, and of these a number is enough: marks and letters of ASCII, letters of Hebrew. */
const isPlain = (code: number): boolean => (code > 0x20 && code < 0x7f) || (code >= 0x5d0 && code <= 0x5ea);

/** Spaces of every kind, the zero-width ones and the byte order mark. */
const EDGE = /[\s\u0085\u200B\uFEFF]/;
/**
 * A text of nothing but marks that show nothing, such as LRM, is blank too (D:A9). The Braille blank and the marks of
 * interlinear annotation show nothing either, but Unicode does not call them ignorable.
 */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]*$/u;

// D:W21, A9: PostgreSQL cannot store NUL, controls move the cursor of a terminal, and overrides and isolates can spoof a line of the audit.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001F\u007F-\u009F\p{Surrogate}]/u;
const LINE_CONTROL = /[\t\n\r]/g;
const BIDI_CONTROL = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * The text without spaces at its ends, or null if nothing visible is left (D:W21, W32). From both ends inwards: one
 * expression for spaces before the end looks at a run of them in the middle once for each, half a minute for a body of
 * nothing else.
 */
export function trimmed(text: string): string | null {
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(text, start)) start++;
  while (end > start && isEdge(text, end - 1)) end--;
  const inner = text.slice(start, end);
  return isPlain(inner.charCodeAt(0)) || !INVISIBLE.test(inner) ? inner : null;
}

const isEdge = (text: string, place: number): boolean =>
  !isPlain(text.charCodeAt(place)) && EDGE.test(text[place] as string);

/** For what a blank text clears (D:W32). */
export const blankToNull = (value: unknown): unknown => (isString(value) && trimmed(value) === null ? null : value);

/** NFC makes one code point of at most four, and each is at most two UTF-16 units. */
const UNITS_BEFORE_NFC = 8;

/**
 * The text in NFC. What stays longer than `max` code points in any form is left as it is: to put the marks of one letter
 * in order takes seconds where they are tens of thousands.
 */
export function inNfc(text: string, max: number): string {
  return text.length > max * UNITS_BEFORE_NFC ? text : text.normalize('NFC');
}

/** Length in code points: 😀 is 1, `שָׁלוֹם` is 7 (D:W6). */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Whether a text has at most `max` code points; they are never more than its UTF-16 units, which need no counting. */
export function isAtMost(text: string, max: number): boolean {
  return text.length <= max || codePointLength(text) <= max;
}

/** Whether a text has at least `min` code points; each takes two UTF-16 units at most. */
export function isAtLeast(text: string, min: number): boolean {
  return text.length >= 2 * min || codePointLength(text) >= min;
}

/** A string, trimmed and refused if it holds hostile characters; "" becomes null. The base of all text fields. */
export function plainString({ multiline = false, bidiControls = false } = {}): Field<string> {
  const isHostile = (value: string): boolean =>
    CONTROL.test(multiline ? value.replace(LINE_CONTROL, '') : value) || (!bidiControls && BIDI_CONTROL.test(value));
  return mixed(isString)
    .typeError(issue('string'))
    .nonNullable(issue('string'))
    .transform((value: unknown) => (isString(value) ? trimmed(value) : value))
    .test('characters', issue('characters'), (value) => !isString(value) || !isHostile(value));
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
