import type { BenchCompany } from './data/company.ts';
import type { ServerCommand } from './run-server.ts';
import type { DatabaseKind, Settings } from './settings.ts';

/** A server that can be measured; `isKept` says whether it reads kept counts or counts on every request. */
export interface Contender {
  readonly name: string;
  readonly program: string;
  readonly isKept: boolean;
  readonly isService: boolean;
}

export const CONTENDERS: Readonly<Record<DatabaseKind, readonly Contender[]>> = {
  sqlite: [
    { name: 'service', program: 'service', isKept: false, isService: true },
    { name: 'F1', program: 'floors/koa-sqlite', isKept: true, isService: false },
    { name: 'F1 plain', program: 'floors/koa-sqlite', isKept: false, isService: false },
  ],
  postgres: [
    { name: 'service', program: 'service', isKept: false, isService: true },
    { name: 'F4g', program: 'floors/node-postgres', isKept: true, isService: false },
    { name: 'F4g plain', program: 'floors/node-postgres', isKept: false, isService: false },
  ],
};

/** Each server learns by its environment where its database is and which company lies there. */
export function commandOf(
  contender: Contender,
  database: string,
  company: BenchCompany,
  databasePid: number | null,
  settings: Settings,
): ServerCommand {
  const nodeOptions = contender.isService
    ? ['--import', new URL('./without-password-hash.js', import.meta.url).href]
    : [];
  if (contender.isService && settings.profile !== null) {
    nodeOptions.push('--cpu-prof', `--cpu-prof-dir=${settings.profile}`);
  }
  return {
    name: contender.name,
    program: contender.program,
    nodeOptions,
    databasePid,
    environment: {
      BENCH_DATABASE: database,
      BENCH_COMPANY: String(company.companyId),
      BENCH_COUNTS: contender.isKept ? 'kept' : 'plain',
    },
  };
}
