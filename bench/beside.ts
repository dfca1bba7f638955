import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { median } from './median.ts';
import type { BenchCompany } from './v1/data/company.ts';
import { copySqliteFile } from './v1/data/make-database.ts';
import type { PostgresServer } from './v1/postgres-server.ts';
import { cpuMicrosOfTree } from './v1/process-tree.ts';

/*
 * Compares this checkout with another built one in one process, in turns, by CPU time. Other work on the machine
 * affects both, so the ratio is more stable than that of two runs. Each has a database of its own schema.
 */

type MakeDatabase = typeof import('./v1/data/make-database.ts');

const OWN = resolve(import.meta.dirname, '../..');

export interface Contender {
  close(): Promise<void>;
}

/** A built module of a checkout: `packages/core/dist/index.js`. */
export const partOf = <Part>(checkout: string, path: string): Promise<Part> =>
  import(pathToFileURL(resolve(checkout, path)).href);

/** The other checkout's own copy, before its core is loaded; of this one `v1/without-password-hash.ts` does it. */
export function withoutPasswordHash(checkout: string): void {
  const requireOfCore = createRequire(resolve(checkout, 'packages/core/package.json'));
  const argon2 = requireOfCore('@node-rs/argon2') as Record<'hash', () => Promise<string>>;
  argon2.hash = async () => '$argon2id$constant';
}

/** A new SQLite database of a checkout's schema in a folder. */
export async function databaseOf(
  checkout: string,
  folder: string,
  rows: number,
): Promise<{ readonly path: string; readonly company: BenchCompany }> {
  const { makeSqliteFile } = await partOf<MakeDatabase>(checkout, 'bench/dist/v1/data/make-database.js');
  mkdirSync(folder, { recursive: true });
  const { path, company } = await makeSqliteFile(folder, rows);
  return { path: copySqliteFile(path, 'measured'), company };
}

/** A new PostgreSQL database of a checkout's schema. */
export async function postgresDatabaseOf(
  checkout: string,
  server: PostgresServer,
  name: string,
  rows: number,
): Promise<{ readonly url: string; readonly company: BenchCompany }> {
  const { fillPostgres } = await partOf<MakeDatabase>(checkout, 'bench/dist/v1/data/make-database.js');
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { url: url.href, company: await fillPostgres(url.href, rows) };
}

/**
 * This checkout and, where one is named, another, each with a folder of its own within `folder`.
 *
 * @param isOtherFirst whether the other one is opened first: of two equal ones the first was measured 2 % dearer
 */
export async function openContenders<Opened extends Contender>(
  folder: string,
  other: string | undefined,
  open: (checkout: string, folder: string) => Promise<Opened>,
  isOtherFirst = false,
): Promise<Opened[]> {
  const openOwn = () => open(OWN, join(folder, 'this'));
  if (other === undefined) return [await openOwn()];
  const openOther = () => open(other, join(folder, 'before'));
  if (!isOtherFirst) return [await openOwn(), await openOther()];
  const before = await openOther();
  return [await openOwn(), before];
}

/** CPU time of this process, and of a database server, in µs while something is done. */
export async function cpuWhile(work: () => Promise<void>, server: PostgresServer | null = null): Promise<number> {
  const ofServer = () => (server === null ? 0 : cpuMicrosOfTree(server.pid));
  const serverBefore = ofServer();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system + ofServer() - serverBefore;
}

/** @param measured by name: what each contender took in each turn, in µs */
export function printBeside(measured: ReadonlyMap<string, readonly (readonly number[])[]>): void {
  console.log('\n| | CPU µs | before | this is |\n|---|--:|--:|--:|');
  for (const [name, [own = [], before = []]] of measured) {
    const ratio = median(own.map((cpu, index) => cpu / (before[index] ?? Number.NaN)));
    const beside = before.length === 0 ? ['', ''] : [median(before).toFixed(0), `${ratio.toFixed(2)} ×`];
    console.log(`| ${name} | ${median(own).toFixed(0)} | ${beside.join(' | ')} |`);
  }
}
