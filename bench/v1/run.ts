import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
import { CONTENDERS, type Contender, commandOf, contendersOf } from './servers.ts';
import { type DatabaseKind, readSettings, type Settings } from './settings.ts';
import { type Workload, workloads } from './workloads.ts';

/* `pnpm --filter bench v1`: compares the service with its floors, on both databases. */

interface FirstIds {
  readonly employee: number;
  readonly department: number;
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
  console.error(`Making an SQLite database of ${settings.rows} attendance rows`);
  const { path, company } = await makeSqliteFile(folder, settings.rows);
  const database = new Sqlite(path, { readonly: true });
  const first = database.prepare(FIRST_IDS).get() as FirstIds;
  database.close();
  const asked = workloads(company, first.employee, first.department);
  const servers: [Contender, RunningServer][] = [];
  for (const contender of wanted('sqlite')) {
    const copy = copySqliteFile(path, contender.name.replace(' ', '-'));
    servers.push([
      contender,
      await start(commandOf(contender, { database: copy, company, databasePid: null, folder }, settings)),
    ]);
  }
  return measureAll(servers, asked, settings);
}

async function onPostgres(): Promise<Row[]> {
  console.error(`Making a PostgreSQL database of ${settings.rows} attendance rows`);
  const place = mkdtempSync(join(tmpdir(), 'shaon-bench-pg-'));
  stops.push(async () => rmSync(place, { recursive: true, force: true }));
  // If this runs as root, PostgreSQL runs as another user.
  chmodSync(place, 0o755);
  const postgres = await startPostgres(place);
  stops.push(() => postgres.stop());
  const company = await fillPostgres(postgres.url, settings.rows);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const first = (await client.query<FirstIds>(FIRST_IDS)).rows[0]!;
  await client.end();
  const asked = workloads(company, first.employee, first.department);
  const servers: [Contender, RunningServer][] = [];
  for (const contender of wanted('postgres')) {
    const command = commandOf(
      contender,
      { database: postgres.url, company, databasePid: postgres.pid, folder },
      settings,
    );
    servers.push([contender, await start(command)]);
  }
  return measureAll(servers, asked, settings);
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
  servers: readonly (readonly [Contender, RunningServer])[],
  asked: readonly Workload[],
  { rounds, seconds, workloads: names }: Settings,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const workload of asked.filter(({ name }) => names?.includes(name) ?? true)) {
    const found = new Map<Contender, Measurement[]>(servers.map(([contender]) => [contender, []]));
    // One more round than requested, for compilation and filling caches.
    for (let round = 0; round <= rounds; round++) {
      for (const [, [contender, server]] of orderOfTurn(servers, round)) {
        const measured = await measure(server, workload, seconds);
        if (round > 0) found.get(contender)?.push(measured);
      }
    }
    for (const [contender, measured] of found) {
      const figures = medians(measured);
      rows.push({ workload, contender: contender.name, kind: contender.kind, figures });
      console.error(`${workload.name} ${contender.name}: ${figures.cpuMsPerRequest.toFixed(3)} ms`);
    }
  }
  return rows;
}
