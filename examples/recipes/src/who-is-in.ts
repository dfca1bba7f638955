import { clientFromEnvironment } from './client.ts';
import { addDays, today } from './days.ts';

// Who is in now: everybody whose record has a punch in and no punch out.

/** Longer ago, and somebody has forgotten to punch out. */
const LONGEST_DAY = 24 * 60 * 60_000;

const { SHAON_ZONE = 'Asia/Jerusalem' } = process.env;
const shaon = clientFromEnvironment();
const date = today(SHAON_ZONE);

// Yesterday too: a night shift belongs to the day on which it starts.
const filter = { date_from: addDays(date, -1), date_to: date, status: 'open', per_page: 200 };
for await (const { employee_id, check_in } of shaon.attendance.list(filter)) {
  if (check_in === null || Date.now() - Date.parse(check_in) > LONGEST_DAY) continue;
  const { name } = await shaon.employees.get(employee_id);
  console.log(`${employee_id}\t${name}\tsince ${check_in}`);
}
