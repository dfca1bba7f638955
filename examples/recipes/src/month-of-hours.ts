import { createCore, systemActor } from '@shaon/core';
import { environment } from './client.ts';

// A month of hours: one line for each employee.

const [month] = process.argv.slice(2);
if (month === undefined) {
  console.error('npm run month-of-hours 2026-10');
  process.exit(2);
}

const url = environment('DATABASE_URL');
const core = await createCore({
  database: url.startsWith('sqlite:')
    ? { type: 'sqlite', path: url.slice('sqlite:'.length) }
    : { type: 'postgres', url },
  keys: environment('SHAON_KEYS'),
  welcomeMessages: false,
});
const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
try {
  console.log('employee\tname\thours\tbreaks\tdays\tdays that lack a punch');
  const company = systemActor(Number(process.env.SHAON_COMPANY ?? 1));
  for await (const { employee, workedMinutes, breakMinutes, workedDays, unmended } of core.hours.ofCompany(
    company,
    month,
  ))
    console.log(
      [employee.id, employee.name, hours(workedMinutes), hours(breakMinutes), workedDays, unmended.length].join('\t'),
    );
} finally {
  await core.close();
}
