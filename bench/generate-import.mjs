import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Writes a folder of CSV files for `shaon import`: employees and their attendance on consecutive days.
 *
 *   node bench/generate-import.mjs FOLDER [attendance rows, 1000000] [employees, 2000]
 */

const [folder, rowsText = '1000000', employeesText = '2000'] = process.argv.slice(2);
if (folder === undefined) {
  console.error('node bench/generate-import.mjs FOLDER [attendance rows] [employees]');
  process.exit(1);
}
const rows = Number(rowsText);
const employees = Number(employeesText);
const LAST_DAY = Date.UTC(2026, 0, 31);

mkdirSync(folder, { recursive: true });
await write('company.csv', ['name,zone,locale', `Import of ${rows} rows,Asia/Jerusalem,he`]);
await write('departments.csv', ['external_id,name', 'D1,מחסן', 'D2,הנהלה']);
await write('employees.csv', people());
await write('attendance.csv', days());

function* people() {
  yield 'external_id,name,id_number,email,phone,department_external_id,salary_type,hourly_rate';
  for (let index = 1; index <= employees; index++) {
    yield `E${index},עובד ${index},${idNumber(30_000_000 + index)},e${index}@import.example,050-1234567,D${1 + (index % 2)},hourly,42.5`;
  }
}

function* days() {
  yield 'external_id,employee_external_id,date,check_in,check_out,status,check_in_lat,check_in_lng,check_in_accuracy_meters';
  for (let row = 0; row < rows; row++) {
    const employee = 1 + (row % employees);
    const date = new Date(LAST_DAY - Math.floor(row / employees) * 86_400_000).toISOString().slice(0, 10);
    const minute = String(row % 60).padStart(2, '0');
    yield `A${row},E${employee},${date},${date}T08:${minute}:00,${date}T17:${minute}:00,approved,32.0853,34.7818,12`;
  }
}

/** @param {number} eightDigits eight digits with their check digit */
function idNumber(eightDigits) {
  const digits = String(eightDigits);
  const sum = [...digits].reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** @param {string} name @param {Iterable<string>} lines */
async function write(name, lines) {
  const stream = createWriteStream(join(folder, name));
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}
