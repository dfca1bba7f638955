import { emailKey } from '../input/email-field.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { Issue } from '../input/issue.ts';
import { codePointLength, inNfc } from '../input/text-fields.ts';

/** D:W26, and the same for passwords that people choose. */
const SHORTEST = 10;
/** Longer ones would only keep the hash busy. */
const LONGEST = 200;

/**
 * What a person may choose: 10 to 200 characters, not their e-mail address. A password is
 * kept as typed, spaces included. Throws `invalid_input` on `password`.
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

/** A forced change changes something: the password of the message has been in other hands (D:W26). */
export function assertPasswordDiffers(password: string, current: string): void {
  if (password.normalize('NFC') !== current.normalize('NFC')) return;
  throw new InvalidInputError({ password: [{ rule: 'different', params: { other: 'current_password' } }] });
}

/** Too long to be anybody's, so not worth a hash. */
export function isPossiblePassword(password: unknown): password is string {
  return typeof password === 'string' && password !== '' && password.length <= 4 * LONGEST;
}
