import type { Connection } from './fresh-database.ts';
import { type OpenedDatabase, withOpened } from './opened-database.ts';

const PEOPLE = 'SELECT id, name, email, phone, phone_e164, searched FROM shaon_employee';

type Person = Readonly<Record<'name' | 'email' | 'phone' | 'phone_e164' | 'searched', string | null>>;

/** The search text of a person, computed independently of the project's code. */
function searchedBy(person: Person): string {
  const digits = [...(person.phone ?? '')].filter((letter) => !'- .()'.includes(letter)).join('');
  const email = (person.email ?? '').normalize('NFC');
  const parts: string[] = [];
  const e164 = person.phone_e164 ?? '';
  for (const part of [person.name ?? '', email, person.phone ?? '', e164, digits, dialled(e164)]) {
    const bare = [...part.normalize('NFD')]
      .filter((letter) => !isMark(letter.codePointAt(0) ?? 0) && !QUOTES.includes(letter))
      .join('');
    const folded = Array.from(bare.normalize('NFC'), inOneCase).join('');
    if (folded !== '' && !parts.includes(folded)) parts.push(folded);
  }
  return parts.join('\n');
}

const QUOTES = '\'"`׳״‘’‚‛“”„‟';

const ISRAEL = '+972';

/** An Israeli number as it is dialled there. */
function dialled(e164: string): string {
  if (!e164.startsWith(ISRAEL)) return '';
  return e164[ISRAEL.length] === '1' ? e164.slice(ISRAEL.length) : `0${e164.slice(ISRAEL.length)}`;
}

/** How numbers of other countries are dialled there is not checked. */
function isKept(person: Person): boolean {
  const expected = searchedBy(person);
  const isForeign = person.phone_e164?.startsWith(ISRAEL) === false;
  return isForeign ? person.searched?.startsWith(expected) === true : person.searched === expected;
}

/** Accents without the Greek iota, Hebrew points without punctuation, Arabic vowel signs, controls of the direction. */
function isMark(code: number): boolean {
  const isIn = (first: number, last: number) => code >= first && code <= last;
  if (isIn(0x300, 0x36f)) return code !== 0x345;
  if (isIn(0x591, 0x5c7)) return ![0x5be, 0x5c0, 0x5c3, 0x5c6].includes(code);
  const isDirection = code === 0x61c || isIn(0x200e, 0x200f) || isIn(0x202a, 0x202e) || isIn(0x2066, 0x2069);
  return isDirection || isIn(0x610, 0x61a) || isIn(0x64b, 0x65f) || code === 0x670;
}

function inOneCase(letter: string): string {
  const upper = Array.from(letter.toUpperCase()).length === 1 ? letter.toUpperCase() : letter;
  return Array.from(upper.toLowerCase()).length === 1 ? upper.toLowerCase() : upper;
}

/** Throws if people's stored search text differs from their rows; does nothing without such a column. */
export const assertKeptSearch = (connection: Connection): Promise<void> => withOpened(connection, checkKeptSearch);

export async function checkKeptSearch(database: OpenedDatabase): Promise<void> {
  const whetherSearched =
    database.type === 'sqlite'
      ? "SELECT 1 FROM pragma_table_info('shaon_employee') WHERE name = 'searched'"
      : "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('shaon_employee') AND attname = 'searched'";
  if ((await database.rows(whetherSearched)).length === 0) return;
  const people = await database.rows<Person>(PEOPLE);
  const wrong = people.filter((person) => !isKept(person));
  if (wrong.length === 0) return;
  const first = wrong.slice(0, 5).map((row) => JSON.stringify(row));
  throw new Error(`${wrong.length} people are searched by what they are not, such as\n      ${first.join('\n      ')}`);
}
