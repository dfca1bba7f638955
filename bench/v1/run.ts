import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { orderOfTurn } from '../order-of-turn.ts';
import { copySqliteFile, fillPostgres, makeSqliteFile } from './data/make-database.ts';
import { type Measurement, measure } from './measure.ts';
import { startPostgres } from './postgres-server.ts';
import { medians, memoryLines, type Row, table } from './report.ts';
import { type RunningServer, runServer, type ServerCommand } from './run-server.ts';
import { CONTENDERS, type Contender, commandOf, contendersOf, type Place } from './servers.ts';
import { type DatabaseKind, readSettings, type Settings } from './settings.ts';
import { type Workload, workloads } from './workloads.ts';

/* `pnpm --filter bench v1`: compares the service with its floors, on both databases. */

interface FirstIds {
  readonly employee: number;
  readonly department: number;
}

/** A database of one checkout, and the requests of its company. */
interface MadeDatabase {
  readonly place: Place;
  readonly asked: readonly Workload[];
}

interface Measured {
  readonly contender: Contender;
  readonly server: RunningServer;
  readonly asked: readonly Workload[];
}

interface DatabaseMaker {
  readonly makeSqliteFile: typeof makeSqliteFile;
  readonly fillPostgres: typeof fillPostgres;
}

const FIRST_IDS =
  'SELECT (SELECT MIN(id) FROM shaon_employee) AS employee, (SELECT MIN(id) FROM shaon_department) AS department';

const settings = readSettings(process.argv.slice(2));
const folder = settings.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-'));
mkdirSync(folder, { recursive: true });
const stops: (() => Promise<void>)[] = [];
const databases = new Map<string, MadeDatabase>();

process.once('SIGINT', () => void stopAll().then(() => process.exit(130)));
process.once('SIGTERM', () => void stopAll().then(() => process.exit(143)));

try {
  for (const database of settings.databases) {
    const started = performance.now();
    const rows = await (database === 'sqlite' ? onSqlite() : onPostgres());
    console.log(`\n${table(database, rows)}\n\n${memoryLines(rows)}\n`);
    console.error(`${database}: ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
} finally {
  await stopAll();
}

async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch((error: unknown) => console.error(error));
  if (settings.keep === null) rmSync(folder, { recursive: true, force: true });
}

async function onSqlite(): Promise<Row[]> {
  const servers: Measured[] = [];
  for (const contender of wanted('sqlite')) {
    const { place, asked } = await onceForEachCheckout('sqlite', contender, async ({ makeSqliteFile }, own) => {
      const { path, company } = await makeSqliteFile(own, settings.rows);
      const database = new Sqlite(path, { readonly: true });
      const first = database.prepare(FIRST_IDS).get() as FirstIds;
      database.close();
      return madeOf({ database: path, company, databasePid: null, folder }, first);
    });
    const database = copySqliteFile(place.database, contender.name.replace(' ', '-'));
    servers.push({ contender, asked, server: await start(commandOf(contender, { ...place, database }, settings)) });
  }
  return measureAll(servers, settings);
}

async function onPostgres(): Promise<Row[]> {
  const files = mkdtempSync(join(tmpdir(), 'shaon-bench-pg-'));
  stops.push(async () => rmSync(files, { recursive: true, force: true }));
  // If this runs as root, PostgreSQL runs as another user.
  chmodSync(files, 0o755);
  const postgres = await startPostgres(files);
  stops.push(() => postgres.stop());
  const servers: Measured[] = [];
  for (const contender of wanted('postgres')) {
    const { place, asked } = await onceForEachCheckout('postgres', contender, async ({ fillPostgres }) => {
      const url = await newDatabase(postgres.url, contender.checkout === undefined ? 'bench' : 'bench_before');
      const company = await fillPostgres(url, settings.rows);
      const first = (await queried<FirstIds>(url, FIRST_IDS))[0]!;
      return madeOf({ database: url, company, databasePid: postgres.pid, folder }, first);
    });
    servers.push({ contender, asked, server: await start(commandOf(contender, place, settings)) });
  }
  return measureAll(servers, settings);
}

function madeOf(place: Place, first: FirstIds): MadeDatabase {
  return { place, asked: workloads(place.company, first.employee, first.department) };
}

/** Another checkout makes a database of its own, because its schema may be an older one. */
async function onceForEachCheckout(
  kind: DatabaseKind,
  { checkout = '' }: Contender,
  make: (maker: DatabaseMaker, own: string) => Promise<MadeDatabase>,
): Promise<MadeDatabase> {
  const key = `${kind} ${checkout}`;
  const existing = databases.get(key);
  if (existing !== undefined) return existing;
  console.error(`Making a database of ${settings.rows} attendance rows: ${key}`);
  const own = checkout === '' ? folder : join(folder, 'before');
  mkdirSync(own, { recursive: true });
  const made = await make(await databaseMakerOf(checkout), own);
  databases.set(key, made);
  return made;
}

async function databaseMakerOf(checkout: string): Promise<DatabaseMaker> {
  if (checkout === '') return { makeSqliteFile, fillPostgres };
  return import(pathToFileURL(resolve(checkout, 'bench/dist/v1/data/make-database.js')).href);
}

async function newDatabase(url: string, name: string): Promise<string> {
  await queried(url, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function queried<Found extends pg.QueryResultRow>(url: string, sql: string): Promise<Found[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Found>(sql)).rows;
  } finally {
    await client.end();
  }
}

function wanted(database: DatabaseKind): Contender[] {
  const chosen = CONTENDERS[database].filter(({ name }) => settings.contenders?.includes(name) ?? true);
  return settings.beside === null ? chosen : [...chosen, ...contendersOf(settings.beside, chosen)];
}

async function start(command: ServerCommand): Promise<RunningServer> {
  const server = await runServer(command);
  stops.push(() => server.stop());
  return server;
}

/** In each round one server after the other, so that other work on the machine affects all servers alike. */
async function measureAll(
  servers: readonly Measured[],
  { rounds, seconds, workloads: names }: Settings,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name } of servers[0]?.asked ?? []) {
    if (names?.includes(name) === false) continue;
    const found = new Map<Measured, Measurement[]>(servers.map((measured) => [measured, []]));
    // One more round than requested, for compilation and filling caches.
    for (let round = 0; round <= rounds; round++) {
      for (const [, measured] of orderOfTurn(servers, round)) {
        const measurement = await measure(measured.server, workloadOf(measured, name), seconds);
        if (round > 0) found.get(measured)?.push(measurement);
      }
    }
    for (const [measured, measurements] of found) {
      const { name: contender, kind } = measured.contender;
      const figures = medians(measurements);
      rows.push({ workload: workloadOf(measured, name), contender, kind, rounds: measurements, figures });
      console.error(`${name} ${contender}: ${figures.cpuMsPerRequest.toFixed(3)} ms`);
    }
  }
  return rows;
}

function workloadOf({ asked }: Measured, wantedName: string): Workload {
  return asked.find(({ name }) => name === wantedName)!;
}
