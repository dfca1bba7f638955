import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Weakness } from '../input/issue.ts';

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
