import '../v1/without-password-hash.ts';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DatabaseConnection } from '@shaon/core';
import { createWebhooks } from '@shaon/webhooks';
import pg from 'pg';
import { FIRST_DATE } from '../v1/data/company.ts';
import { copySqliteFile } from '../v1/data/make-database.ts';
import { measure } from '../v1/measure.ts';
import { type PostgresServer, startPostgres } from '../v1/postgres-server.ts';
import { usageOfTrees } from '../v1/process-tree.ts';
import { type RunningServer, runServer } from '../v1/run-server.ts';
import { CONTENDERS, commandOf } from '../v1/servers.ts';
import { readSettings } from '../v1/settings.ts';
import type { Workload } from '../v1/workloads.ts';
import { makeCertificate } from '../webhooks/certificate.ts';
import { startChild } from '../webhooks/child.ts';
import type { ReceiverHandlers } from '../webhooks/receiver.ts';
import { companiesOf, type MadeDatabase, makeDatabase, openCore } from './make.ts';
import {
  creations,
  deliveries,
  idleClaims,
  type Opened,
  pruneBesidePunches,
  punches,
  queueDeliveries,
  registerEndpoints,
} from './operations.ts';
import { LARGE_PEOPLE, peopleOfMany, SMALL_PEOPLE } from './shape.ts';

/*
 * Compares operations in a database of many companies with the same in databases of one company: a large one of 2,000
 * people and a small one of 30. Measures CPU time of the process and of PostgreSQL. Ends with code 1 if an operation
 * takes over 1.25 times as much.
 */

const LIMIT = 1.25;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    companies: { type: 'string', default: '10000' },
    days: { type: 'string', default: '5000000' },
    audit: { type: 'string', default: '1000000' },
    old: { type: 'string', default: '20000' },
    endpoints: { type: 'string', default: '1000' },
    deliveries: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.5' },
    calls: { type: 'string', default: '1000' },
    keep: { type: 'string' },
    'make-only': { type: 'boolean', default: false },
    'in-place': { type: 'boolean', default: false },
  },
});
const [rounds, seconds, calls] = [Number(values.rounds), Number(values.seconds), Number(values.calls)];
/** All rows of the audit lie before it, all seeded days too unless there are more than five hundred of each person. */
const NOW = new Date('2026-06-01T06:00:00Z');

const people = peopleOfMany(Number(values.companies));
const daysOfEach = Math.max(1, Math.round(Number(values.days) / people.reduce((sum, count) => sum + count, 0)));

type Size = 'many' | 'large' | 'small';
type Databases<T> = Readonly<Record<Size, T>>;

interface Line {
  readonly title: string;
  readonly many: number;
  readonly one: number;
  readonly more?: string;
}

const PEOPLE_OF: Databases<readonly number[]> = { many: people, large: [LARGE_PEOPLE], small: [SMALL_PEOPLE] };
const SIZES = ['many', 'large', 'small'] as const;

async function makeAll(connect: (size: Size) => DatabaseConnection): Promise<Databases<MadeDatabase>> {
  const made: Partial<Record<Size, MadeDatabase>> = {};
  for (const size of SIZES) {
    const connection = connect(size);
    const count = PEOPLE_OF[size].length;
    const young = Math.max(100, Math.round((Number(values.audit) * count) / people.length));
    const facts = factsOf(connection.type, size);
    // Files of an interrupted run are incomplete.
    if (connection.type === 'sqlite' && !existsSync(facts)) rmSync(connection.path, { force: true });
    const sizes = { days: daysOfEach, audit: { young, old: Number(values.old) }, now: NOW };
    const whole = await makeDatabase(connection, PEOPLE_OF[size], sizes, facts);
    made[size] = values['make-only'] ? whole : { ...whole, connection: await copyOf(connection, size) };
    console.log(`- ${size}: ${count} companies, made in ${whole.seconds.toFixed(0)} s, ${await bytesOf(connection)}`);
  }
  return made as Databases<MadeDatabase>;
}

