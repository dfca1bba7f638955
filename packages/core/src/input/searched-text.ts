import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** The sources of the text; a change of one of them must rebuild it. */
interface SearchSources {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneE164: string | null;
}

const PHONE_MARKS = /[- .()]/g;
/** Apostrophes and quotation marks, geresh and gershayim: a search is divided at them (`searchWords`). */
const QUOTES = /['"`\u05F3\u05F4\u2018-\u201F]/g;

/** A search word contains no blank, so it cannot match across two parts. It sorts before every letter. */
const BETWEEN = '\n';

/**
 * The text by which people are sorted and searched: name, e-mail address and phone, folded (`foldText`) and without
 * quotation marks, so that `צה״ל` is found by `צהל`; the phone also in E.164, as dialled in its country, and without
 * punctuation. The name comes first, so that sorting by the text sorts by name. It takes at most 2,120 bytes; an index
 * entry of PostgreSQL can hold 2,700.
 */
export function searchedText({ name, email, phone, phoneE164 }: SearchSources): string {
  const digits = phone?.replace(PHONE_MARKS, '') ?? '';
  const parts = [name, email, phone ?? '', phoneE164 ?? '', digits, asDialled(phoneE164)];
  const differing = parts.filter((part, index) => part !== '' && parts.indexOf(part) === index);
  return foldText(differing.join(BETWEEN)).replace(QUOTES, '');
}

/** `0541234567` for `+972541234567`. */
function asDialled(phoneE164: string | null): string {
  if (phoneE164 === null) return '';
  return parsePhoneNumberFromString(phoneE164)?.formatNational().replace(PHONE_MARKS, '') ?? '';
}

/** One form for all cases of a letter: `Σ`, `σ` and `ς` become `σ`. A case of two code points is not used. */
export function foldCase(letter: string): string {
  const upper = letter.toUpperCase();
  const one = isOne(upper) ? upper : letter;
  const lower = one.toLowerCase();
  return isOne(lower) ? lower : one;
}

const isOne = (text: string): boolean => text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;

/** Letters without marks, and without cases beyond those that `toLowerCase` handles. */
const IS_PLAIN = /^[\0-\x7F\u05D0-\u05EA]*$/;

/**
 * Accents, Hebrew points and Arabic vowel signs, which many people leave out; and the controls of the reading
 * direction, which nobody sees.
 */
const MARKS =
  /[\u0300-\u0344\u0346-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\p{Bidi_Control}]/gu;

/** Folds a text, so that texts that differ only in upper and lower case, or in marks, become equal. In NFC. */
export function foldText(text: string): string {
  if (IS_PLAIN.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').replace(MARKS, '').normalize('NFC');
  return [...bare].map(foldCase).join('');
}
