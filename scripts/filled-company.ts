import { type Core, type SystemActor, systemActor } from '@shaon/core';
import { type Connection, countVisits, largeCompany, rawSql, smallCompanies } from '../tools/testing/src/index.ts';
import { withOpened } from '../tools/testing/src/opened-database.ts';

/* A company that is filled by SQL, for tests of what lists and the API look at. */

export interface FilledSize {
  readonly people: number;
  /** Those of the first years, all of whom have left. */
  readonly left: number;
  /** How many employees have a leave request on each day. */
  readonly asking: number;
  /** How many employees have attendance on each day, and for how many days. */
  readonly punching: number;
  readonly days: number;
  /** How many small companies are beside it. */
  readonly small: number;
}

export interface FilledCompany {
  readonly company: SystemActor;
  readonly units: readonly { readonly department_id: number; readonly branch_id: number }[];
  readonly firstPerson: number;
}

export const LARGE: FilledSize = {
  people: 12_000,
  left: 8_000,
  asking: 150,
  punching: 150,
  days: 150,
  // So many that PostgreSQL takes every company for a small one.
  small: 1_200,
};
const NAME = 'Large';

/** Makes and fills a company, with totals and, on PostgreSQL, with statistics. */
export async function fillCompany(core: Core, connection: Connection, size: FilledSize): Promise<FilledCompany> {
  const company = systemActor((await core.companies.create({ name: NAME })).id);
  const units: { readonly department: number; readonly branch: number }[] = [];
  for (let n = 0; n < 10; n += 1) {
    const { id: department } = await core.organization.createDepartment(company, { name: `Department ${n}` });
    const { id: branch } = await core.organization.createBranch(company, { name: `Branch ${n}` });
    units.push({ department, branch });
    await core.shifts.create(company, { name: `Shift ${n}`, wage_percentage: 100 });
  }
  const run = (text: string) =>
    core.extension.database.write(company, 'test', {}, (scope) => scope.rows(rawSql(text)).then(() => undefined));
  const { analyze, close } = await countVisits(connection);
  if (size.small > 0) {
    for (const text of smallCompanies(connection.type, size.small)) await run(text);
    // The statistics know these and not the large one, as in the minute after it came.
    await analyze();
  }
  const made = largeCompany(connection.type, { ...size, ...(units[0] as (typeof units)[0]) });
  await run(made.employees);
  const filled = await filledCompany(connection);
  const { attendance, leave } = made.records(filled.firstPerson);
  await run(attendance);
  await run(leave);
  await analyze();
  await close();
  return filled;
}

/** The company that `fillCompany` has made. */
function filledCompany(connection: Connection): Promise<FilledCompany> {
  return withOpened(connection, async ({ rows }) => {
    const idsOf = async (from: string) =>
      (await rows<{ id: number }>(`SELECT CAST(id AS int) AS id FROM ${from} ORDER BY id`)).map(({ id }) => Number(id));
    const [companyId] = (await idsOf(`shaon_company WHERE name = '${NAME}'`)) as [number];
    const departments = await idsOf(`shaon_department WHERE company_id = ${companyId}`);
    const branches = await idsOf(`shaon_branch WHERE company_id = ${companyId}`);
    const people = await rows<{ id: number }>(
      `SELECT MIN(id) AS id FROM shaon_employee WHERE company_id = ${companyId}`,
    );
    return {
      company: systemActor(companyId),
      units: departments.map((department_id, n) => ({ department_id, branch_id: branches[n] as number })),
      firstPerson: Number(people[0]?.id),
    };
  });
}
