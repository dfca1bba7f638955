import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Core, PersonnelFilter, SystemActor } from '@shaon/core';
import pg from 'pg';
import { startPostgres } from '../v1/postgres-server.ts';
import { usageOfTrees } from '../v1/process-tree.ts';
import { makePeople } from './company.ts';

/*
 * Measures lists and searches of people in CPU time of this process and of PostgreSQL. Ends with code 1 if one takes
 * longer than its limit.
 */

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    people: { type: 'string', default: '20000' },
    calls: { type: 'string', default: '100' },
  },
});
const people = Number(values.people);
const calls = Number(values.calls);
const LIMIT_MS = 20;
/** Of a whole page of the web interface, for what nobody types: walking to the end of everybody. */
const LAST_PAGE_LIMIT_MS = 50;
const FIRST_PAGE = { page: 1, per_page: 50 };

type Search = readonly [title: string, filter: PersonnelFilter, page?: number];

const searches = (department_id: number, branch_id: number): readonly Search[] => [
  ['everybody', {}],
  ['everybody, the last page', {}, Math.ceil(people / FIRST_PAGE.per_page)],
  ['active', { status: 'active' }],
  ['a department', { department_id }],
  ['a branch and a role', { branch_id, role: 'manager' }],
  ['not signed in yet', { not_signed_in: true }],
  ['one word, one person', { text: 'employee1777@' }],
  ['one word, everybody', { text: 'bench.example' }],
  ['one word, nobody', { text: 'qqqq' }],
  ['Hebrew', { text: 'נועה' }],
  ['Russian capitals and a number', { text: 'ОЛЬГА 12' }],
  ['part of a phone number', { text: '300177' }],
  ['a word in a department', { text: 'לוי', department_id }],
  ['a letter, the last page', { text: 'e' }, Math.ceil(people / FIRST_PAGE.per_page)],
];

async function measure(core: Core, company: SystemActor, processes: readonly number[]): Promise<boolean> {
  let isWithin = true;
  const [department] = await core.organization.departments(company);
  const [branch] = await core.organization.branches(company);
  const searched = searches(department?.id ?? 0, branch?.id ?? 0);
  const tasks: (readonly [string, number, () => Promise<number>])[] = searched.map(([title, filter, page = 1]) => [
    title,
    page === 1 ? LIMIT_MS : LAST_PAGE_LIMIT_MS,
    async () => (await core.personnel.search(company, filter, { ...FIRST_PAGE, page })).total,
  ]);
  tasks.push(['counts', LIMIT_MS, async () => (await core.personnel.counts(company)).active]);
  for (const [title, limit, task] of tasks) {
    for (let call = 0; call < 10; call++) await task();
    let found = 0;
    const before = usageOfTrees(processes).cpuMs;
    for (let call = 0; call < calls; call++) found = await task();
    const ms = (usageOfTrees(processes).cpuMs - before) / calls;
    isWithin &&= ms <= limit;
    console.log(`${title.padEnd(32)} ${String(found).padStart(6)} found ${ms.toFixed(1).padStart(6)} ms`);
  }
  return isWithin;
}

/** As the server's own vacuum does some seconds later. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

const folder = mkdtempSync(join(tmpdir(), 'shaon-bench-people-'));
// If this runs as root, PostgreSQL runs as another user.
chmodSync(folder, 0o755);
let isWithin = true;
try {
  for (const database of values.database.split(',')) {
    const server = database === 'postgres' ? await startPostgres(folder, ['autovacuum=on']) : null;
    try {
      console.log(
        `\n${database}, ${people} people, CPU of a call; at most ${LIMIT_MS} ms, of a last page ${LAST_PAGE_LIMIT_MS} ms`,
      );
      const { core, company } = await makePeople(
        server === null
          ? { type: 'sqlite', path: join(folder, 'people.sqlite') }
          : { type: 'postgres', url: server.url },
        people,
      );
      if (server !== null) await vacuum(server.url);
      isWithin = (await measure(core, company, [process.pid, ...(server === null ? [] : [server.pid])])) && isWithin;
      await core.close();
    } finally {
      await server?.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;
