import { mixed } from 'yup';
import { MAX_ID } from '../possible-id.ts';
import { issue } from './issue.ts';
import { blankToNull, type Field, trimmed } from './text-fields.ts';

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

const DECIMALS = 4;
const MAX_AMOUNT = 99_999_999.99;

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?$/;
const LEADING_ZEROS = /^0+(?=\d)/;
/** Sign, whole part without leading zeros, at least four decimals. */
const NORMALISED = /^-?(?:0|[1-9]\d*)\.\d{4,}$/;

const isAmount = (value: unknown): value is string => typeof value === 'string' && NORMALISED.test(value);

/** `45.5` and `"45.50"` become `"45.5000"`; other values than decimal numbers are returned unchanged. */
function normalised(value: unknown): unknown {
  const text = typeof value === 'number' ? numberText(value) : typeof value === 'string' ? trimmed(value) : value;
  if (typeof text !== 'string') return text;
  const match = WRITTEN.exec(text);
  if (match === null) return value;
  const whole = match[2]!.replace(LEADING_ZEROS, '');
  const fraction = withoutTrailingZeros(match[3] ?? '').padEnd(DECIMALS, '0');
  const isZero = whole === '0' && /^0+$/.test(fraction);
  return `${isZero ? '' : match[1]}${whole}.${fraction}`;
}

/** A number in digits, never in the form 1e-7 or 1e+21; infinite ones are returned unchanged. */
function numberText(value: number): string | number {
  if (!Number.isFinite(value)) return value;
  const text = Number.isInteger(value) ? String(BigInt(value)) : String(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponent] = text.split('e-');
  const sign = value < 0 ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replaceAll(/\D/g, '')}`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** 0 to 99 999 999.99, compared in ten-thousandths as exact integers. */
function isAtMostMax(amountText: string): boolean {
  const [whole = '', fraction = ''] = amountText.split('.');
  return Number(whole + fraction.slice(0, DECIMALS)) <= Math.round(MAX_AMOUNT * 10 ** DECIMALS);
}

/**
 * An amount of money: a number or a numeric string, 0 to 99 999 999.99, at most four decimals (D:W15). The result is a
 * decimal string with exactly four, `"45.5000"`, as a numeric(12,4) column writes it.
 */
export function amount(): Field<string> {
  return mixed(isAmount)
    .typeError(issue('numeric'))
    .nonNullable(issue('numeric'))
    .transform(normalised)
    .test('min', issue('min', { min: 0 }), (value) => !isAmount(value) || !value.startsWith('-'))
    .test(
      'max',
      issue('max', { max: MAX_AMOUNT }),
      (value) => !isAmount(value) || value.startsWith('-') || isAtMostMax(value),
    )
    .test('decimal', issue('decimal', { max: DECIMALS }), (value) => !isAmount(value) || !/\.\d{5}/.test(value));
}
