import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookEvent } from '@shaon/client-sdk/webhooks';
import type { Database as Connection } from 'better-sqlite3';
import { environment } from './client.ts';
import { Queue } from './queue.ts';

// Processes the queue of receive.ts, one event after the other. This example sums hours without breaks. A punch out has
// the segment that it ends, from the last punch in, so the sum of a day's segments has no break in it.

const queue = new Queue(environment('QUEUE_FILE'));
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopping = true));

// Also checked between two events, so that a signal ends the program.
while (!isStopping) await sleep(queue.takeNext(work) ? 0 : 200);

function work(event: WebhookEvent, database: Connection): void {
  // A test event or a forgotten punch in has no segment.
  if (event.delivery.test || event.event !== 'attendance.clocked_out' || event.data.check_in === null) {
    console.log(`done ${event.event}`);
    return;
  }
  const { attendance_id, employee_id, check_in, check_out } = event.data;
  database
    .prepare('INSERT OR REPLACE INTO segment (attendance_id, employee_id, check_in, check_out) VALUES (?, ?, ?, ?)')
    .run(attendance_id, employee_id, check_in, check_out);
  const segments = database
    .prepare<[number], { check_in: string; check_out: string }>('SELECT * FROM segment WHERE attendance_id = ?')
    .all(attendance_id);
  const time = segments.reduce((sum, one) => sum + Date.parse(one.check_out) - Date.parse(one.check_in), 0);
  // A day counts in whole minutes, as on Shaon's pages.
  const hours = Math.floor(time / 60_000) / 60;
  console.log(`done ${event.event}: employee ${employee_id} has ${hours.toFixed(2)} hours without breaks`);
}
