import { domainToASCII } from 'node:url';
import { issue } from './issue.ts';
import { type Field, inNfc, isAtMost, plainString } from './text-fields.ts';

const MAX = 255;
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
  const key = inNfc(inNfc(address.trim(), MAX).toLowerCase(), MAX);
  const host = key.slice(key.lastIndexOf('@') + 1);
  if (IS_ASCII.test(host) || !isAtMost(host, MAX) || !isHostName(host)) return key;
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
  return plainString()
    .test('email', issue('email'), (value) => typeof value !== 'string' || isEmailAddress(value))
    .test(
      'max_length',
      issue('max_length', { max: MAX }),
      (value) => typeof value !== 'string' || isAtMost(inNfc(value, MAX), MAX),
    );
}
