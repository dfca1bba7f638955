import type { Pages } from '@shaon/client-sdk';
import { clientFromEnvironment } from './client.ts';
import { daysOf } from './days.ts';
import { Store } from './store.ts';

// A full copy of a month that survives a crash. The work is cut into parts, at most a day of attendance or all people;
// each part is read completely and written with its mark in one transaction. After the program was killed, or the
// machine lost power, the next run begins with the first part without a mark.

const [month = '', file = 'shaon-copy.sqlite'] = process.argv.slice(2);
if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
  console.error('npm run full-sync 2026-10 [copy.sqlite]');
  process.exit(2);
}

const shaon = clientFromEnvironment();
const store = new Store(file);
store.begin(month);

await part('departments', '', () => shaon.departments.list());
await part('branches', '', () => shaon.branches.list());
await part('shifts', '', () => shaon.shifts.list());
await part('employees', '', () => whole(shaon.employees.list({ per_page: 200 })));
const days = daysOf(month);
for (const date of days) {
  const filter = { date_from: date, date_to: date, per_page: 200 };
  await part('attendance', date, () => whole(shaon.attendance.list(filter)));
}
const dates = { date_from: days[0] ?? '', date_to: days.at(-1) ?? '', per_page: 200 };
await part('leave', month, () => whole(shaon.leave.list(dates)));
console.log(`${store.finish()} records`);

async function part(kind: string, name: string, read: () => Promise<readonly { id: number }[]>): Promise<void> {
  if (store.has(kind, name)) return;
  store.replace(kind, name, await read());
  console.log(`${kind} ${name}`.trim());
}

/**
 * A consistent list: a row that is removed during paging shifts the next page, so the total is checked and the list
 * read again.
 */
async function whole<Item extends { id: number }>(list: Pages<Item>): Promise<Item[]> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const items = new Map<number, Item>();
    let total = 0;
    for await (const { data, meta } of list.pages()) {
      for (const item of data) items.set(item.id, item);
      total = meta.total;
    }
    if (items.size === total) return [...items.values()];
  }
  throw new Error('The list changed faster than it could be read: try again later.');
}
