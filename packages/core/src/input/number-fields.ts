import { mixed } from 'yup';
import { MAX_ID } from '../possible-id.ts';
import { issue } from './issue.ts';
import { blankToNull, type Field } from './text-fields.ts';

const CANONICAL = /^(?:0|[1-9]\d*)$/;
const isInteger = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

/** A digit string without sign, space or leading zero as a number; "" as null; other values unchanged (D:Q2, Q14). */
function fromDigits(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value === '') return null;
  return CANONICAL.test(value) ? Number(value) : value;
}

/**
 * An integer given as canonical decimal digits or as a JSON integer; booleans, fractions, lists, `+5`, `05`, `5.0` are
 * refused (D:Q2, W13). `max` is at most 2^53 − 1.
 */
export function canonicalInteger({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Field<number> {
  return mixed(isInteger)
    .typeError(issue('integer'))
    .nonNullable(issue('integer'))
    .transform(fromDigits)
    .test('min', issue('min', { min }), (value) => !isInteger(value) || value >= min)
    .test('max', issue('max', { max }), (value) => !isInteger(value) || value <= max);
}

/** Ids begin at 1. A number that no id column can hold becomes 0, which is valid and matches nothing (D:Q14). */
function withinIds(value: unknown): unknown {
  const number = fromDigits(value);
  if (typeof number !== 'number' || Number.isNaN(number)) return number;
  const whole = Number.isInteger(number) || (typeof value === 'string' && number === Number.POSITIVE_INFINITY);
  if (!whole) return number;
  return number >= 1 && number <= MAX_ID ? number : 0;
}

/**
 * An id to filter by, in canonical digits. 0 and numbers beyond the ids' range become 0: it matches nothing (D:Q14).
 */
export function filterId(): Field<number> {
  return mixed(isInteger).typeError(issue('integer')).nonNullable(issue('integer')).transform(withinIds);
}

/**
 * An id that refers to a record: a JSON integer or a canonical digit string (D:W13); a blank text is null (D:W32). 0
 * replaces every number that cannot be an id; the service finds no such record and answers `in`.
 */
export function referenceId(): Field<number> {
  return filterId().transform(blankToNull);
}

/** A finite JSON number between `min` and `max`, such as a latitude (D:T11). */
export function finiteNumber({ min, max }: { min: number; max: number }): Field<number> {
  return mixed((value: unknown): value is number => typeof value === 'number' && Number.isFinite(value))
    .typeError(issue('numeric'))
    .nonNullable(issue('numeric'))
    .test('min', issue('min', { min }), (value) => typeof value !== 'number' || value >= min)
    .test('max', issue('max', { max }), (value) => typeof value !== 'number' || value <= max);
}

/** JSON true or false. */
export function flag(): Field<boolean> {
  return mixed((value: unknown): value is boolean => typeof value === 'boolean')
    .typeError(issue('boolean'))
    .nonNullable(issue('boolean'));
}

/** SPEC 4, Paging parameter: at most 200 records a page (D:Q1). */
export const PER_PAGE = { min: 1, max: 200 };
/** A larger page cannot be meant, because JSON could not echo its number (D:Q3, A8). */
const PAGE = { min: 1, max: Number.MAX_SAFE_INTEGER };

/** `page` and `per_page` of a paginated list, without defaults (SPEC 4; D:Q8). */
export function pagingFields(): { page: Field<number>; per_page: Field<number> } {
  return { page: canonicalInteger(PAGE), per_page: canonicalInteger(PER_PAGE) };
}
