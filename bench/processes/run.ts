import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { embeddedPrograms, type StoppablePostgres, startReplicatedPostgres } from '@shaon/testing';
import pg from 'pg';
import { BENCH_KEYS, type BenchCompany } from '../v1/data/company.ts';
import { fillPostgres } from '../v1/data/make-database.ts';
import { load } from '../v1/measure.ts';
import { usageOfTrees } from '../v1/process-tree.ts';
import { type RunningServer, runServer } from '../v1/run-server.ts';
import { type Workload, workloads } from '../v1/workloads.ts';
import { type Sent, sendByWrk } from './wrk.ts';

/*
 * Measures `shaon serve` on PostgreSQL by its number of processes: requests per second, and the CPU of a request in
 * Shaon and in PostgreSQL. Everything runs on this machine, including the sender of the requests.
 */

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    rows: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    /** Numbers of processes. */
    servers: { type: 'string', default: '1,2,4' },
    workloads: { type: 'string', default: 'W1,W5,W7,W1+W6' },
    /** The program wrk, which replaces autocannon and takes less CPU. */
    wrk: { type: 'string' },
  },
});
const [rows, rounds, seconds, connections] = [values.rows, values.rounds, values.seconds, values.connections].map(
  Number,
) as [number, number, number, number];

interface Contender {
  readonly processes: number;
  readonly server: RunningServer;
}

interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of a request in ms. */
  readonly shaonMs: number;
  readonly databaseMs: number;
  /** Cores that were busy with other work: the sender of the requests and all other programs. */
  readonly otherCores: number;
}

const FIRST_IDS =
  'SELECT (SELECT MIN(id) FROM shaon_employee) AS employee, (SELECT MIN(id) FROM shaon_department) AS department';
const FEWEST_REQUESTS = 64;
const IDLE_MS = 500;
const CLI = fileURLToPath(new URL('./cli.js', import.meta.resolve('@shaon/http-koa/host')));
const WITHOUT_HASH = new URL('../dist/v1/without-password-hash.js', import.meta.url).href;

const folder = mkdtempSync(join(tmpdir(), 'shaon-bench-processes-'));
chmodSync(folder, 0o711);
const stops: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
process.once('SIGINT', () => void stopAll().then(() => process.exit(130)));
process.once('SIGTERM', () => void stopAll().then(() => process.exit(143)));

try {
  await run();
} finally {
  await stopAll();
}

async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch((error: unknown) => console.error(error));
}

async function run(): Promise<void> {
  const wanted = values.servers.split(',').map(Number);
  const cluster = await startReplicatedPostgres(embeddedPrograms(), {
    folder: mkdtempSync(join(folder, 'cluster-')),
    settings: ['max_connections = 400', 'shared_buffers = 256MB', 'autovacuum = off'],
  });
  stops.push(() => cluster.remove());
  console.error(`Making a PostgreSQL database of ${rows} attendance rows`);
  const company = await fillPostgres(cluster.primary.url, rows);
  const contenders: Contender[] = [];
  for (const processes of wanted) contenders.push(await start(cluster.primary, processes));
  const busy = loadavg()[0]?.toFixed(1);
  console.log(`${cpus().length} cores, load ${busy} before, ${connections} connections, ${rows} attendance rows\n`);
  for (const workload of await wantedWorkloads(cluster.primary, company)) {
    const found = contenders.map(() => [] as Figures[]);
    // One more round than requested, for compilation and filling caches.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, contender] of contenders.entries()) {
        const figures = await measure(contender, workload, cluster.primary);
        if (round > 0) found[index]?.push(figures);
      }
    }
    console.log(table(workload, contenders, found.map(bestOf)));
  }
}

async function wantedWorkloads(primary: StoppablePostgres, company: BenchCompany): Promise<Workload[]> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  const first = (await client.query<{ employee: number; department: number }>(FIRST_IDS)).rows[0]!;
  await client.end();
  const known = workloads(company, first.employee, first.department);
  return values.workloads.split(',').map((name) => {
    const [list, write] = name.split('+').map((part) => known.find((workload) => workload.name === part)!);
    if (list === undefined) throw new Error(`There is no workload ${name}.`);
    if (write === undefined) return list;
    const requests = [...Array.from({ length: 9 }, () => list.requests[0]!), write.requests[0]!];
    return { ...list, name, says: `${list.says}; every tenth a ${write.says}`, requests };
  });
}

