import { emailKey } from '../input/contact-fields.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { Issue } from '../input/issue.ts';
import { codePointLength, inNfc } from '../input/text-fields.ts';

/** D:W26; the same minimum holds for passwords that people choose. */
const SHORTEST = 10;
/** Longer passwords would only cost hashing time. */
const LONGEST = 200;

/**
 * Checks a password that a person chose: 10 to 200 characters, not their e-mail address. It is kept as typed, including
 * spaces. Throws `invalid_input` on `password`.
 */
export function assertPasswordAllowed(password: unknown, email: string): asserts password is string {
  const issues = passwordIssues(password, email);
  if (issues.length > 0) throw new InvalidInputError({ password: issues });
}

function passwordIssues(password: unknown, email: string): Issue[] {
  if (password === undefined || password === null || password === '') return [{ rule: 'required' }];
  if (typeof password !== 'string') return [{ rule: 'string' }];
  const length = codePointLength(inNfc(password, LONGEST));
  if (length < SHORTEST) return [{ rule: 'min_length', params: { min: SHORTEST } }];
  if (length > LONGEST) return [{ rule: 'max_length', params: { max: LONGEST } }];
  if (emailKey(password) === emailKey(email)) return [{ rule: 'different', params: { other: 'email' } }];
  return [];
}

/** A forced change must choose another password, because others may have seen the one from the message (D:W26). */
export function assertPasswordDiffers(password: string, current: string): void {
  if (password.normalize('NFC') !== current.normalize('NFC')) return;
  throw new InvalidInputError({ password: [{ rule: 'different', params: { other: 'current_password' } }] });
}

/** A longer password cannot be anybody's, so hashing it is pointless. */
export function isPossiblePassword(password: unknown): password is string {
  return typeof password === 'string' && password !== '' && password.length <= 4 * LONGEST;
}
