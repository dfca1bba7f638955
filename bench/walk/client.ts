import { ShaonClient } from '@shaon/client-sdk';

/*
 * Reads all days of a company with the SDK, like a user's program. Prints a JSON line after every twentieth of them:
 * records so far, seconds, resident bytes.
 */

const [baseUrl = '', token = '', expected = '0'] = process.argv.slice(2);
const MOMENTS = 20;
const PER_PAGE = 200;

const client = new ShaonClient({ baseUrl, token });
const step = Math.max(PER_PAGE, Math.floor(Number(expected) / MOMENTS));
const started = performance.now();
let records = 0;
/** The company's ids begin with 1, so each id is checked, because a repeated record could hide a missing one. */
const seen = new Uint8Array(Number(expected) + 1);
let next = step;
for await (const { id } of client.attendance.list({ per_page: PER_PAGE })) {
  records += 1;
  if (seen[id] === 1) throw new Error(`Record ${id} came twice`);
  seen[id] = 1;
  if (records < next) continue;
  next += step;
  tell();
}
tell();

function tell(): void {
  const { user, system } = process.cpuUsage();
  const seconds = (performance.now() - started) / 1_000;
  const moment = { records, seconds, cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage.rss() };
  process.stdout.write(`${JSON.stringify(moment)}\n`);
}
