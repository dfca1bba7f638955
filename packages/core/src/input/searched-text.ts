import { foldText } from './letter-case.ts';

/** What the text is made of: a write that changes one of these makes it anew. */
interface SearchSources {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneE164: string | null;
}

const PHONE_MARKS = /[- .()]/g;

/** No word of a search has a blank in it, so none is found across two parts. It sorts before every other letter. */
const BETWEEN = '\n';

/**
 * What a person is sorted and searched by: name, e-mail address and phone, folded and in NFC, the phone also in E.164 and
 * without the marks that people put into it. The name comes first, so that sorting by this text sorts by name. It takes
 * at most 2,100 bytes, and PostgreSQL has room for 2,700 in an entry of an index.
 */
export function searchedText({ name, email, phone, phoneE164 }: SearchSources): string {
  const phones = [phone ?? '', phoneE164 ?? '', phone?.replace(PHONE_MARKS, '') ?? ''];
  const parts = new Set([name, email.normalize('NFC'), ...phones]);
  parts.delete('');
  return foldText([...parts].join(BETWEEN));
}
