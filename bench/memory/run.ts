import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DatabaseConnection } from '@shaon/core';
import { BENCH_KEYS, type BenchCompany } from '../v1/data/company.ts';
import { fillPostgres, makeSqliteFile } from '../v1/data/make-database.ts';
import { startPostgres } from '../v1/postgres-server.ts';
import { Load } from './load.ts';
import { startServer } from './server.ts';

/*
 * `npm run --prefix bench memory`: measures the resident memory of `shaon serve` under a steady load of pages and new
 * employees, with real password hashes. Ends with code 1 if it exceeds the limit at any moment.
 */

const LIMIT_MB = 200;
const SAMPLED_EVERY_MS = 100;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    database: { type: 'string', default: 'sqlite,postgres' },
    rows: { type: 'string', default: '200000' },
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '200' },
    /** One of so many requests makes an employee. */
    'new-every': { type: 'string', default: '25' },
    server: { type: 'string' },
    node: { type: 'string', default: '' },
  },
});
const minutes = Number(values.minutes);

const folder = mkdtempSync(join(tmpdir(), 'shaon-bench-memory-'));
// If this runs as root, PostgreSQL runs as another user.
chmodSync(folder, 0o755);
let isWithin = true;
try {
  for (const kind of values.database.split(',')) {
    if (kind === 'sqlite') await onSqlite();
    else await onPostgres();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;

async function onSqlite(): Promise<void> {
  const { path, company } = await makeSqliteFile(folder, Number(values.rows));
  await measure({ type: 'sqlite', path }, company);
}

async function onPostgres(): Promise<void> {
  const postgres = await startPostgres(folder);
  try {
    await measure({ type: 'postgres', url: postgres.url }, await fillPostgres(postgres.url, Number(values.rows)));
  } finally {
    await postgres.stop();
  }
}

async function measure(database: DatabaseConnection, company: BenchCompany): Promise<void> {
  const server = await startServer({
    program: values.server,
    nodeOptions: values.node.split(' ').filter(Boolean),
    environment: {
      DATABASE_URL: database.type === 'sqlite' ? `sqlite:${database.path}` : database.url,
      SHAON_KEYS: BENCH_KEYS,
      SHAON_DATA_DIR: mkdtempSync(join(folder, 'data-')),
      SHAON_SMS: 'spool',
      SHAON_LIMIT_PER_MINUTE: '1000000',
    },
  });
  try {
    console.log(`\n${database.type}, ${values.rows} days, ${values.rate} requests/s, resident MB (of it no file's):`);
    let mostMb = 0;
    const sampling = setInterval(() => {
      mostMb = Math.max(mostMb, server.memory().residentMb);
    }, SAMPLED_EVERY_MS);
    const cpuBefore = server.cpuSeconds();
    const sent = new Load(server.origin, company, {
      pages: Number(values.rows) / 50,
      perSecond: Number(values.rate),
      newEvery: Number(values['new-every']),
    });
    for (let begun = 0; begun < minutes; begun += 1) {
      const seconds = Math.min(minutes - begun, 1) * 60;
      await sent.run(seconds);
      const { residentMb, anonymousMb } = server.memory();
      console.log(`  after ${((begun + seconds / 60) * 60).toFixed(0)} s: ${mb(residentMb)} (${mb(anonymousMb)})`);
    }
    clearInterval(sampling);
    const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1_000) / sent.answered;
    console.log(
      `  at most ${mb(mostMb)}; ${sent.answered} answers, ${sent.failed} failed; CPU ${cpuMs.toFixed(2)} ms each`,
    );
    if (mostMb > LIMIT_MB) isWithin = false;
  } finally {
    await server.stop();
  }
}

function mb(megabytes: number): string {
  return megabytes.toFixed(0).padStart(4);
}
