import {
  type Core,
  createCore,
  type DatabaseConnection,
  migrateCore,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { BENCH_KEYS } from '../v1/data/company.ts';

const FIRST = ['נועה', 'יוסף', 'Ольга', 'مريم', 'Dana', 'אביגיל', 'Éloïse', 'משה'];
const LAST = ['לוי', 'כהן-אורן', 'Левина', 'حداد', 'Smith', 'בן־דוד', 'Müller', 'אבוטבול'];
const BRANCHES = 12;
const DEPARTMENTS = 40;
const PARTS = 4;

/**
 * A company of so many people and one of a quarter beside it, by the import, which writes rows as the service does. They
 * come in turns, so that the rows of neither lie together.
 */
export async function makePeople(
  connection: DatabaseConnection,
  people: number,
): Promise<{ readonly core: Core; readonly company: SystemActor }> {
  await migrateCore(connection);
  const core = await createCore({ database: connection, keys: BENCH_KEYS, withoutEvents: true });
  const large = await core.companies.create({ name: 'Bench' });
  const beside = await core.companies.create({ name: 'Beside' });
  const part = Math.ceil(people / PARTS);
  for (let turn = 0; turn < PARTS; turn++) {
    await importPeople(core, beside.id, people + turn * part, Math.ceil(part / 4));
    await importPeople(core, large.id, turn * part, Math.min(part, people - turn * part));
  }
  return { core, company: systemActor(large.id) };
}

async function importPeople(core: Core, id: number, from: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  await core.imports.run({
    company: { id },
    files: [
      { kind: 'departments', name: 'departments', rows: () => inChunks(units('D', DEPARTMENTS)) },
      { kind: 'branches', name: 'branches', rows: () => inChunks(units('B', BRANCHES)) },
      { kind: 'employees', name: 'employees', rows: () => inChunks(numbers.map(person)) },
    ],
  });
}

const units = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ external_id: `${letter}${index}`, name: `${letter} ${index}` }));

function person(number: number): Record<string, string> {
  const first = FIRST[number % FIRST.length];
  const last = LAST[Math.floor(number / FIRST.length) % LAST.length];
  return {
    external_id: `E${number}`,
    name: `${first} ${last} ${(number * 7919) % 20_011}`,
    id_number: withCheckDigit(30_000_000 + number),
    email: `employee${number}@bench.example`,
    phone: `05${number % 10}-${3_000_000 + number}`,
    department_external_id: `D${number % DEPARTMENTS}`,
    branch_external_id: `B${number % BRANCHES}`,
    salary_type: 'hourly',
    hourly_rate: '42.5',
    role: number % 50 === 0 ? 'manager' : 'employee',
    status: number % 20 === 0 ? 'frozen' : 'active',
  };
}

async function* inChunks(rows: readonly Record<string, string>[]) {
  for (let from = 0; from < rows.length; from += 500) {
    yield rows.slice(from, from + 500).map((values, index) => ({ line: from + index + 1, values }));
  }
}

function withCheckDigit(eightDigits: number): string {
  const digits = String(eightDigits);
  const sum = [...digits].reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
