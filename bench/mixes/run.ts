import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCore, type DatabaseConnection, systemActor } from '@shaon/core';
import { median } from '../median.ts';
import { BENCH_KEYS, type BenchCompany, DAYS } from '../v1/data/company.ts';
import { fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { usageOfTrees } from '../v1/process-tree.ts';
import { attendanceMixes, employeeMixes, type Known, leaveMixes, type Mix, PER_PAGE } from './mixes.ts';
import { LEAVE_DAYS, leaveStatement } from './seed.ts';

/*
 * Measures the first, middle and last page of a list for each combination of its filters, in CPU time of this process
 * and of PostgreSQL, in turns with the first page without a filter. Ends with code 1 if a page takes over three times
 * as much.
 */

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    rows: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    calls: { type: 'string', default: '100' },
    keep: { type: 'string' },
  },
});
const [rows, people, rounds, calls] = [values.rows, values.people, values.rounds, values.calls].map(Number) as [
  number,
  number,
  number,
  number,
];
const LIMIT = 3;

interface Measured {
  readonly mix: string;
  readonly total: number;
  /** CPU of a call in ms: of the first page, the middle one and the last one. */
  readonly ms: readonly number[];
}

async function measure(mixes: readonly Mix[], processes: readonly number[]): Promise<Measured[]> {
  const found = await Promise.all(mixes.map(async ({ list }) => (await list(1)).total));
  const pages = found.map((total) => {
    const last = Math.max(1, Math.ceil(total / PER_PAGE));
    return [1, Math.ceil(last / 2), last];
  });
  const times = mixes.map(() => [[], [], []] as [number[], number[], number[]]);
  // One more round than requested, for compilation and filling caches.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { list }] of mixes.entries()) {
      for (const [place, page] of (pages[index] as number[]).entries()) {
        const before = usageOfTrees(processes).cpuMs;
        const own = process.cpuUsage();
        for (let call = 0; call < calls; call++) await list(page);
        const { user, system } = process.cpuUsage(own);
        const server = processes.length === 0 ? 0 : usageOfTrees(processes).cpuMs - before;
        if (round > 0) times[index]?.[place]?.push(((user + system) / 1_000 + server) / calls);
      }
    }
  }
  return mixes.map(({ title }, index) => ({
    mix: title,
    total: found[index] as number,
    ms: (times[index] as number[][]).map(median),
  }));
}

/** Prints a list's mixes; gives whether all are within the limit. */
function print(measured: readonly Measured[]): boolean {
  const unfiltered = measured[0]?.ms[0] ?? 0;
  let isWithin = true;
  console.log('\n| | records | first page ms | × unfiltered | middle | last |\n|---|--:|--:|--:|--:|--:|');
  for (const { mix, total, ms } of measured) {
    const ratios = ms.map((one) => one / unfiltered);
    isWithin &&= ratios.every((ratio) => ratio <= LIMIT);
    const [first, middle, last] = ratios.map((ratio) => ratio.toFixed(2) + (ratio > LIMIT ? ' **over**' : ''));
    console.log(`| ${mix} | ${total} | ${(ms[0] ?? 0).toFixed(3)} | ${first} | ${middle} | ${last} |`);
  }
  return isWithin;
}

async function judge(
  database: DatabaseConnection,
  { companyId, employees }: BenchCompany,
  processes: readonly number[],
  isOfPeople: boolean,
): Promise<boolean> {
  const core = await createCore({ database, keys: BENCH_KEYS, withoutEvents: true });
  try {
    const actor = systemActor(companyId);
    const [department] = await core.organization.departments(actor);
    const [branch] = await core.organization.branches(actor);
    const last = await core.employees.list(actor, {}, { page: employees, per_page: 1 });
    const known: Known = {
      department: (department?.id ?? 0) + 3,
      branch: (branch?.id ?? 0) + 2,
      employee: last.items[0]?.id ?? 0,
    };
    if (!isOfPeople) return print(await measure(attendanceMixes(core, actor, known), processes));
    const leave = print(await measure(leaveMixes(core, actor, known), processes));
    return print(await measure(employeeMixes(core, actor, known), processes)) && leave;
  } finally {
    await core.close();
  }
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-mixes-'));
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o755);
let isWithin = true;
try {
  const parts = [
    ...(rows > 0 ? [{ rows, days: DAYS, isOfPeople: false, more: [] }] : []),
    ...(people > 0 ? [{ rows: people * LEAVE_DAYS, days: LEAVE_DAYS, isOfPeople: true, more: [leaveStatement] }] : []),
  ];
  for (const kind of values.database.split(',')) {
    for (const { rows: count, days, isOfPeople, more } of parts) {
      console.log(
        `\n${kind}, ${isOfPeople ? `${people} people, ${count} requests` : `${count} days`}; at most × ${LIMIT}`,
      );
      if (kind === 'sqlite') {
        const { path, company } = await makeSqliteFile(folder, count, { days, more });
        isWithin = (await judge({ type: 'sqlite', path }, company, [], isOfPeople)) && isWithin;
        continue;
      }
      const place = mkdtempSync(join(folder, 'pg-'));
      chmodSync(place, 0o755);
      const server = await startPostgres(place);
      try {
        const company = await fillPostgres(server.url, count, { days, more });
        isWithin = (await judge({ type: 'postgres', url: server.url }, company, [server.pid], isOfPeople)) && isWithin;
      } finally {
        await server.stop();
        rmSync(place, { recursive: true, force: true });
      }
    }
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;
