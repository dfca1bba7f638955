import { type ImportFile, type ImportKind, ImportRefusedError } from '@shaon/core';
import { type Person, readPeople } from './people.ts';
import { allEmployees, allKeys, openShaon } from './shaon.ts';

/** Rows for the import, some hundred at a time; errors name `line`. */
function fileOf(kind: ImportKind, values: readonly Record<string, unknown>[]): ImportFile {
  return {
    kind,
    name: kind,
    async *rows() {
      const rows = values.map((row, index) => ({ line: index + 1, values: row }));
      for (let at = 0; at < rows.length; at += 250) yield rows.slice(at, at + 250);
    },
  };
}

const employeeRow = (person: Person) => ({
  external_id: person.key,
  name: person.name,
  id_number: person.idNumber,
  email: person.email,
  phone: person.phone,
  department_external_id: person.department?.key ?? null,
  salary_type: 'hourly',
  hourly_rate: person.hourlyRate,
  status: person.hasLeft ? 'frozen' : 'active',
});

const people = await readPeople();
const departments = new Map(
  people.flatMap(({ department }) => (department ? [[department.key, department.name]] : [])),
);
const { core, company } = await openShaon();
try {
  // Sets the key of people who are already in Shaon, found by e-mail address, so that the import updates them.
  const known = await allKeys(core, company, 'employee');
  const keyed = new Set(known.values());
  const byEmail = new Map<string, number>();
  for await (const { id, email } of allEmployees(core, company)) byEmail.set(email.toLowerCase(), id);
  for (const { key, email } of people) {
    const id = known.has(key) ? undefined : byEmail.get(email.toLowerCase());
    if (id !== undefined && !keyed.has(id)) await core.externalIds.set(company, 'employee', id, key);
  }

  // Imports all people or none, without events and messages. On PostgreSQL `onRows` may write to your own tables by its
  // manager.
  const linked: string[] = [];
  await core.imports.run({
    company: { id: company.companyId },
    files: [
      fileOf(
        'departments',
        [...departments].map(([external_id, name]) => ({ external_id, name })),
      ),
      fileOf('employees', people.map(employeeRow)),
    ],
    onRows: (rows) => void linked.push(...rows.map((row) => `${row.kind} ${row.externalId} ${row.id} ${row.outcome}`)),
  });
  for (const line of linked) console.log(line);
} catch (error) {
  if (!(error instanceof ImportRefusedError)) throw error;
  for (const { file, line, field, message } of error.report.refusals)
    console.error(`${file} ${line} ${field}: ${message}`);
  process.exitCode = 1;
} finally {
  await core.close();
}
