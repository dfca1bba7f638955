import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { BenchCompany } from '../v1/data/company.ts';
import { fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { type Measurement, measure } from '../v1/measure.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { medians } from '../v1/report.ts';
import { type RunningServer, runServer } from '../v1/run-server.ts';
import { CONTENDERS, commandOf } from '../v1/servers.ts';
import { readSettings } from '../v1/settings.ts';
import { type Workload, workloads } from '../v1/workloads.ts';
import { directus } from './directus.ts';
import { install, type Peer, type ReadyPeer, type Source } from './peer.ts';
import { strapi } from './strapi.ts';

/*
 * Compares the service with Directus and Strapi, which serve the same rows. npm installs them into a folder outside
 * this checkout. Measures the CPU of the process tree and of PostgreSQL per request, in turns; the figures are medians.
 */

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    /** Where the peers are installed: npm fills it, some hundreds of MB each. */
    folder: { type: 'string' },
    peers: { type: 'string', default: 'directus,strapi' },
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.5' },
    workloads: { type: 'string', default: 'W1,W2L,W3,W4,W5,W7' },
  },
});
const [rows, rounds, seconds] = [Number(values.rows), Number(values.rounds), Number(values.seconds)];

const PEERS: Readonly<Record<string, Peer>> = { directus, strapi };
const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
const FIRST_IDS =
  'SELECT (SELECT MIN(id) FROM shaon_employee) AS employee, (SELECT MIN(id) FROM shaon_department) AS department';

interface FirstIds {
  readonly employee: number;
  readonly department: number;
}

const scratch = mkdtempSync(join(tmpdir(), 'shaon-bench-peers-'));
// If this runs as root, PostgreSQL runs as another user.
chmodSync(scratch, 0o755);
const stops: (() => Promise<void>)[] = [async () => rmSync(scratch, { recursive: true, force: true })];
process.once('SIGINT', () => void stopAll().then(() => process.exit(130)));
process.once('SIGTERM', () => void stopAll().then(() => process.exit(143)));

try {
  const folder = checkedFolder(values.folder);
  for (const name of values.peers.split(',')) {
    const peer = PEERS[name];
    if (peer === undefined) throw new Error(`There is no peer ${name}.`);
    console.error(`Installing ${peer.name}`);
    await install(join(folder, name), peer);
    await compare(peer, join(folder, name));
  }
} finally {
  await stopAll();
}

async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch((error: unknown) => console.error(error));
}

/** Inside the checkout the peers' packages would be taken for the checkout's own. */
function checkedFolder(given: string | undefined): string {
  if (given === undefined) throw new Error('Say with --folder where the peers are to be installed.');
  const folder = resolve(given);
  if (`${folder}${sep}`.startsWith(CHECKOUT)) throw new Error('--folder has to lie outside this checkout.');
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function compare(peer: Peer, folder: string): Promise<void> {
  const source = await (peer.database === 'sqlite' ? onSqlite() : onPostgres());
  const ready = await peer.prepare(folder, source);
  const asked = workloads(source.company, source.firstEmployee, source.firstDepartment);
  const [contender] = CONTENDERS[peer.database];
  if (contender === undefined) throw new Error('There is no service to measure.');
  const service = await start(commandOf(contender, { ...source, folder: scratch }, readSettings([])));
  const other = await start(ready.command);
  const lines: string[] = [];
  for (const workload of asked.filter(({ name }) => values.workloads.split(',').includes(name))) {
    const requests = ready.requests[workload.name];
    if (requests === undefined) continue;
    const pair = [
      [service, workload],
      [other, { ...workload, requests }],
    ] as const;
    await assertSame(pair, ready);
    const [own, its] = await inTurns(pair);
    lines.push(line(workload, own as Measurement, its as Measurement));
  }
  console.log(`\nload ${loadavg()[0]?.toFixed(1)}, ${source.company.rows} rows, ${peer.database}\n`);
  console.log(
    `| | service, CPU ms | ${peer.name} ${Object.values(peer.packages)[0]}, CPU ms | × | service, p50 ms | ${peer.name} |`,
  );
  console.log('|---|--:|--:|--:|--:|--:|');
  console.log(lines.join('\n'));
  await service.stop();
  await other.stop();
}

async function onSqlite(): Promise<Source> {
  console.error(`Making an SQLite database of ${rows} attendance rows`);
  const { path, company } = await makeSqliteFile(scratch, rows);
  const database = new Sqlite(path, { readonly: true });
  const first = database.prepare(FIRST_IDS).get() as FirstIds;
  database.close();
  return sourceOf(path, null, company, first);
}

async function onPostgres(): Promise<Source> {
  console.error(`Making a PostgreSQL database of ${rows} attendance rows`);
  const postgres = await startPostgres(scratch);
  stops.push(() => postgres.stop());
  const company = await fillPostgres(postgres.url, rows);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows: found } = await client.query<FirstIds>(FIRST_IDS);
  await client.end();
  return sourceOf(postgres.url, postgres.pid, company, found[0] as FirstIds);
}

function sourceOf(database: string, databasePid: number | null, company: BenchCompany, first: FirstIds): Source {
  return { database, databasePid, company, firstEmployee: first.employee, firstDepartment: first.department };
}

async function start(command: Parameters<typeof runServer>[0]): Promise<RunningServer> {
  const server = await runServer(command);
  stops.push(() => server.stop());
  return server;
}

type Asked = readonly [RunningServer, Workload];

/** Throws when the two answers of a workload hold another number of records or another total. */
async function assertSame(pair: readonly Asked[], ready: ReadyPeer): Promise<void> {
  const [own, its] = await Promise.all(
    pair.map(async ([{ port, name }, { requests }]) => {
      const { path, headers } = requests[0] as { path: string; headers: Record<string, string> };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      if (!answer.ok) throw new Error(`${name}, ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json() as Promise<{ data: unknown; meta?: { total?: number } }>;
    }),
  );
  const expected = {
    records: Array.isArray(own?.data) ? own.data.length : 1,
    total: own?.meta?.total ?? null,
  };
  const found = ready.read(its);
  if (found.records !== expected.records || (expected.total !== null && found.total !== expected.total)) {
    throw new Error(`Not the same answer: ${JSON.stringify({ expected, found })}`);
  }
}

/** One more round than requested, for compilation and filling caches. */
async function inTurns(pair: readonly Asked[]): Promise<Measurement[]> {
  const measured = pair.map(() => [] as Measurement[]);
  for (let round = 0; round <= rounds; round++) {
    for (const [place, [server, workload]] of pair.entries()) {
      const one = await measure(server, workload, seconds);
      if (round > 0) measured[place]?.push(one);
    }
  }
  return measured.map(medians);
}

function line({ name }: Workload, own: Measurement, its: Measurement): string {
  const ratio = its.cpuMsPerRequest / own.cpuMsPerRequest;
  const cells = [name, own.cpuMsPerRequest.toFixed(3), its.cpuMsPerRequest.toFixed(2), ratio.toFixed(0)];
  console.error(`${name}: ${cells.slice(1).join(', ')}`);
  return `| ${[...cells, own.p50Ms.toFixed(0), its.p50Ms.toFixed(0)].join(' | ')} |`;
}
