import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type autocannon from 'autocannon';
import type { BenchCompany } from '../v1/data/company.ts';
import type { ServerCommand } from '../v1/run-server.ts';
import type { DatabaseKind } from '../v1/settings.ts';

/** Shaon's database, from which a peer's rows are copied. */
export interface Source {
  /** A PostgreSQL URL, or the path of an SQLite file. */
  readonly database: string;
  readonly databasePid: number | null;
  readonly company: BenchCompany;
  readonly firstEmployee: number;
  readonly firstDepartment: number;
}

/** A peer that has its rows and can be started. */
export interface ReadyPeer {
  readonly command: ServerCommand;
  /** The requests of each workload that it has an answer for. */
  readonly requests: Readonly<Record<string, readonly autocannon.Request[]>>;
  /** The number of records in an answer, and the total that it says. */
  read(body: unknown): { readonly records: number; readonly total: number | null };
}

/** Another product that can serve the same rows. */
export interface Peer {
  readonly name: string;
  readonly database: DatabaseKind;
  /** Exact versions of what is installed by name. */
  readonly packages: Readonly<Record<string, string>>;
  /** Makes its tables in an installed folder, copies the rows, and gives a token with a role. */
  prepare(folder: string, source: Source): Promise<ReadyPeer>;
}

/** Installs a peer's packages by npm into a folder of their own; one that is there is used again. */
export async function install(folder: string, { packages }: Peer): Promise<void> {
  const manifest = join(folder, 'package.json');
  const done = join(folder, 'installed.json');
  const wanted = JSON.stringify({ name: 'peer', private: true, dependencies: packages }, null, 2);
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifest, wanted);
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'error'], folder, {});
  writeFileSync(done, wanted);
}

/** Runs a program to its end; throws with what it said when it fails. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4_000);
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ${args.join(' ')}: ${said}`))));
  });
}

/** Requests of one token; a query's values are encoded. */
export function getter(token: string) {
  return (path: string, query: Readonly<Record<string, string | number>> = {}): autocannon.Request => {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    return {
      method: 'GET',
      path: text === '' ? path : `${path}?${text}`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    };
  };
}

/** The employees that W5 asks for, as many as the service is asked for. */
export const askedEmployees = ({ company, firstEmployee }: Source): number[] =>
  Array.from(
    { length: Math.min(500, company.employees) },
    (_, index) => firstEmployee + ((index * 37) % company.employees),
  );
