import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCore, type DatabaseConnection, systemActor } from '@shaon/core';
import { median } from '../median.ts';
import { BENCH_KEYS, type BenchCompany, DAYS } from '../v1/data/company.ts';
import { fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { cpuMicrosOfTree } from '../v1/process-tree.ts';
import { attendanceMixes, employeeMixes, type Known, leaveMixes, type Mix, PER_PAGE } from './mixes.ts';
import { LEAVE_DAYS, leaveStatement } from './seed.ts';

/*
 * Measures the first, middle and last page of a list for each combination of its filters, in CPU time of this process
 * and of PostgreSQL. Ends with code 1 if a page is over the budget.
 */

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    rows: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '20000' },
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
/** Of a page, in ms of CPU, for a company of up to 1,000,000 days and for a larger one. */
const LIMIT_MS = rows > 1_000_000 ? 40 : 8;
/** The CPU of processes that end during a call would be lost. */
const WITHOUT_WORKERS = ['max_parallel_workers_per_gather=0'];

/** CPU of a call in ms: of the first page, the middle one and the last one. */
type Pages = readonly number[];

interface Measured {
  readonly mix: string;
  readonly total: number;
  readonly ms: Pages;
}

/** A page that counts millions of rows is asked for fewer times. */
const LONGEST_MS = 300;

async function measure(mixes: readonly Mix[], servers: readonly number[]): Promise<Measured[]> {
  const totals: number[] = [];
  for (const { list } of mixes) totals.push((await list(1)).total);
  const pages = totals.map((total) => {
    const last = Math.max(1, Math.ceil(total / PER_PAGE));
    return [1, Math.ceil(last / 2), last];
  });
  const times = mixes.map(() => [[], [], []] as [number[], number[], number[]]);
  // One more round than requested, for compilation and filling caches.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { list }] of mixes.entries()) {
      for (const [place, page] of (pages[index] as number[]).entries()) {
        const ms = await cpuOf(() => list(page), servers);
        if (round > 0) times[index]?.[place]?.push(ms);
      }
    }
    process.stderr.write(`round ${round} of ${rounds} is done\n`);
  }
  return mixes.map(({ title }, index) => ({
    mix: title,
    total: totals[index] as number,
    ms: (times[index] as number[][]).map(median),
  }));
}

/** CPU of a call in ms, of this process and of the servers. */
async function cpuOf(call: () => Promise<unknown>, servers: readonly number[]): Promise<number> {
  const ofServers = () => servers.reduce((sum, server) => sum + cpuMicrosOfTree(server), 0);
  const before = ofServers();
  const own = process.cpuUsage();
  const deadline = performance.now() + LONGEST_MS;
  let done = 0;
  while (done === 0 || (done < calls && performance.now() < deadline)) {
    await call();
    done += 1;
  }
  const { user, system } = process.cpuUsage(own);
  return (user + system + ofServers() - before) / 1_000 / done;
}

/** Prints a list's mixes; gives whether all are within the limit. */
function print(measured: readonly Measured[]): boolean {
  console.log('\n| | records | first page ms | middle | last |\n|---|--:|--:|--:|--:|');
  for (const { mix, total, ms } of measured) {
    const pages = ms.map((one) => one.toFixed(2) + (one > LIMIT_MS ? ' **over**' : ''));
    console.log(`| ${[mix, total, ...pages].join(' | ')} |`);
  }
  const most = Math.max(...measured.flatMap(({ ms }) => ms));
  console.log(`At most ${most.toFixed(2)} ms of CPU (budget ${LIMIT_MS}).`);
  return most <= LIMIT_MS;
}

async function measureCompany(
  database: DatabaseConnection,
  { companyId, employees }: BenchCompany,
  servers: readonly number[],
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
    if (!isOfPeople) return print(await measure(attendanceMixes(core, actor, known), servers));
    const leave = print(await measure(leaveMixes(core, actor, known), servers));
    return print(await measure(employeeMixes(core, actor, known), servers)) && leave;
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
    ...(rows > 0 ? [{ rows, days: DAYS, isOfPeople: false }] : []),
    ...(people > 0 ? [{ rows: people * LEAVE_DAYS, days: LEAVE_DAYS, isOfPeople: true }] : []),
  ];
  for (const kind of values.database.split(',')) {
    for (const { rows: count, days, isOfPeople } of parts) {
      const more = isOfPeople ? [leaveStatement(kind === 'sqlite' ? 'sqlite' : 'postgres')] : [];
      console.log(`\n${kind}, ${isOfPeople ? `${people} people, ${count} requests` : `${count} days`}`);
      if (kind === 'sqlite') {
        const { path, company } = await makeSqliteFile(folder, count, { days, more });
        isWithin = (await measureCompany({ type: 'sqlite', path }, company, [], isOfPeople)) && isWithin;
        continue;
      }
      const place = mkdtempSync(join(folder, 'pg-'));
      chmodSync(place, 0o755);
      const server = await startPostgres(place, WITHOUT_WORKERS);
      try {
        const company = await fillPostgres(server.url, count, { days, more });
        isWithin =
          (await measureCompany({ type: 'postgres', url: server.url }, company, [server.pid], isOfPeople)) && isWithin;
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
