import { type Person, readPeople } from './people.ts';
import { allEmployees, allKeys, openShaon } from './shaon.ts';

const people = await readPeople();
const { core, company } = await openShaon();
const differences: string[] = [];

/** The fields that differ between the person and Shaon's file. Of the ID number it compares only three digits. */
async function differing(person: Person, id: number): Promise<string[]> {
  const { employee, id_number_end, hourly_rate } = await core.personnel.file(company, id);
  const departmentKey =
    employee.department && (await core.externalIds.of(company, 'department', employee.department.id));
  const pairs: Readonly<Record<string, readonly [unknown, unknown]>> = {
    name: [person.name, employee.name],
    email: [person.email, employee.email],
    phone: [person.phone, employee.phone],
    id_number: [person.idNumber.slice(-3), id_number_end],
    hourly_rate: [Number(person.hourlyRate), Number(hourly_rate)],
    department: [person.department?.key ?? null, departmentKey],
    status: [person.hasLeft ? 'frozen' : 'active', employee.status],
  };
  return Object.entries(pairs).flatMap(([field, [ours, theirs]]) => (ours === theirs ? [] : [field]));
}

try {
  const ids = await allKeys(core, company, 'employee');
  for (const person of people) {
    const id = ids.get(person.key);
    if (id === undefined) {
      if (!person.hasLeft) differences.push(`${person.key}: not in Shaon`);
      continue;
    }
    const fields = await differing(person, id);
    if (fields.length > 0) differences.push(`${person.key}, employee ${id}: ${fields.join(', ')}`);
  }

  const keys = new Map([...ids].map(([key, id]) => [id, key]));
  const present = new Set(people.map(({ key }) => key));
  for await (const { id, status } of allEmployees(core, company)) {
    const key = keys.get(id);
    if (key === undefined) differences.push(`employee ${id}: has no key`);
    else if (!present.has(key) && status === 'active')
      differences.push(`${key}, employee ${id}: active, but not in the list`);
  }
} finally {
  await core.close();
}
for (const line of differences) console.log(line);
console.log(`${differences.length} differences among ${people.length} people`);
process.exitCode = differences.length === 0 ? 0 : 1;
