/** Beyond it no letter has another case. */
const LAST_CASED = 0x1ffff;
const CASED = /\p{Changes_When_Casemapped}/u;

/** The one form of a letter's cases, a code point of its own: `Σ`, `σ` and `ς` are `σ`. What would be two stays. */
export function foldCase(letter: string): string {
  const upper = letter.toUpperCase();
  const one = isOne(upper) ? upper : letter;
  const lower = one.toLowerCase();
  return isOne(lower) ? lower : one;
}

/** A letter and its other cases, itself alone where it has none. */
export function sameLetters(letter: string): readonly string[] {
  return lettersByFold().get(foldCase(letter)) ?? [letter];
}

const isOne = (text: string): boolean => text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;

let byFold: ReadonlyMap<string, readonly string[]> | undefined;

/** Made when it is first needed, for it takes some milliseconds. */
function lettersByFold(): ReadonlyMap<string, readonly string[]> {
  if (byFold !== undefined) return byFold;
  const found = new Map<string, string[]>();
  for (let code = 0; code <= LAST_CASED; code++) {
    const letter = String.fromCodePoint(code);
    if (!CASED.test(letter)) continue;
    const fold = foldCase(letter);
    found.set(fold, [...(found.get(fold) ?? []), letter]);
  }
  byFold = found;
  return found;
}
