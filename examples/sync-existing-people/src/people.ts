import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** One of the product's own people. */
export interface Person {
  /** The product's own key of the person, as a text. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly idNumber: string;
  /** A decimal text, such as `52.50`. */
  readonly hourlyRate: string;
  readonly department: { readonly key: string; readonly name: string } | null;
  readonly hasLeft: boolean;
}

/**
 * Used for a missing or null field: Shaon refuses the empty text with the field's name, and the sync continues with
 * other people.
 */
const NOTHING = { name: '', email: '', phone: '', idNumber: '', hourlyRate: '', department: null, hasLeft: false };

/** The people of one company, from a file with one JSON object per line; put your own query here. */
export async function readPeople(file = process.argv[2]): Promise<Person[]> {
  if (file === undefined) throw new Error('Say which file: people.jsonl');
  const people: Person[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    // `trim` also removes a byte order mark.
    if (line.trim() === '') continue;
    const given = Object.entries(JSON.parse(line.trim())).filter(([, value]) => value !== null);
    people.push({ ...NOTHING, ...Object.fromEntries(given) } as Person);
  }
  return people;
}
