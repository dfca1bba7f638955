import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** One of the product's own people. */
export interface Person {
  /** The product's own key of them, as a text. */
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

/** The people of one company, from a file of one JSON object a line; put your own query here. */
export async function readPeople(file = process.argv[2]): Promise<Person[]> {
  if (file === undefined) throw new Error('Say which file: people.jsonl');
  const people: Person[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() !== '') people.push(JSON.parse(line) as Person);
  }
  return people;
}
