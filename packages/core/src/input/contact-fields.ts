import { domainToASCII } from 'node:url';
import { issue } from './issue.ts';
import { type Field, inNfc, isAtLeast, isAtMost, unmarkedString, withoutDirectionMarks } from './text-fields.ts';

const EMAIL_MAX = 255;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;

const IS_ASCII = /^[\x20-\x7E]*$/;
const ATOM = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * The form in which e-mail addresses are compared: lower case, NFC, and the domain in ASCII as on the wire, because a
 * domain can be written in two ways (D:W10, E4, A10). A domain that is not a host name stays as it is.
 */
export function emailKey(address: string): string {
  const key = inNfc(inNfc(withoutDirectionMarks(address).trim(), EMAIL_MAX).toLowerCase(), EMAIL_MAX);
  const host = key.slice(key.lastIndexOf('@') + 1);
  if (IS_ASCII.test(host) || !isAtMost(host, EMAIL_MAX) || !isHostName(host)) return key;
  return key.slice(0, key.length - host.length) + (domainToASCII(host) || host);
}

/** One `@`, before it a dot-atom of at most 64, after it a host name of at least two labels; IDN allowed (D:W9). */
function isEmailAddress(address: string): boolean {
  const [local, host, ...more] = address.split('@');
  return local !== undefined && host !== undefined && more.length === 0 && isDotAtom(local) && isHostName(host);
}

function isDotAtom(local: string): boolean {
  return isAtMost(local, MAX_LOCAL) && local.split('.').every((atom) => ATOM.test(atom));
}

function isHostName(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  return (
    labels.length >= 2 &&
    !/^\d+$/.test(last) &&
    labels.every((label) => isAtMost(label, MAX_LABEL) && LABEL.test(label))
  );
}

/** An e-mail address of at most 255 characters, trimmed but otherwise kept as entered (D:W9, W6, E4). */
export function emailAddress(): Field<string> {
  return unmarkedString()
    .test('email', issue('email'), (value) => typeof value !== 'string' || isEmailAddress(value))
    .test(
      'max_length',
      issue('max_length', { max: EMAIL_MAX }),
      (value) => typeof value !== 'string' || isAtMost(inNfc(value, EMAIL_MAX), EMAIL_MAX),
    );
}

const PHONE_MIN = 9;
const PHONE_MAX = 15;
const PHONE_MIN_DIGITS = 7;
const CHANGED_PHONE_MAX = 20;

const PHONE_CHARACTERS = /^[0-9+\-(). ]+$/;

const digitCount = (phone: string): number => phone.replaceAll(/\D/g, '').length;

/** SPEC 4, POST /employees: 9 to 15 characters after trim, `0-9 + - ( ) . space`, at least 7 digits (D:W11). */
export function phoneOnCreate(): Field<string> {
  return withLength(unmarkedString(), PHONE_MIN, PHONE_MAX).test(
    'phone',
    issue('phone'),
    (value) => typeof value !== 'string' || (PHONE_CHARACTERS.test(value) && digitCount(value) >= PHONE_MIN_DIGITS),
  );
}

/** SPEC 4, PATCH /employees/{id}: at most 20 of the same characters, no minimum; null and "" clear (D:W12). */
export function phoneOnUpdate(): Field<string | null> {
  return withLength(unmarkedString(), 0, CHANGED_PHONE_MAX)
    .test('phone', issue('phone'), (value) => typeof value !== 'string' || PHONE_CHARACTERS.test(value))
    .nullable();
}

function withLength(field: Field<string>, min: number, max: number): Field<string> {
  return field
    .test('min_length', issue('min_length', { min }), (value) => typeof value !== 'string' || isAtLeast(value, min))
    .test('max_length', issue('max_length', { max }), (value) => typeof value !== 'string' || isAtMost(value, max));
}
