import { writeFile } from 'node:fs/promises';
import { ShaonClient } from '@shaon/client-sdk';
import { readMonth } from './month.ts';
import { payrollCsv } from './payroll-csv.ts';

const [month = '', file = `payroll-${month}.csv`] = process.argv.slice(2);
const { SHAON_URL, SHAON_TOKEN, SHAON_ZONE = 'Asia/Jerusalem' } = process.env;
if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || SHAON_URL === undefined || SHAON_TOKEN === undefined) {
  console.error('SHAON_URL=https://hr.example/api/v1 SHAON_TOKEN=shn_… npm start 2026-10 [file.csv]');
  process.exit(2);
}

// A thousand pages are not urgent, so wait instead of exceeding the rate limit.
const shaon = new ShaonClient({ baseUrl: SHAON_URL, token: SHAON_TOKEN, pace: true });
const result = await readMonth(shaon, month, SHAON_ZONE);
await writeFile(file, payrollCsv(result));
console.log(`${file}: ${result.lines.length} employees`);
