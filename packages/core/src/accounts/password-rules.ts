import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { emailKey } from '../input/contact-fields.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import type { Issue, Weakness } from '../input/issue.ts';
import { codePointLength, inNfc } from '../input/text-fields.ts';

/** The same minimum holds for passwords that people choose (D:W26). */
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

/** What others may know of the person who chooses a password. */
interface Known {
  readonly name: string;
  readonly email: string;
  readonly companyName: string;
}

/**
 * Refuses an allowed password that is easy to guess (D:A30). Takes up to a tenth of a second, so it is called after the
 * person has shown who they are. Throws `invalid_input` on `password`.
 */
export async function assertPasswordStrong(password: string, { name, email, companyName }: Known): Promise<void> {
  const [localPart = ''] = email.split('@');
  const words = knownWords([name, email, localPart, companyName].map((text) => text.normalize('NFC')));
  const why = await weaknessOf(password.normalize('NFC'), words);
  if (why !== null) throw new InvalidInputError({ password: [{ rule: 'guessable', params: { why } }] });
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
  if (password.normalize('NFC') === current.normalize('NFC')) throw sameAsBefore();
}

export function sameAsBefore(): InvalidInputError {
  return new InvalidInputError({ password: [{ rule: 'different', params: { other: 'current_password' } }] });
}

/** A longer password cannot be anybody's, so hashing it is pointless. */
export function isPossiblePassword(password: unknown): password is string {
  return typeof password === 'string' && password !== '' && password.length <= 4 * LONGEST;
}

/** Of zxcvbn's scores 0 to 4: from 3 on a thief of the hashes needs more than 10^8 guesses (D:A30). */
const ENOUGH = 3;
/** Only so many characters are judged, because the time grows with their square. */
const JUDGED = 50;

/** zxcvbn's warnings by what helps against them; the others are passwords of lists. */
const WEAKNESSES: Readonly<Record<string, Weakness>> = {
  userInputs: 'personal',
  simpleRepeat: 'repeated',
  extendedRepeat: 'repeated',
  sequences: 'sequence',
  straightRow: 'sequence',
  keyPattern: 'sequence',
  dates: 'sequence',
  recentYears: 'sequence',
};

/** Why a password is too easy to guess for somebody who knows these words; null if it is not. */
export async function weaknessOf(password: string, words: readonly string[]): Promise<Weakness | null> {
  const { score, feedback } = (await estimator()).check(password, [...words]);
  if (score >= ENOUGH) return null;
  return feedback.warning === null ? 'few' : (WEAKNESSES[feedback.warning] ?? 'common');
}

/**
 * What others know of a person: names and addresses, whole, without blanks, and by words. Words of one or two letters
 * are also parts of other words.
 */
export function knownWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => [text, text.replaceAll(/\s/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words)].filter((word) => word.length > 2);
}

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Loaded for the first password that somebody chooses, because its word lists take 20 MB. */
function estimator(): Promise<ZxcvbnFactory> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary, maxLength: JUDGED });
}