async function start(primary: StoppablePostgres, processes: number): Promise<Contender> {
  const server = await runServer({
    name: String(processes),
    command: ['--import', WITHOUT_HASH, CLI, 'serve', '--processes', String(processes)],
    databasePid: null,
    environment: {
      DATABASE_URL: primary.url,
      SHAON_KEYS: BENCH_KEYS,
      SHAON_DATA_DIR: folder,
      SHAON_SMS: 'spool',
      SHAON_SERVE_SENDS: 'false',
      SHAON_LIMIT_STORE: 'postgres',
      SHAON_LIMIT_PER_MINUTE: '1000000000',
    },
  });
  stops.push(() => server.stop());
  return { processes, server };
}

async function measure({ server }: Contender, workload: Workload, primary: StoppablePostgres): Promise<Figures> {
  const send = await warmedSender(server, workload);
  const trees = [[server.pid], [primary.pid!]];
  const cpuOf = () => trees.map((pids) => usageOfTrees(pids).cpuMs);
  const idle = await cpuWhileIdle(cpuOf);
  const [started, busyBefore, before] = [performance.now(), busyMs(), cpuOf()];
  const { requests, seconds: took, p50Ms, p99Ms } = await send();
  const [after, busy, wallMs] = [cpuOf(), busyMs() - busyBefore, performance.now() - started];
  const own = after.reduce((sum, ms, index) => sum + ms - (before[index] ?? 0), 0);
  const [shaonMs, databaseMs] = after.map(
    (ms, index) => (ms - (before[index] ?? 0) - (idle[index] ?? 0) * took) / requests,
  );
  return {
    perSecond: requests / took,
    p50Ms,
    p99Ms,
    shaonMs: shaonMs!,
    databaseMs: databaseMs!,
    otherCores: (busy - own) / wallMs,
  };
}

/** Sends some requests, and gives what sends as many as take `seconds`. */
async function warmedSender(server: RunningServer, workload: Workload): Promise<() => Promise<Sent>> {
  const { wrk } = values;
  if (wrk !== undefined) {
    await sendByWrk(wrk, server, workload, { connections, seconds: 1 });
    return () => sendByWrk(wrk, server, workload, { connections, seconds });
  }
  const send = async (requests: number): Promise<Sent> => {
    const { result, seconds: took } = await load(server, workload, { amount: requests, connections });
    return { requests, seconds: took, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
  };
  const warmUp = await send(FEWEST_REQUESTS);
  const some = Math.max(FEWEST_REQUESTS, Math.round((FEWEST_REQUESTS / warmUp.seconds) * 0.5));
  const second = await send(some);
  return () => send(Math.max(FEWEST_REQUESTS, Math.round((some / second.seconds) * seconds)));
}

/** What all cores of the machine have worked since it was started. */
function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** The databases' CPU per second of idle servers. */
async function cpuWhileIdle(cpuOf: () => number[]): Promise<number[]> {
  const [before, started] = [cpuOf(), performance.now()];
  await sleep(IDLE_MS);
  const seconds = (performance.now() - started) / 1_000;
  return cpuOf().map((ms, index) => (ms - (before[index] ?? 0)) / seconds);
}

/** The round with the most requests per second, because other work on the machine can only reduce them. */
function bestOf(measured: readonly Figures[]): Figures {
  return measured.reduce((best, one) => (one.perSecond > best.perSecond ? one : best));
}

function table({ name, says }: Workload, contenders: readonly Contender[], figures: readonly Figures[]): string {
  const lines = figures.map((one, index) => {
    const cells = [
      contenders[index]!.processes,
      Math.round(one.perSecond),
      one.p50Ms.toFixed(0),
      one.p99Ms.toFixed(0),
      one.shaonMs.toFixed(2),
      one.databaseMs.toFixed(2),
      one.otherCores.toFixed(1),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `${name}: ${says}\n`,
    '| processes | requests/s | p50 ms | p99 ms | CPU ms: Shaon | PostgreSQL | other work, cores |',
    '|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
    '',
  ].join('\n');
}
