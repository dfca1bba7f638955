import { clientFromEnvironment } from './client.ts';
import { addDays, today } from './days.ts';

// Who is in now: everybody whose record has a punch in and no punch out.

/** The longest time from a punch in to its punch out, by the company's setting. */
const LONGEST = 24 * 60 * 60_000;

const { SHAON_ZONE = 'Asia/Jerusalem' } = process.env;
const shaon = clientFromEnvironment();
const date = today(SHAON_ZONE);

// A record has the first punch in of its day, which may be as long before the last one as that is before its punch out.
const filter = { date_from: addDays(date, -2), date_to: date, status: 'open', per_page: 200 };
const since = new Map<number, string>();
for await (const { employee_id, check_in } of shaon.attendance.list(filter)) {
  if (check_in === null || Date.now() - Date.parse(check_in) > 2 * LONGEST) continue;
  const known = since.get(employee_id);
  if (known === undefined || Date.parse(known) < Date.parse(check_in)) since.set(employee_id, check_in);
}

// Reads the whole list and not each person, because a page of 200 people is one of the minute's 60 requests.
for await (const { id, name } of shaon.employees.list({ status: 'active', per_page: 200 })) {
  const checkIn = since.get(id);
  if (checkIn === undefined) continue;
  // The API does not tell somebody who came back from a break from somebody who forgot to punch out.
  const doubt = Date.now() - Date.parse(checkIn) > LONGEST ? ', unless the punch out was forgotten' : '';
  console.log(`${id}\t${name}\tsince ${checkIn}${doubt}`);
}
