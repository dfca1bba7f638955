import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ABILITY_NAMES, createCore, type DatabaseConnection, migrateCore, systemActor } from '@shaon/core';
import { migrateWebhooks } from '@shaon/webhooks';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { attendanceTotals } from './attendance-totals.ts';
import { bulkLoad } from './bulk-load.ts';
import { BENCH_KEYS, type BenchCompany, DAYS } from './company.ts';
import { seedStatements } from './seed-sql.ts';

/** The number of days of the rows, and statements to run after them. */
interface Shape {
  readonly days: number;
  readonly more: readonly string[];
}

const USUAL: Shape = { days: DAYS, more: [] };

/** Creates a migrated SQLite file with the company, or reuses an existing one of the same size. */
export async function makeSqliteFile(
  folder: string,
  rows: number,
  { days, more }: Shape = USUAL,
): Promise<{ path: string; company: BenchCompany }> {
  const path = join(folder, days === DAYS ? `bench-${rows}.sqlite` : `bench-${rows}-in-${days}-days.sqlite`);
  const facts = `${path}.json`;
  if (existsSync(facts)) return { path, company: JSON.parse(readFileSync(facts, 'utf8')) };
  const connection = { type: 'sqlite', path } as const;
  const company = await makeCompany(connection, rows, days);
  await bulkLoad(connection, [...seedStatements('sqlite', company), ...attendanceTotals('sqlite'), ...more]);
  const database = new Sqlite(path);
  database.exec('ANALYZE');
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  writeFileSync(facts, JSON.stringify(company));
  return { path, company };
}

/** A separate file for each server, because only one process can use a SQLite file. */
export function copySqliteFile(path: string, name: string): string {
  const copy = path.replace(/\.sqlite$/, `-${name}.sqlite`);
  copyFileSync(path, copy);
  return copy;
}

/** Migrates an empty PostgreSQL database and puts the company in. */
export async function fillPostgres(url: string, rows: number, { days, more }: Shape = USUAL): Promise<BenchCompany> {
  const company = await makeCompany({ type: 'postgres', url }, rows, days);
  await bulkLoad({ type: 'postgres', url }, [
    ...seedStatements('postgres', company),
    ...attendanceTotals('postgres'),
    ...more,
  ]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
  return company;
}

async function makeCompany(connection: DatabaseConnection, rows: number, days: number): Promise<BenchCompany> {
  await migrateCore(connection);
  await migrateWebhooks(connection);
  const core = await createCore({ database: connection, keys: BENCH_KEYS });
  try {
    const { id: companyId } = await core.companies.create({ name: 'Bench' });
    const actor = systemActor(companyId);
    const abilities = ABILITY_NAMES.filter((ability) => ability !== 'attendance:location:read');
    const { token } = await core.tokens.issue(actor, { name: 'bench', abilities });
    const located = await core.tokens.issue(actor, { name: 'bench with location', abilities: [...ABILITY_NAMES] });
    const employees = Math.max(1, Math.round(rows / days));
    return { companyId, employees, days, rows: employees * days, token, locationToken: located.token };
  } finally {
    await core.close();
  }
}
