import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { orderOfTurn } from '../order-of-turn.ts';
import { copySqliteFile, fillPostgres, makeSqliteFile } from './data/make-database.ts';
import { type Measurement, measure } from './measure.ts';
import { startPostgres } from './postgres-server.ts';
import { medians, memoryLines, type Row, table } from './report.ts';
import { type RunningServer, runServer, type ServerCommand } from './run-server.ts';
import { CONTENDERS, type Contender, commandOf, type Place } from './servers.ts';
import { type DatabaseKind, readSettings } from './settings.ts';
import { type Workload, workloads } from './workloads.ts';

/* `pnpm --filter bench v1`: compares the service with its floors, on both databases. */

interface FirstIds {
  readonly employee: number;
  readonly department: number;
}

interface Measured {
  readonly contender: Contender;
  readonly server: RunningServer;
}

const FIRST_IDS =
  'SELECT (SELECT MIN(id) FROM shaon_employee) AS employee, (SELECT MIN(id) FROM shaon_department) AS department';

const settings = readSettings(process.argv.slice(2));
const folder = settings.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-'));
mkdirSync(folder, { recursive: true });
const stops: (() => Promise<void>)[] = [];

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
  console.error(`Making a database of ${settings.rows} attendance rows: sqlite`);
  const { path, company } = await makeSqliteFile(folder, settings.rows);
  console.log(`The SQLite file of ${company.rows} days: ${(statSync(path).size / 1e6).toFixed(0)} MB`);
  const database = new Sqlite(path, { readonly: true });
  const first = database.prepare(FIRST_IDS).get() as FirstIds;
  database.close();
  const servers: Measured[] = [];
  for (const contender of wanted('sqlite')) {
    const copy = copySqliteFile(path, contender.name.replace(' ', '-'));
    const place: Place = { database: copy, company, databasePid: null, folder };
    servers.push({ contender, server: await start(commandOf(contender, place)) });
  }
  return measureAll(servers, workloads(company, first.employee, first.department));
}

async function onPostgres(): Promise<Row[]> {
  const files = mkdtempSync(join(tmpdir(), 'shaon-bench-pg-'));
  stops.push(async () => rmSync(files, { recursive: true, force: true }));
  // If this runs as root, PostgreSQL runs as another user.
  chmodSync(files, 0o755);
  const postgres = await startPostgres(files);
  stops.push(() => postgres.stop());
  console.error(`Making a database of ${settings.rows} attendance rows: postgres`);
  const company = await fillPostgres(postgres.url, settings.rows);
  const place: Place = { database: postgres.url, company, databasePid: postgres.pid, folder };
  const first = (await queried<FirstIds>(postgres.url, FIRST_IDS))[0]!;
  const servers: Measured[] = [];
  for (const contender of wanted('postgres')) {
    servers.push({ contender, server: await start(commandOf(contender, place)) });
  }
  return measureAll(servers, workloads(company, first.employee, first.department));
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
  return CONTENDERS[database].filter(({ name }) => settings.contenders?.includes(name) ?? true);
}

async function start(command: ServerCommand): Promise<RunningServer> {
  const server = await runServer(command);
  stops.push(() => server.stop());
  return server;
}

/** In each round one server after the other, so that other work on the machine affects all servers alike. */
async function measureAll(servers: readonly Measured[], asked: readonly Workload[]): Promise<Row[]> {
  const { rounds, seconds, workloads: names } = settings;
  const rows: Row[] = [];
  for (const workload of asked) {
    if (names?.includes(workload.name) === false) continue;
    const found = new Map<Measured, Measurement[]>(servers.map((measured) => [measured, []]));
    // One more round than requested, for compilation and filling caches.
    for (let round = 0; round <= rounds; round++) {
      for (const [, measured] of orderOfTurn(servers, round)) {
        const measurement = await measure(measured.server, workload, seconds);
        if (round > 0) found.get(measured)?.push(measurement);
      }
    }
    for (const [{ contender }, measurements] of found) {
      const { name, kind } = contender;
      const figures = medians(measurements);
      rows.push({ workload, contender: name, kind, rounds: measurements, figures });
      console.error(`${workload.name} ${name}: ${figures.cpuMsPerRequest.toFixed(3)} ms`);
    }
  }
  return rows;
}
