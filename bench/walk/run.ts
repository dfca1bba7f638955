import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchCompany } from '../v1/data/company.ts';
import { copySqliteFile, fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { usageOfTrees } from '../v1/process-tree.ts';
import { runServer } from '../v1/run-server.ts';
import { CONTENDERS, commandOf } from '../v1/servers.ts';
import { type DatabaseKind, readSettings } from '../v1/settings.ts';

/*
 * The SDK reads all days of a company, 200 per page, from `shaon serve` without a rate limit: records per second, CPU
 * of client and server, and the memory of both at twenty moments. Ends with code 1 if a record is missing, or if the
 * second half needs over a fifth more memory than the first.
 */

const FLAT = 1.2;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    rows: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
  },
});

/** The client's figures at a moment, with the server's memory. */
interface Moment {
  readonly records: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly rssBytes: number;
  readonly serverBytes: number;
}

async function walk(kind: DatabaseKind, database: string, company: BenchCompany, pid: number | null): Promise<boolean> {
  const host = CONTENDERS[kind].find((contender) => contender.kind === 'host');
  if (host === undefined) throw new Error('There is no host to walk.');
  const place = { database, company, databasePid: pid, folder };
  const server = await runServer(commandOf(host, place, readSettings([])));
  try {
    const cpuOf = () => usageOfTrees(pid === null ? [server.pid] : [server.pid, pid]).cpuMs / 1_000;
    const before = cpuOf();
    const moments = await clientMoments(server.port, server.pid, company);
    return report(kind, company, moments, cpuOf() - before);
  } finally {
    await server.stop();
  }
}

async function clientMoments(port: number, serverPid: number, company: BenchCompany): Promise<Moment[]> {
  const program = fileURLToPath(new URL('./client.js', import.meta.url));
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  const client = spawn(process.execPath, [program, baseUrl, company.token, String(company.rows)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => client.once('exit', resolve));
  const moments: Moment[] = [];
  for await (const line of createInterface({ input: client.stdout })) {
    moments.push({ ...JSON.parse(line), serverBytes: usageOfTrees([serverPid]).rssBytes });
  }
  const code = await ended;
  if (code !== 0) throw new Error(`The client ended with ${code}`);
  return moments;
}

function report(kind: DatabaseKind, company: BenchCompany, moments: readonly Moment[], serverSeconds: number): boolean {
  const last = moments.at(-1);
  if (last === undefined) throw new Error('The client said nothing.');
  console.log(`\n${kind}: ${last.records} of ${company.rows} records in ${last.seconds.toFixed(1)} s`);
  console.log(`- ${Math.round(last.records / last.seconds)} records/s`);
  console.log(`- CPU: client ${last.cpuSeconds.toFixed(1)} s, server with its database ${serverSeconds.toFixed(1)} s`);
  console.log('\n| records | seconds | client MB | server MB |\n|--:|--:|--:|--:|');
  for (const { records, seconds, rssBytes, serverBytes } of moments) {
    console.log(`| ${records} | ${seconds.toFixed(1)} | ${megabytes(rssBytes)} | ${megabytes(serverBytes)} |`);
  }
  const most = (from: number, to: number, of: (moment: Moment) => number) =>
    Math.max(...moments.slice(Math.floor(moments.length * from), Math.max(1, Math.floor(moments.length * to))).map(of));
  const growth = [(moment: Moment) => moment.rssBytes, (moment: Moment) => moment.serverBytes].map(
    (of) => most(0.5, 1, of) / most(0, 0.5, of),
  );
  const [ofClient = 0, ofServer = 0] = growth;
  console.log(
    `\nmost of the second half beside the first: client × ${ofClient.toFixed(2)}, server × ${ofServer.toFixed(2)}`,
  );
  return last.records === company.rows && growth.every((one) => one <= FLAT);
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6);

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shaon-bench-walk-'));
mkdirSync(folder, { recursive: true });
// PostgreSQL runs as a user of its own where this runs as root.
chmodSync(folder, 0o755);
let isAsWanted = true;
try {
  for (const kind of values.database.split(',')) {
    if (kind === 'sqlite') {
      const { path, company } = await makeSqliteFile(folder, Number(values.rows));
      const copy = copySqliteFile(path, 'walk');
      isAsWanted = (await walk('sqlite', copy, company, null)) && isAsWanted;
      rmSync(copy);
      continue;
    }
    const place = mkdtempSync(join(folder, 'pg-'));
    chmodSync(place, 0o755);
    const postgres = await startPostgres(place);
    try {
      const company = await fillPostgres(postgres.url, Number(values.rows));
      isAsWanted = (await walk('postgres', postgres.url, company, postgres.pid)) && isAsWanted;
    } finally {
      await postgres.stop();
      rmSync(place, { recursive: true, force: true });
    }
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isAsWanted ? 0 : 1;
