import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Employee } from '@shaon/client-sdk';
import { clientFromEnvironment } from './client.ts';

// New hires since the last run, for example since yesterday by a nightly timer. The API has no date of hire, but ids
// grow and are never reused, so new people have ids that the last run did not have.

const [file = 'known-employees.json'] = process.argv.slice(2);
const known = readKnown(file);
const list = clientFromEnvironment().employees.list({ per_page: 200 });

// Reads from the last page backwards, so that the cost does not grow with the company.
const newest: Employee[] = [];
const { meta } = await list.page();
for (let number = meta.last_page; number >= 1; number -= 1) {
  const { data } = await list.page(number);
  newest.unshift(...data.filter(({ id }) => !newest.some((other) => other.id === id)));
  // The first run stores 200 ids; a later run reads back to the first id of the last run.
  if (known === undefined ? newest.length >= 200 : newest.some(({ id }) => id <= Math.min(...known))) break;
}

if (known !== undefined) {
  const oldest = Math.min(...known);
  // If two people are created at once, a lower id can become visible after a higher one.
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

/** Written after the names were printed, so after a crash somebody may be printed twice but is never missed. */
function writeKnown(path: string, employees: Employee[]): void {
  writeFileSync(`${path}.new`, JSON.stringify(employees.map(({ id }) => id)));
  renameSync(`${path}.new`, path);
}
