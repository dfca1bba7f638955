import { fileURLToPath } from 'node:url';
import { BENCH_KEYS, type BenchCompany } from './data/company.ts';
import type { ServerCommand } from './run-server.ts';
import type { DatabaseKind } from './settings.ts';

/** A server that can be measured. */
export interface Contender {
  readonly name: string;
  /**
   * `host`: `shaon serve`. `service`: its v1 routes in a bare Koa. `floor`: a hand-written program for the same work.
   */
  readonly kind: 'host' | 'service' | 'floor';
  readonly program: string;
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
  sqlite: [...SERVICE, { name: 'F1', kind: 'floor', program: here('floors/koa-sqlite') }],
  postgres: [...SERVICE, { name: 'F4g', kind: 'floor', program: here('floors/node-postgres') }],
};

/** The database and company of a server. */
export interface Place {
  /** A PostgreSQL URL, or the path of an SQLite file. */
  readonly database: string;
  readonly company: BenchCompany;
  readonly databasePid: number | null;
  /** For files of the host. */
  readonly folder: string;
}

export function commandOf({ name, kind, program }: Contender, place: Place): ServerCommand {
  const withoutPasswordHash = new URL('./without-password-hash.js', import.meta.url).href;
  return {
    name,
    command: [
      ...(kind === 'floor' ? [] : ['--import', withoutPasswordHash]),
      program,
      ...(kind === 'host' ? ['serve'] : []),
    ],
    databasePid: place.databasePid,
    environment:
      kind === 'host'
        ? hostEnvironment(place)
        : { BENCH_DATABASE: place.database, BENCH_COMPANY: String(place.company.companyId) },
  };
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
