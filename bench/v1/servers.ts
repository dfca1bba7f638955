import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BENCH_KEYS, type BenchCompany } from './data/company.ts';
import type { ServerCommand } from './run-server.ts';
import type { DatabaseKind, Settings } from './settings.ts';

/** A server that can be measured. */
export interface Contender {
  readonly name: string;
  /**
   * `host`: `shaon serve`. `service`: its v1 routes in a bare Koa. `floor`: a hand-written program for the same work.
   */
  readonly kind: 'host' | 'service' | 'floor';
  readonly program: string;
  /** Whether a floor reads stored counts or counts on every request. */
  readonly hasStoredCounts?: boolean;
  /** The other checkout of which it is. */
  readonly checkout?: string;
}

const here = (program: string) => fileURLToPath(new URL(`./${program}.js`, import.meta.url));

const SERVICE: readonly Contender[] = [
  { name: 'service', kind: 'service', program: here('service') },
  {
    name: 'shaon serve',
    kind: 'host',
    program: fileURLToPath(new URL('./cli.js', import.meta.resolve('@shaon/http-koa/host'))),
  },
];

export const CONTENDERS: Readonly<Record<DatabaseKind, readonly Contender[]>> = {
  sqlite: [
    ...SERVICE,
    { name: 'F0g', kind: 'floor', program: here('floors/node-sqlite'), hasStoredCounts: true },
    { name: 'F1', kind: 'floor', program: here('floors/koa-sqlite'), hasStoredCounts: true },
    { name: 'F1 plain', kind: 'floor', program: here('floors/koa-sqlite'), hasStoredCounts: false },
  ],
  postgres: [
    ...SERVICE,
    { name: 'F4g', kind: 'floor', program: here('floors/node-postgres'), hasStoredCounts: true },
    { name: 'F4g plain', kind: 'floor', program: here('floors/node-postgres'), hasStoredCounts: false },
  ],
};

/** What another checkout, such as the one before a change, has in place of the chosen servers. */
export function contendersOf(checkout: string, chosen: readonly Contender[]): Contender[] {
  const service: Contender = {
    name: 'before',
    kind: 'service',
    checkout,
    program: resolve(checkout, 'bench/dist/v1/service.js'),
  };
  const cli = resolve(checkout, 'packages/http-koa/dist/host/cli.js');
  const host: Contender = { name: 'serve before', kind: 'host', checkout, program: cli };
  const isHostAlone = chosen.every(({ kind }) => kind === 'host');
  const hasHost = chosen.some(({ kind }) => kind === 'host');
  return [...(isHostAlone ? [] : [service]), ...(hasHost ? [host] : [])];
}

/** The database and company of a server. */
export interface Place {
  /** A PostgreSQL URL, or the path of an SQLite file. */
  readonly database: string;
  readonly company: BenchCompany;
  readonly databasePid: number | null;
  /** For files of the host. */
  readonly folder: string;
}

export function commandOf(contender: Contender, place: Place, settings: Settings): ServerCommand {
  const { name, program } = contender;
  const nodeOptions: string[] = [];
  if (contender.kind !== 'floor') nodeOptions.push('--import', withoutPasswordHash(contender));
  if (contender.kind === 'service' && settings.profile !== null) {
    nodeOptions.push('--cpu-prof', `--cpu-prof-dir=${settings.profile}`);
  }
  return {
    name,
    command: [...nodeOptions, program, ...(contender.kind === 'host' ? ['serve'] : [])],
    databasePid: place.databasePid,
    environment: contender.kind === 'host' ? hostEnvironment(place) : floorEnvironment(contender, place),
  };
}

function floorEnvironment(contender: Contender, place: Place): Record<string, string> {
  return {
    BENCH_DATABASE: place.database,
    BENCH_COMPANY: String(place.company.companyId),
    BENCH_COUNTS: contender.hasStoredCounts === true ? 'stored' : 'plain',
  };
}

/** Each checkout replaces the hash of its own copy of core. */
function withoutPasswordHash({ checkout }: Contender): string {
  if (checkout === undefined) return new URL('./without-password-hash.js', import.meta.url).href;
  return pathToFileURL(resolve(checkout, 'bench/dist/v1/without-password-hash.js')).href;
}

/** The host as an operator runs it, without a rate limit: with its log, and also delivering the messages of W6. */
function hostEnvironment({ database, folder }: Place): Record<string, string> {
  return {
    DATABASE_URL: database.startsWith('postgres:') ? database : `sqlite:${database}`,
    SHAON_KEYS: BENCH_KEYS,
    SHAON_DATA_DIR: folder,
    SHAON_SMS: 'spool',
    SHAON_LIMIT_PER_MINUTE: '1000000000',
  };
}
