import { isShaonError } from '@shaon/core';
import { type Person, readPeople } from './people.ts';
import { allEmployees, allKeys, openShaon } from './shaon.ts';

const people = await readPeople();
const { core, company } = await openShaon();
try {
  const known = await allKeys(core, company, 'employee');
  const active = new Set<number>();
  for await (const { id, status } of allEmployees(core, company)) if (status === 'active') active.add(id);
  const present = new Set(people.map(({ key }) => key));
  const gone = [...known].filter(([key, id]) => active.has(id) && !present.has(key));
  // If a fifth of the people are missing, the export is probably broken, so nobody is frozen.
  if (gone.length > active.size / 5) throw new Error(`${gone.length} people are missing. Nothing was done.`);

  const departmentIds = await allKeys(core, company, 'department');
  const departments = people.flatMap(({ department }) =>
    department ? [[department.key, department.name] as const] : [],
  );
  for (const [key, name] of new Map(departments)) {
    const id = departmentIds.get(key);
    if (id !== undefined) await core.organization.updateDepartment(company, id, { name });
    else {
      const made = await core.organization.createDepartment(company, { name }, { externalId: key });
      departmentIds.set(key, made.id);
    }
  }

  /** Fires the same events and messages as any other change. Equal values change nothing. */
  async function sync(person: Person): Promise<void> {
    const { key, name, email, phone, idNumber: id_number, hourlyRate: hourly_rate, department, hasLeft } = person;
    const id = known.get(key);
    if (id === undefined && hasLeft) return;
    const department_id = department === null ? null : (departmentIds.get(department.key) ?? null);
    const fields = { name, email, phone, id_number, department_id, salary_type: 'hourly' as const, hourly_rate };
    if (id === undefined) await core.employees.create(company, fields, { externalId: key });
    else {
      await core.personnel.amend(company, id, fields);
      await (hasLeft ? core.employees.freeze(company, id) : core.employees.reactivate(company, id));
    }
  }

  /** If one person is refused, the others are still updated. */
  async function attempt(key: string, work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!isShaonError(error) || error.code === 'database_unavailable') throw error;
      console.error(`${key}: ${error.message}`);
      process.exitCode = 1;
    });
  }

  for (const person of people) await attempt(person.key, sync(person));
  for (const [key, id] of gone) await attempt(key, core.employees.freeze(company, id));
  console.log(`${people.length} people, ${gone.length} gone`);
} finally {
  await core.close();
}