/** The measured operations write, so a kept database is copied first. */
async function copyOf(connection: DatabaseConnection, size: Size): Promise<DatabaseConnection> {
  if (values.keep === undefined || values['in-place']) return connection;
  if (connection.type === 'sqlite') return { type: 'sqlite', path: copySqliteFile(connection.path, 'measured') };
  const copy = `measured_${nameOf(size)}`;
  const client = new pg.Client({ connectionString: connection.url.replace(/[^/]+$/, 'postgres') });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${copy}`);
  await client.query(`CREATE DATABASE ${copy} TEMPLATE ${nameOf(size)}`);
  await client.end();
  return { type: 'postgres', url: connection.url.replace(/[^/]+$/, copy) };
}

const nameOf = (size: Size) => `${size}_${PEOPLE_OF[size].length}_${daysOfEach}_${values.audit}_${values.old}`;
const factsOf = (kind: string, size: Size) => join(folder, `${kind}-${nameOf(size)}.json`);

async function bytesOf(connection: DatabaseConnection): Promise<string> {
  if (connection.type === 'sqlite') return gigabytes(statSync(connection.path).size);
  const client = new pg.Client({ connectionString: connection.url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
  await client.end();
  return gigabytes(Number(rows[0]?.bytes));
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;

/** Measures the reads, through the v1 routes in separate processes, the databases in turns. */
async function measureReads(made: Databases<MadeDatabase>, databasePid: number | null): Promise<Line[]> {
  const servers: Partial<Record<Size, RunningServer>> = {};
  const samples = new Map<string, { many: number[]; one: number[] }>();
  try {
    for (const size of SIZES) {
      const { connection } = made[size];
      const [service] = CONTENDERS[connection.type];
      if (service === undefined) throw new Error('There is no service to measure.');
      const database = connection.type === 'sqlite' ? connection.path : connection.url;
      const company = { companyId: 1, employees: 1, days: 1, rows: 1, token: '', locationToken: '' };
      const command = commandOf(service, { database, company, databasePid, folder }, readSettings([]));
      servers[size] = await runServer(command);
    }
    for (let round = 0; round <= rounds; round++) {
      for (const [one, count] of [
        ['large', LARGE_PEOPLE],
        ['small', SMALL_PEOPLE],
      ] as const) {
        for (const { title, query } of reads(count)) {
          const sample = samples.get(`${one}: ${title}`) ?? { many: [], one: [] };
          samples.set(`${one}: ${title}`, sample);
          for (const size of ['many', one] as const) {
            const workload = workloadOf(made[size], count, query);
            const { cpuMsPerRequest } = await measure(servers[size] as RunningServer, workload, seconds);
            if (round > 0) sample[size === 'many' ? 'many' : 'one'].push(cpuMsPerRequest);
          }
        }
      }
    }
    for (const size of SIZES) {
      const { rssBytes, peakBytes } = usageOfTrees([servers[size]?.pid ?? 0]);
      console.log(`- memory of the service, ${size}: ${megabytes(rssBytes)}, at most ${megabytes(peakBytes)}`);
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
  return [...samples].map(([title, { many, one }]) => ({ title, many: least(many), one: least(one) }));
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** Lists of a company of so many people; its first department is put in the place of `DEPARTMENT`. */
function reads(count: number): { readonly title: string; readonly query: string }[] {
  const month = `date_from=${FIRST_DATE}&date_to=${FIRST_DATE.slice(0, 8)}31`;
  const last = Math.ceil((count * daysOfEach) / 50);
  return [
    { title: 'GET /departments', query: '/departments' },
    { title: 'GET /attendance, first page', query: '/attendance' },
    { title: 'a month of a department', query: `/attendance?department_id=DEPARTMENT&${month}` },
    { title: 'last page', query: `/attendance?page=${last}` },
  ];
}

function workloadOf({ companies, tokens }: MadeDatabase, count: number, query: string): Workload {
  const requests = companiesOf(companies, count).map(({ companyId, firstDepartment }) => ({
    method: 'GET' as const,
    path: `/api/v1${query.replace('DEPARTMENT', String(firstDepartment))}`,
    headers: { authorization: `Bearer ${tokens[companyId]}`, accept: 'application/json' },
  }));
  return { name: query, says: '', isCounted: true, requests };
}

/** Measures the writes, by core in this process, because only one process can use a SQLite file. */
async function measureWrites(made: Databases<MadeDatabase>, databasePids: readonly number[]): Promise<Line[]> {
  const certificate = await makeCertificate();
  const receiver = startChild<ReceiverHandlers>('receiver');
  const opened: Partial<Record<Size, Opened>> = {};
  const lines: Line[] = [];
  try {
    const port = await receiver.ask('listen', certificate);
    for (const size of SIZES) {
      let now = NOW;
      const core = await openCore(made[size].connection, () => now);
      const options = { allow: [`https://localhost:${port}`], extraCa: certificate.cert };
      const webhooks = await createWebhooks(core, options);
      const setNow = (to: Date) => {
        now = to;
      };
      opened[size] = { made: made[size], core, webhooks, databasePids, setNow };
    }
    const { many, large, small } = opened as Databases<Opened>;
    for (const [title, one, count] of [
      ['large', large, LARGE_PEOPLE],
      ['small', small, SMALL_PEOPLE],
    ] as const) {
      const punched = { many: [] as number[], one: [] as number[] };
      const created = { many: [] as number[], one: [] as number[] };
      for (let round = 0; round <= rounds; round++) {
        for (const [place, database] of [
          ['many', many],
          ['one', one],
        ] as const) {
          const punch = await punches(database, count, round, NOW, calls / 2);
          const creation = await creations(database, count, calls / 2);
          if (round === 0) continue;
          punched[place].push(punch.cpuMs);
          created[place].push(creation.cpuMs);
        }
      }
      lines.push({ title: `${title}: punch in, punch out`, many: least(punched.many), one: least(punched.one) });
      lines.push({ title: `${title}: new employee`, many: least(created.many), one: least(created.one) });
    }
    lines.push(...(await measureWebhooks(many, large, port)));
    const [ofMany, ofOne] = [await pruneBesidePunches(many, NOW), await pruneBesidePunches(large, NOW)];
    const beside = ({ removed, punches: count, longestMs, wallMs }: typeof ofMany) =>
      `${removed} rows in ${((wallMs * removed) / 1_000).toFixed(1)} s beside ${count} punches, the longest ${longestMs.toFixed(0)} ms`;
    const more = `many: ${beside(ofMany)}; one: ${beside(ofOne)}`;
    lines.push({ title: 'prune, a row of the audit', many: ofMany.cpuMs, one: ofOne.cpuMs, more });
  } finally {
    for (const { core } of Object.values(opened)) await core.close();
    await receiver.stop();
  }
  return lines;
}

