import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Employee } from '@shaon/client-sdk';
import { clientFromEnvironment } from './client.ts';

// New hires since the last run, for example since yesterday by a nightly timer. An employee has no date of hire in the
// API, but ids grow and are never used again: who is new has an id that the last run did not know.

const [file = 'known-employees.json'] = process.argv.slice(2);
const known = readKnown(file);
const list = clientFromEnvironment().employees.list({ per_page: 200 });

// From the last page backwards, so that a large company costs as little as a small one.
const newest: Employee[] = [];
const { meta } = await list.page();
for (let number = meta.last_page; number >= 1; number -= 1) {
  const { data } = await list.page(number);
  newest.unshift(...data.filter(({ id }) => !newest.some((other) => other.id === id)));
  // The first run remembers 200; a later one goes back to where those of the last one begin.
  if (known === undefined ? newest.length >= 200 : newest.some(({ id }) => id <= Math.min(...known))) break;
}

if (known !== undefined) {
  const oldest = Math.min(...known);
  // A lower id can become visible after a higher one, when two people are created at once.
  for (const { id, name, email } of newest)
    if (id > oldest && !known.includes(id)) console.log(`${id}\t${name}\t${email}`);
}
writeKnown(file, newest.slice(-200));

function readKnown(path: string): number[] | undefined {
  try {
    const ids: number[] = JSON.parse(readFileSync(path, 'utf8'));
    return ids.length === 0 ? [0] : ids;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** After the names were printed: a crash between the two tells of somebody twice, never not at all. */
function writeKnown(path: string, employees: Employee[]): void {
  writeFileSync(`${path}.new`, JSON.stringify(employees.map(({ id }) => id)));
  renameSync(`${path}.new`, path);
}
