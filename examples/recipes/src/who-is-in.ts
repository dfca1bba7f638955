import { clientFromEnvironment } from './client.ts';
import { addDays, today } from './days.ts';

// Who is in now: everybody whose record has a punch in and no punch out.

/** If somebody punched in longer ago, they have probably forgotten to punch out. */
const LONGEST_DAY = 24 * 60 * 60_000;

const { SHAON_ZONE = 'Asia/Jerusalem' } = process.env;
const shaon = clientFromEnvironment();
const date = today(SHAON_ZONE);

// Includes yesterday, because a night shift belongs to the day on which it starts.
const filter = { date_from: addDays(date, -1), date_to: date, status: 'open', per_page: 200 };
const since = new Map<number, string>();
for await (const { employee_id, check_in } of shaon.attendance.list(filter))
  if (check_in !== null && Date.now() - Date.parse(check_in) <= LONGEST_DAY) since.set(employee_id, check_in);

// Reads the whole list and not each person, because a page of 200 people is one of the minute's 60 requests.
for await (const { id, name } of shaon.employees.list({ status: 'active', per_page: 200 }))
  if (since.has(id)) console.log(`${id}\t${name}\tsince ${since.get(id)}`);
