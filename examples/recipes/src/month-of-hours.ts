import { clientFromEnvironment } from './client.ts';
import { daysOf } from './days.ts';

// A month of hours: one line for each employee.

const [month = ''] = process.argv.slice(2);
if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
  console.error('npm run month-of-hours 2026-10');
  process.exit(2);
}

const shaon = clientFromEnvironment();
const names = new Map<number, string>();
for await (const { id, name } of shaon.employees.list({ per_page: 200 })) names.set(id, name);

/** Minutes of presence, days with both punches, and days without one of them. */
const sums = new Map<number, { minutes: number; days: number; incomplete: number }>();
const dates = daysOf(month);
const filter = { date_from: dates[0] ?? '', date_to: dates.at(-1) ?? '', per_page: 200 };
for await (const { employee_id, check_in, check_out, status } of shaon.attendance.list(filter)) {
  if (status === 'rejected') continue;
  const sum = sums.get(employee_id) ?? { minutes: 0, days: 0, incomplete: 0 };
  sums.set(employee_id, sum);
  if (check_in !== null && check_out !== null) {
    // Both have their offset, so a night when clocks change has its true length. Each day counts in whole minutes, as
    // on Shaon's pages, so that days add up to their sum.
    sum.minutes += Math.floor((Date.parse(check_out) - Date.parse(check_in)) / 60_000);
    sum.days += 1;
  } else if (check_in !== null || check_out !== null) sum.incomplete += 1;
}

// A record has the first punch in and the last punch out of its day, so the time between them includes breaks.
console.log('employee\tname\thours with breaks\tdays\tdays with one punch only');
for (const [id, { minutes, days, incomplete }] of [...sums].sort(([a], [b]) => a - b))
  console.log([id, names.get(id), (minutes / 60).toFixed(2), days, incomplete].join('\t'));