async function measureWebhooks(many: Opened, one: Opened, port: number): Promise<Line[]> {
  const later = new Date(NOW.getTime() + 30 * 86_400_000);
  const cost: { idle: number; sent: number; delivered: number }[] = [];
  for (const opened of [many, one]) {
    opened.setNow(later);
    await registerEndpoints(opened, Number(values.endpoints), port);
    await queueDeliveries(opened, Number(values.deliveries), later);
    await idleClaims(opened, 20);
    const idle = await idleClaims(opened, 100);
    // The first half warms up.
    await deliveries(opened, later);
    opened.setNow(later);
    await queueDeliveries(opened, Number(values.deliveries), later);
    const sent = await deliveries(opened, later);
    cost.push({ idle: idle.cpuMs, sent: sent.cpuMs, delivered: sent.delivered });
  }
  const [ofMany, ofOne] = cost as [(typeof cost)[0], (typeof cost)[0]];
  const endpoints = `${Math.min(Number(values.endpoints), people.length)} endpoints beside 20`;
  return [
    { title: 'a claim, nothing due', many: ofMany.idle, one: ofOne.idle, more: endpoints },
    {
      title: 'a delivery: claim, send, record',
      many: ofMany.sent,
      one: ofOne.sent,
      more: `${endpoints}, ${ofMany.delivered} and ${ofOne.delivered} deliveries`,
    },
  ];
}

/** Prints the figures; returns whether all are within the limit. */
function print(lines: readonly Line[]): boolean {
  console.log(`\n| CPU ms | ${people.length} companies | one company | × | |\n|---|--:|--:|--:|---|`);
  let isWithin = true;
  for (const { title, many, one, more = '' } of lines) {
    const ratio = many / one;
    isWithin &&= ratio <= LIMIT;
    const says = `${ratio.toFixed(2)}${ratio > LIMIT ? ' **over**' : ''}`;
    console.log(`| ${title} | ${many.toFixed(3)} | ${one.toFixed(3)} | ${says} | ${more} |`);
  }
  return isWithin;
}

/** The lowest of the rounds, because other work on the machine can only increase a figure. */
function least(list: readonly number[]): number {
  return Math.min(...list);
}

async function measureAll(
  connect: (size: Size) => DatabaseConnection,
  postgres: PostgresServer | null,
): Promise<boolean> {
  const made = await makeAll(connect);
  if (values['make-only']) return true;
  const lines = await measureReads(made, postgres?.pid ?? null);
  lines.push(...(await measureWrites(made, postgres === null ? [] : [postgres.pid])));
  return print(lines);
}

async function onPostgres(): Promise<boolean> {
  const place = values.keep === undefined ? mkdtempSync(join(folder, 'pg-')) : join(folder, 'pg');
  mkdirSync(place, { recursive: true });
  chmodSync(place, 0o755);
  const postgres = await startPostgres(place, [], { hasStoredCounts: values.keep !== undefined });
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    for (const size of SIZES) {
      if (existsSync(factsOf('postgres', size))) continue;
      await client.query(`DROP DATABASE IF EXISTS ${nameOf(size)}`);
      await client.query(`CREATE DATABASE ${nameOf(size)}`);
    }
    await client.end();
    const urlOf = (size: Size) => postgres.url.replace(/\/postgres$/, `/${nameOf(size)}`);
    return await measureAll((size) => ({ type: 'postgres', url: urlOf(size) }), postgres);
  } finally {
    await postgres.stop();
  }
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-companies-'));
mkdirSync(folder, { recursive: true });
// If this runs as root, PostgreSQL runs as another user.
chmodSync(folder, 0o755);
let isWithin = true;
try {
  for (const kind of values.database.split(',')) {
    console.log(`\n${kind}: ${people.length} companies, ${daysOfEach} days of each person; at most × ${LIMIT}\n`);
    const onSqlite = (size: Size) => ({ type: 'sqlite', path: join(folder, `${nameOf(size)}.sqlite`) }) as const;
    isWithin = (await (kind === 'sqlite' ? measureAll(onSqlite, null) : onPostgres())) && isWithin;
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;
