import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, createCore, type DatabaseConnection, type SystemActor, systemActor } from '@shaon/core';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { median } from '../median.ts';
import { BENCH_KEYS } from '../v1/data/company.ts';
import { fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { readSettings } from '../v1/settings.ts';
import { servePages } from './pages.ts';
import { seedPunchesAndLeave } from './seed.ts';

/*
 * `npm run --prefix bench sheets`: measures the readings of the pages of attendance, leave and "my day" in CPU time of
 * this process, and on PostgreSQL also in time until the answer, because its server runs separately.
 */

const MONTH = '2026-05';
const NOW = new Date('2026-05-12T09:00:00Z');
const PAGE = { page: 1, per_page: 50 };
const LAST_PAGE = { page: 40, per_page: 50 };
const ROUNDS = 15;

const settings = readSettings(process.argv.slice(2));
const folder = settings.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-'));
mkdirSync(folder, { recursive: true });
try {
  for (const database of settings.databases) await (database === 'sqlite' ? onSqlite() : onPostgres());
} finally {
  if (settings.keep === null) rmSync(folder, { recursive: true, force: true });
}

async function onSqlite(): Promise<void> {
  const { path, company } = await makeSqliteFile(folder, settings.rows);
  const database = new Sqlite(path);
  const isSeeded = database.prepare('SELECT 1 FROM shaon_punch LIMIT 1').get() !== undefined;
  if (!isSeeded) for (const statement of seedPunchesAndLeave('sqlite', company)) database.exec(statement);
  database.close();
  await measureAll('sqlite', { type: 'sqlite', path }, systemActor(company.companyId));
}

async function onPostgres(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'shaon-bench-pg-'));
  // If this runs as root, PostgreSQL runs as another user.
  chmodSync(place, 0o755);
  const postgres = await startPostgres(place);
  try {
    const company = await fillPostgres(postgres.url, settings.rows);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      for (const statement of seedPunchesAndLeave('postgres', company)) await client.query(statement);
      await client.query('VACUUM ANALYZE');
    } finally {
      await client.end();
    }
    await measureAll('postgres', { type: 'postgres', url: postgres.url }, systemActor(company.companyId));
  } finally {
    await postgres.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

async function measureAll(name: string, database: DatabaseConnection, actor: SystemActor): Promise<void> {
  const clock = { now: () => NOW };
  const core = await createCore({ database, keys: BENCH_KEYS, clock, withoutEvents: true });
  // Days and requests were written by SQL.
  await core.attendance.recount(actor);
  const pages = await servePages(core, actor.companyId, MONTH);
  try {
    console.log(`\n${name}: CPU in ms, and time in ms, medians of ${ROUNDS}`);
    for (const [label, work] of Object.entries({ ...(await workloads(core, actor)), ...pages.requests })) {
      await work();
      const samples = [];
      for (let round = 0; round < ROUNDS; round++) samples.push(await sample(work));
      const [cpu, time] = [median(samples.map(([used]) => used)), median(samples.map(([, took]) => took))];
      console.log(`${label.padEnd(44)} ${cpu.toFixed(1).padStart(7)} ${time.toFixed(1).padStart(7)}`);
    }
  } finally {
    await pages.stop();
    await core.close();
  }
}

async function workloads(core: Core, actor: SystemActor): Promise<Record<string, () => Promise<unknown>>> {
  const { attendance, leave, absenceDays } = core;
  const [department] = await core.organization.departments(actor);
  const department_id = department?.id ?? 0;
  const { items } = await core.employees.list(actor, {}, PAGE);
  const employee = items[0]?.id ?? 0;
  const [request] = (await leave.groups(actor, { status: 'pending' }, PAGE)).items;
  const employee_ids = items.map(({ id }) => id);
  return {
    'month, 50 people': () => attendance.monthSheet(actor, MONTH, {}, PAGE),
    'month, last page': () => attendance.monthSheet(actor, MONTH, {}, LAST_PAGE),
    'month, a department': () => attendance.monthSheet(actor, MONTH, { department_id }, PAGE),
    'month, by name': () => attendance.monthSheet(actor, MONTH, { text: '19' }, PAGE),
    'month, people with pending days': () => attendance.monthSheet(actor, MONTH, { state: 'pending' }, PAGE),
    'month, people at work': () => attendance.monthSheet(actor, MONTH, { state: 'at_work' }, PAGE),
    'day, 50 people': () => attendance.daySheet(actor, `${MONTH}-05`, {}, PAGE),
    'waiting days of 50 people': () => attendance.waitingDays(actor, { employee_ids, month: MONTH }),
    'my day': () => attendance.presence(actor, employee),
    'my month': () => attendance.personMonth(actor, employee, MONTH),
    'leave, pending': () => leave.groups(actor, { status: 'pending' }, PAGE),
    'leave, approved this year': () => leave.groups(actor, { status: 'approved', date_from: '2026-01-01' }, PAGE),
    'leave, one request': () => leave.group(actor, request?.id ?? 0),
    'leave, who else is away': () => absenceDays.away(actor, request?.id ?? 0),
    'leave, calendar': () => absenceDays.calendar(actor, MONTH, {}, PAGE),
    'leave, calendar of a department': () => absenceDays.calendar(actor, MONTH, { department_id }, PAGE),
  };
}

async function sample(work: () => Promise<unknown>): Promise<readonly [cpu: number, time: number]> {
  const started = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1_000, performance.now() - started];
}
