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
import type { ByHand } from './by-hand.ts';
import { byHandOnPostgres } from './by-hand-postgres.ts';
import { byHandOnSqlite } from './by-hand-sqlite.ts';
import { attendanceMixes, employeeMixes, type Known, leaveMixes, type Mix, PER_PAGE } from './mixes.ts';
import { LEAVE_DAYS, leaveStatement } from './seed.ts';

/*
 * Measures the first, middle and last page of a list for each combination of its filters, in CPU time of this process
 * and of PostgreSQL, in turns with the first page without a filter, and attendance also with the same list by hand. Ends
 * with code 1 if a page takes over three times as much as the first one without a filter, or a list by hand differs.
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
/** The CPU of processes that end during a call would be lost. */
const WITHOUT_WORKERS = ['max_parallel_workers_per_gather=0'];

/** CPU of a call in ms: of the first page, the middle one and the last one. */
type Pages = readonly number[];

interface Measured {
  readonly mix: string;
  readonly total: number;
  readonly ms: Pages;
  /** The same list by hand, where there is one. */
  readonly byHand: { readonly stored: Pages; readonly plain: Pages } | null;
}

/** A page that counts millions of rows is asked for fewer times. */
const LONGEST_MS = 300;

/** The lists of a mix: of core and, where there are, by hand. */
const listsOf = ({ list, byHand }: Mix) => (byHand === undefined ? [list] : [list, byHand.stored, byHand.plain]);

async function measure(mixes: readonly Mix[], servers: readonly number[]): Promise<Measured[]> {
  const totals: number[] = [];
  for (const mix of mixes) totals.push(await sameTotal(mix));
  const pages = totals.map((total) => {
    const last = Math.max(1, Math.ceil(total / PER_PAGE));
    return [1, Math.ceil(last / 2), last];
  });
  const times = mixes.map((mix) => listsOf(mix).map(() => [[], [], []] as [number[], number[], number[]]));
  // One more round than requested, for compilation and filling caches.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, mix] of mixes.entries()) {
      for (const [place, page] of (pages[index] as number[]).entries()) {
        for (const [which, list] of listsOf(mix).entries()) {
          const ms = await cpuOf(() => list(page), servers);
          if (round > 0) times[index]?.[which]?.[place]?.push(ms);
        }
      }
    }
    process.stderr.write(`round ${round} of ${rounds} is done\n`);
  }
  return mixes.map(({ title }, index) => {
    const [ms = [], stored, plain]: Pages[] = (times[index] as number[][][]).map((each) => each.map(median));
    const byHand = stored === undefined || plain === undefined ? null : { stored, plain };
    return { mix: title, total: totals[index] as number, ms, byHand };
  });
}

/** The total of a mix. Throws if a list by hand differs in it, or in the records of its middle page. */
async function sameTotal(mix: Mix): Promise<number> {
  const found = await Promise.all(listsOf(mix).map((list) => list(1)));
  const [total = 0] = found.map((page) => page.total);
  const middle = Math.max(1, Math.ceil(total / PER_PAGE / 2));
  const ids = await Promise.all(
    listsOf(mix).map(async (list) => (await list(middle)).items.map((item) => (item as { id: number }).id).join()),
  );
  if (found.some((page) => page.total !== total) || new Set(ids).size > 1) {
    throw new Error(`the lists by hand differ: ${mix.title}, ${found.map((page) => page.total).join(', ')}`);
  }
  return total;
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

const HEADS = ['', 'records', 'first page ms', '× unfiltered', 'middle', 'last'];
const HEADS_BY_HAND = ['/ stored counts by hand', 'middle', 'last', '/ COUNT(\\*) by hand', 'middle', 'last'];

/** Prints a list's mixes; gives whether all are within the limit. */
function print(measured: readonly Measured[]): boolean {
  const unfiltered = measured[0]?.ms[0] ?? 0;
  let isWithin = true;
  const heads = measured.some(({ byHand }) => byHand !== null) ? [...HEADS, ...HEADS_BY_HAND] : HEADS;
  console.log(`\n| ${heads.join(' | ')} |\n|---${'|--:'.repeat(heads.length - 1)}|`);
  for (const { mix, total, ms, byHand } of measured) {
    const ratios = ms.map((one) => one / unfiltered);
    isWithin &&= ratios.every((ratio) => ratio <= LIMIT);
    const beside = ratios.map((ratio) => ratio.toFixed(2) + (ratio > LIMIT ? ' **over**' : ''));
    const overHand = [...(byHand?.stored ?? []), ...(byHand?.plain ?? [])].map((one, index) =>
      inFewDigits((ms[index % ms.length] ?? 0) / one),
    );
    console.log(`| ${[mix, total, (ms[0] ?? 0).toFixed(3), ...beside, ...overHand].join(' | ')} |`);
  }
  printByHand(measured);
  return isWithin;
}

const inFewDigits = (ratio: number): string => ratio.toFixed(ratio < 0.1 ? 4 : 2);

/** How many pages take less CPU than by hand, and how they do in the middle of all. */
function printByHand(measured: readonly Measured[]): void {
  for (const way of ['stored', 'plain'] as const) {
    const ratios = measured.flatMap(({ ms, byHand }) =>
      byHand === null ? [] : ms.map((one, place) => one / (byHand[way][place] ?? Number.NaN)),
    );
    if (ratios.length === 0) continue;
    const fewer = ratios.filter((ratio) => ratio <= 1).length;
    const name = way === 'stored' ? 'stored counts' : 'COUNT(\\*) and OFFSET';
    console.log(
      `- beside ${name} by hand: ${fewer} of ${ratios.length} pages take no more CPU, median ${inFewDigits(median(ratios))}`,
    );
  }
}

function byHandOn(database: DatabaseConnection, companyId: number): ByHand | Promise<ByHand> {
  return database.type === 'sqlite'
    ? byHandOnSqlite(database.path, companyId)
    : byHandOnPostgres(database.url, companyId);
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
    if (!isOfPeople) {
      const byHand = await byHandOn(database, companyId);
      try {
        return print(await measure(attendanceMixes(core, actor, known, byHand), servers));
      } finally {
        await byHand.close();
      }
    }
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
      console.log(
        `\n${kind}, ${isOfPeople ? `${people} people, ${count} requests` : `${count} days`}; at most × ${LIMIT}`,
      );
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
