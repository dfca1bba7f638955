import { writeFile } from 'node:fs/promises';
import { createCore, type PersonHours, systemActor } from '@shaon/core';
import { payrollCsv } from './payroll-csv.ts';

const [month = '', file = `payroll-${month}.csv`] = process.argv.slice(2);
const { DATABASE_URL, SHAON_KEYS, SHAON_COMPANY = '1' } = process.env;
if (month === '' || DATABASE_URL === undefined || SHAON_KEYS === undefined) {
  console.error('DATABASE_URL=sqlite:… or postgres://… SHAON_KEYS=… npm start 2026-10 [file.csv]');
  process.exit(2);
}

const core = await createCore({
  database: DATABASE_URL.startsWith('sqlite:')
    ? { type: 'sqlite', path: DATABASE_URL.slice('sqlite:'.length) }
    : { type: 'postgres', url: DATABASE_URL },
  keys: SHAON_KEYS,
  welcomeMessages: false,
});
try {
  const people: PersonHours[] = [];
  for await (const person of core.hours.ofCompany(systemActor(Number(SHAON_COMPANY)), month)) people.push(person);
  await writeFile(file, payrollCsv(people));
  console.log(`${file}: ${people.length} employees`);
} finally {
  await core.close();
}
