import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createCore, type DatabaseConnection, type LoginRole, systemActor } from '@shaon/core';
import { webhookEntities } from '@shaon/webhooks';
import { BENCH_KEYS, type BenchCompany } from '../v1/data/company.ts';
import { fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { writeClockReports } from './clock-reports.ts';
import { completeCompany, type Emails, ROLES, sessionOf } from './company.ts';
import { apiStream, type Callers, pageStream, punchStream, runStreams, type Stream } from './load.ts';
import type { Lateness } from './watch-loop.ts';
import { SHAON, startIdle, startWatched } from './watched-server.ts';

/*
 * `npm run --prefix bench stalls`: how long the event loop of `shaon serve` is blocked under mixed load. Ends
 * with code 1 if the 99.9th percentile is over the limit.
 */

const LIMIT_MS = 10;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    rows: { type: 'string', default: '200000' },
    audit: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '30' },
    'import-rows': { type: 'string', default: '300000' },
    'clock-rows': { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);

const folder = mkdtempSync(join(tmpdir(), 'shaon-bench-stalls-'));
// If this runs as root, PostgreSQL runs as another user.
chmodSync(folder, 0o755);
let isWithin = true;
try {
  for (const kind of values.database.split(',')) {
    if (kind === 'sqlite') await onSqlite();
    else await onPostgres();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;

async function onSqlite(): Promise<void> {
  const { path, company } = await makeSqliteFile(folder, Number(values.rows));
  const database = { type: 'sqlite', path } as const;
  const emails = await complete(database, company);
  await measure(database, company, emails);
}

async function onPostgres(): Promise<void> {
  const postgres = await startPostgres(folder);
  try {
    const company = await fillPostgres(postgres.url, Number(values.rows));
    const database = { type: 'postgres', url: postgres.url } as const;
    const emails = await complete(database, company);
    await measure(database, company, emails);
  } finally {
    await postgres.stop();
  }
}

function complete(database: DatabaseConnection, { companyId }: BenchCompany): Promise<Emails> {
  return completeCompany(database, companyId, { auditRows: Number(values.audit), deliveries: 10_000 });
}

async function measure(database: DatabaseConnection, company: BenchCompany, emails: Emails): Promise<void> {
  const data = mkdtempSync(join(folder, 'data-'));
  const environment = environmentOf(database, data);
  const reports = join(data, 'clocks.csv');
  const secrets = await signedIn(database, company, { emails, reports });
  const server = await startWatched(environment);
  const idle = startIdle();
  try {
    const cookies = await sessionCookies(server.origin, secrets);
    const callers = { origin: server.origin, token: company.token, cookies };
    const streams = streamsOf(callers).filter(({ name }) => name.includes(values.only));
    // For the compiler, and the first thread.
    await runStreams(streams, Math.min(seconds, 10));
    const beside = startBeside(database, environment, { companyId: company.companyId, reports });
    server.begin();
    idle.begin();
    const results = await runStreams(streams, seconds);
    const report = await server.end();
    const machine = await idle.end();
    const clocksTook = await beside.stop();
    if ((report.cpu ?? report.all).p999 > LIMIT_MS) isWithin = false;
    console.log(`\n${database.type}, ${values.rows} days; ${seconds} s beside ${beside.says}`);
    console.log('event loop late, ms:          50 %    99 %  99.9 %    most');
    console.log(`shaon serve             ${figuresOf(report.all)}   RSS ${report.rssMb.toFixed(0)} MB`);
    if (report.cpu !== null) console.log(`its CPU between ticks   ${figuresOf(report.cpu)}`);
    console.log(`a process that idles    ${figuresOf(machine.all)}`);
    for (const { name, answered, slowestMs, failed } of results) {
      const bad = [...failed].map(([status, count]) => `  ${count} × ${status}`).join('');
      console.log(
        `  ${name.padEnd(14)} ${String(answered).padStart(6)} answers, slowest ${slowestMs.toFixed(0)} ms${bad}`,
      );
    }
    console.log(`  ${values['clock-rows']} rows of clocks took ${clocksTook.toFixed(1)} s`);
    for (const [place, times] of server.slow) console.log(`  its log: ${place}, ${times} times`);
  } finally {
    idle.stop();
    await server.stop();
  }
}

function figuresOf({ p50, p99, p999, max }: Lateness): string {
  return [p50, p99, p999, max].map((ms) => ms.toFixed(1).padStart(8)).join('');
}

function environmentOf(database: DatabaseConnection, data: string): Record<string, string> {
  return {
    DATABASE_URL: database.type === 'sqlite' ? `sqlite:${database.path}` : database.url,
    SHAON_KEYS: BENCH_KEYS,
    SHAON_DATA_DIR: data,
    SHAON_SMS: 'spool',
    SHAON_LIMIT_PER_MINUTE: '1000000',
  };
}

async function signedIn(
  database: DatabaseConnection,
  { companyId }: BenchCompany,
  { emails, reports }: { readonly emails: Emails; readonly reports: string },
): Promise<Map<LoginRole, string>> {
  const core = await createCore({ database, entities: webhookEntities(database.type), keys: BENCH_KEYS });
  const secrets = new Map<LoginRole, string>();
  for (const role of ROLES) secrets.set(role, await sessionOf(core, emails[role]));
  await writeClockReports(core, systemActor(companyId), reports, Number(values['clock-rows']));
  await core.close();
  return secrets;
}

/** Under the name that ends in the server's own mark, which its other cookies show. */
async function sessionCookies(
  origin: string,
  secrets: ReadonlyMap<LoginRole, string>,
): Promise<Map<LoginRole, string>> {
  const { headers } = await fetch(`${origin}/admin/sign-in`);
  const mark = /^shaon_form(_\w+)=/.exec(headers.getSetCookie()[0] ?? '')?.[1];
  return new Map([...secrets].map(([role, secret]) => [role, `shaon_session${mark}=${secret}`]));
}

/**
 * Some 100 requests a second of the API, 5 pages, a punch, and an export of the audit and a file of a month's hours
 * whenever the last one has ended.
 */
function streamsOf(callers: Callers): Stream[] {
  const lists = [
    '/attendance',
    '/attendance?per_page=200',
    '/attendance?page=900',
    '/employees',
    '/leave',
    '/departments',
  ];
  const pages = ['/people', '/people?text=199', '/audit', '/audit?status=4', '/audit?search=203.0.113.77', '/webhooks'];
  const teams = ['/attendance', '/attendance?state=pending', '/attendance?month=2025-10', '/leave', '/leave/calendar'];
  const months = ['/month?month=2026-04', '/month/payroll?month=2026-04&days=all'];
  const hours = ['xlsx', 'csv'].map((format) => `/month/payroll/file?month=2026-04&days=all&format=${format}`);
  return [
    apiStream(callers, 'lists', 20, lists),
    apiStream(callers, 'more lists', 20, [...lists].reverse()),
    pageStream(callers, 'admin pages', 300, 'admin', [...pages, '/deliveries', '/accounts', '/organization']),
    pageStream(callers, 'manager pages', 300, 'manager', teams),
    punchStream(callers, 500),
    pageStream(callers, 'audit exports', 1_000, 'admin', ['/audit/export?format=csv']),
    pageStream(callers, 'month pages', 1_000, 'manager', months),
    pageStream(callers, 'hours', 1_000, 'admin', hours),
  ];
}

interface Beside {
  readonly says: string;
  /** How many seconds the clocks took. */
  stop(): Promise<number>;
}

/**
 * The work of other processes meanwhile: what clocks report, and on PostgreSQL an import into another company. An import
 * does not run on SQLite, because the server locks the file.
 */
function startBeside(
  database: DatabaseConnection,
  environment: Record<string, string>,
  { companyId, reports }: { readonly companyId: number; readonly reports: string },
): Beside {
  const startedAt = performance.now();
  const running = new Set<ChildProcess>();
  const clocks = program([SHAON, 'punches', reports, '--company', String(companyId)], environment, new Set()).then(
    () => (performance.now() - startedAt) / 1_000,
  );
  const importing =
    database.type === 'postgres' && importPeople(environment, running).catch((error: unknown) => console.error(error));
  return {
    says: database.type === 'postgres' ? 'reports of clocks and an import' : 'reports of clocks',
    async stop() {
      const took = await clocks;
      for (const child of running) child.kill('SIGKILL');
      await importing;
      return took;
    },
  };
}

/** Into a company that the import makes, in one transaction. */
async function importPeople(environment: Record<string, string>, running: Set<ChildProcess>): Promise<void> {
  const source = join(environment.SHAON_DATA_DIR ?? folder, 'import');
  mkdirSync(source);
  const generator = fileURLToPath(new URL('../../generate-import.mjs', import.meta.url));
  await program([generator, source, values['import-rows']], environment, running);
  await program([SHAON, 'import', source], environment, running);
}

async function program(
  command: readonly string[],
  environment: Record<string, string>,
  running: Set<ChildProcess>,
): Promise<void> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment, SHAON_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const [code] = await once(child, 'exit');
  running.delete(child);
  if (code !== 0 && code !== null) throw new Error(`${command.join(' ')} ended with ${code}`);
}
