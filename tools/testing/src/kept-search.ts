import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Connection } from './fresh-database.ts';

const PEOPLE = 'SELECT id, name, email, phone, phone_e164, searched FROM shaon_employee';

type Person = Readonly<Record<'name' | 'email' | 'phone' | 'phone_e164' | 'searched', string | null>>;

/** The search text of a person, computed independently of the project's code. */
function searchedBy(person: Person): string {
  const digits = [...(person.phone ?? '')].filter((letter) => !'- .()'.includes(letter)).join('');
  const email = (person.email ?? '').normalize('NFC');
  const parts: string[] = [];
  for (const part of [person.name ?? '', email, person.phone ?? '', person.phone_e164 ?? '', digits]) {
    const folded = Array.from(part, inOneCase).join('');
    if (folded !== '' && !parts.includes(folded)) parts.push(folded);
  }
  return parts.join('\n');
}

function inOneCase(letter: string): string {
  const upper = Array.from(letter.toUpperCase()).length === 1 ? letter.toUpperCase() : letter;
  return Array.from(upper.toLowerCase()).length === 1 ? upper.toLowerCase() : upper;
}

/** Throws if people's stored search text differs from their rows; does nothing without such a column. */
export async function assertKeptSearch(connection: Connection): Promise<void> {
  const people = connection.type === 'sqlite' ? onSqlite(connection.path) : await onPostgres(connection.url);
  const wrong = people.filter((person) => person.searched !== searchedBy(person));
  if (wrong.length === 0) return;
  const first = wrong.slice(0, 5).map((row) => JSON.stringify(row));
  throw new Error(`${wrong.length} people are searched by what they are not, such as\n      ${first.join('\n      ')}`);
}

function onSqlite(path: string): Person[] {
  const database = new Sqlite(path);
  try {
    const columns = database.prepare("SELECT 1 FROM pragma_table_info('shaon_employee') WHERE name = 'searched'").all();
    return columns.length === 0 ? [] : (database.prepare(PEOPLE).all() as Person[]);
  } finally {
    database.close();
  }
}

async function onPostgres(url: string): Promise<Person[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = await client.query(
      "SELECT 1 FROM information_schema.columns WHERE table_name = 'shaon_employee' AND column_name = 'searched'",
    );
    return columns.rows.length === 0 ? [] : (await client.query<Person>(PEOPLE)).rows;
  } finally {
    await client.end();
  }
}
