import { foldText } from './letter-case.ts';

/** The sources of the text; a change of one of them must rebuild it. */
interface SearchSources {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneE164: string | null;
}

const PHONE_MARKS = /[- .()]/g;

/** A search word contains no blank, so it cannot match across two parts. It sorts before every letter. */
const BETWEEN = '\n';

/**
 * The text by which people are sorted and searched: name, e-mail address and phone, folded and in NFC; the phone also
 * in E.164 and without punctuation. The name comes first, so that sorting by the text sorts by name. It takes at most
 * 2,100 bytes; an index entry of PostgreSQL can hold 2,700.
 */
export function searchedText({ name, email, phone, phoneE164 }: SearchSources): string {
  const parts = [name, email.normalize('NFC'), phone ?? '', phoneE164 ?? '', phone?.replace(PHONE_MARKS, '') ?? ''];
  const differing = parts.filter((part, index) => part !== '' && parts.indexOf(part) === index);
  return foldText(differing.join(BETWEEN));
}
