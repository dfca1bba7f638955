import { issue } from './issue.ts';
import { type Field, isAtLeast, isAtMost, plainString } from './text-fields.ts';

const CREATE_MIN = 9;
const CREATE_MAX = 15;
const CREATE_MIN_DIGITS = 7;
const UPDATE_MAX = 20;

const CHARACTERS = /^[0-9+\-(). ]+$/;

const digitCount = (phone: string): number => phone.replaceAll(/\D/g, '').length;

/** SPEC 4, POST /employees: 9 to 15 characters after trim, `0-9 + - ( ) . space`, at least 7 digits (D:W11). */
export function phoneOnCreate(): Field<string> {
  return withLength(plainString(), CREATE_MIN, CREATE_MAX).test(
    'phone',
    issue('phone'),
    (value) => typeof value !== 'string' || (CHARACTERS.test(value) && digitCount(value) >= CREATE_MIN_DIGITS),
  );
}

/** SPEC 4, PATCH /employees/{id}: at most 20 of the same characters, no minimum; null and "" clear (D:W12). */
export function phoneOnUpdate(): Field<string | null> {
  return withLength(plainString(), 0, UPDATE_MAX)
    .test('phone', issue('phone'), (value) => typeof value !== 'string' || CHARACTERS.test(value))
    .nullable();
}

function withLength(field: Field<string>, min: number, max: number): Field<string> {
  return field
    .test('min_length', issue('min_length', { min }), (value) => typeof value !== 'string' || isAtLeast(value, min))
    .test('max_length', issue('max_length', { max }), (value) => typeof value !== 'string' || isAtMost(value, max));
}
