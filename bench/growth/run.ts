import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { BenchCompany } from '../v1/data/company.ts';
import { fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { measure } from '../v1/measure.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { type RunningServer, runServer } from '../v1/run-server.ts';
import { CONTENDERS, commandOf } from '../v1/servers.ts';
import { type DatabaseKind, readSettings } from '../v1/settings.ts';
import { type Workload, workloads } from '../v1/workloads.ts';
import type { Figures } from './figures.ts';

/*
 * Measures a page of `GET /attendance` by the number of the company's records and by the page's number: the first page,
 * a month of a department, the last page, and pages 10, 100, 1,000 and so on. CPU time of the service and of
 * PostgreSQL's processes per request, the sizes in turns, the lowest of the rounds.
 */

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    rows: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.6' },
    keep: { type: 'string' },
    figures: { type: 'string' },
  },
});
const sizes = values.rows.split(',').map(Number);
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const PER_PAGE = 50;

/** A company of one size, and the server that it is asked through. */
interface Sized {
  readonly rows: number;
  readonly server: RunningServer;
  readonly asked: readonly Workload[];
  /** CPU of a request in ms, a list for each workload. */
  readonly cpuMs: number[][];
}

/** First page, filtered page and last page, then pages by their number. */
function askedPages(company: BenchCompany): Workload[] {
  const all = workloads(company, 1, 1);
  const last = Math.ceil(company.rows / PER_PAGE);
  const numbers = [1];
  for (let page = 10; page < last; page *= 10) numbers.push(page);
  const byNumber = [...numbers, last].map((page) => ({
    name: `page ${page}`,
    says: '',
    isCounted: true,
    requests: (all[0] as Workload).requests.map((request) => ({ ...request, path: `/api/v1/attendance?page=${page}` })),
  }));
  return [...all.filter(({ name }) => ['W1', 'W3', 'W4'].includes(name)), ...byNumber];
}

async function serve(
  kind: DatabaseKind,
  database: string,
  company: BenchCompany,
  databasePid: number | null,
): Promise<Sized> {
  const [service] = CONTENDERS[kind];
  if (service === undefined) throw new Error('There is no service to measure.');
  const place = { database, company, databasePid, folder };
  const server = await runServer(commandOf(service, place, readSettings([])));
  const asked = askedPages(company);
  return { rows: company.rows, server, asked, cpuMs: asked.map(() => []) };
}

async function measureInTurns(sized: readonly Sized[]): Promise<void> {
  // One more round than requested, for compilation and filling caches.
  for (let round = 0; round <= rounds; round++) {
    for (const { server, asked, cpuMs } of sized) {
      for (const [index, workload] of asked.entries()) {
        const { cpuMsPerRequest } = await measure(server, workload, seconds);
        if (round > 0) cpuMs[index]?.push(cpuMsPerRequest);
      }
    }
  }
}

function report(kind: DatabaseKind, sized: readonly Sized[]): void {
  const measured = sized.map(({ rows, asked, cpuMs }) => ({
    rows,
    ms: new Map(asked.map(({ name }, index) => [name, Number(least(cpuMs[index] ?? []).toFixed(4))])),
  }));
  const smallest = measured[0]?.ms;
  console.log(`\n${kind}: CPU ms for each request, and × that of ${measured[0]?.rows} records`);
  console.log('\n| records | first page | a month and a department | last page |\n|--:|--:|--:|--:|');
  for (const { rows, ms } of measured) {
    const cells = ['W1', 'W3', 'W4'].map((name) => {
      const own = ms.get(name) ?? 0;
      return `${own.toFixed(3)} (${(own / (smallest?.get(name) ?? 1)).toFixed(2)})`;
    });
    console.log(`| ${rows} | ${cells.join(' | ')} |`);
  }
  for (const { rows, ms } of measured) {
    const pages = [...ms].filter(([name]) => name.startsWith('page '));
    const first = ms.get('page 1') ?? 1;
    console.log(`\n${rows} records, by page number:`);
    for (const [name, own] of pages) console.log(`- ${name}: ${own.toFixed(3)}, × page 1 ${(own / first).toFixed(2)}`);
  }
  if (values.figures !== undefined) keepFigures(values.figures, kind, measured);
}

/** Adds the figures to those of other sizes and databases in the file. */
function keepFigures(
  path: string,
  kind: DatabaseKind,
  measured: readonly { readonly rows: number; readonly ms: ReadonlyMap<string, number> }[],
): void {
  const known: Figures = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const date = new Date().toISOString().slice(0, 10);
  known[kind] = measured.map(({ rows, ms }) => ({
    rows,
    date,
    cpuMs: { first: ms.get('W1') ?? 0, filtered: ms.get('W3') ?? 0, last: ms.get('W4') ?? 0 },
    pages: Object.fromEntries(
      [...ms].flatMap(([name, own]) => (name.startsWith('page ') ? [[name.slice(5), own]] : [])),
    ),
  }));
  writeFileSync(path, `${JSON.stringify(known, null, 2)}\n`);
}

/** The lowest of the rounds, because other work on the machine can only increase a figure. */
function least(list: readonly number[]): number {
  return Math.min(...list);
}

async function onSqlite(): Promise<void> {
  const sized: Sized[] = [];
  try {
    for (const rows of sizes) {
      const { path, company } = await makeSqliteFile(folder, rows);
      sized.push(await serve('sqlite', path, company, null));
    }
    await measureInTurns(sized);
  } finally {
    for (const { server } of sized) await server.stop();
  }
  report('sqlite', sized);
}

async function onPostgres(): Promise<void> {
  const place = mkdtempSync(join(folder, 'pg-'));
  chmodSync(place, 0o755);
  const postgres = await startPostgres(place);
  const sized: Sized[] = [];
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    for (const rows of sizes) await client.query(`CREATE DATABASE of_${rows}`);
    await client.end();
    for (const rows of sizes) {
      const url = postgres.url.replace(/\/postgres$/, `/of_${rows}`);
      sized.push(await serve('postgres', url, await fillPostgres(url, rows), postgres.pid));
    }
    await measureInTurns(sized);
  } finally {
    for (const { server } of sized) await server.stop();
    await postgres.stop();
    rmSync(place, { recursive: true, force: true });
  }
  report('postgres', sized);
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-growth-'));
mkdirSync(folder, { recursive: true });
// If this runs as root, PostgreSQL runs as another user.
chmodSync(folder, 0o755);
try {
  for (const kind of values.database.split(',')) await (kind === 'sqlite' ? onSqlite() : onPostgres());
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
