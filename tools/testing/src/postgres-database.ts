import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { POSTGRES_URL_VARIABLE } from './dialects.ts';
import type { FreshDatabase, Migrate } from './fresh-database.ts';

// Random, not counted: mocha may load this module twice in one process, by require and by import.
const newName = (kind: string) => `shaon_${kind}_${process.pid}_${randomBytes(4).toString('hex')}`;

/** One connection, because starting one costs the server more than most statements; it does not keep the process alive. */
let maintenance: pg.Pool | undefined;

const templates = new Map<Migrate, Promise<string>>();

export async function createPostgresDatabase(migrate: Migrate | undefined): Promise<FreshDatabase> {
  const name = newName('test');
  await create(name, migrate === undefined ? 'template0' : await template(migrate));
  return {
    connection: { type: 'postgres', url: databaseUrl(name) },
    name,
    drop: () => onMaintenance(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    keep: () => {},
  };
}

function template(migrate: Migrate): Promise<string> {
  const made = templates.get(migrate) ?? makeTemplate(migrate);
  templates.set(migrate, made);
  return made;
}

async function makeTemplate(migrate: Migrate): Promise<string> {
  const name = newName('template');
  await create(name, 'template0');
  await migrate({ type: 'postgres', url: databaseUrl(name) });
  return name;
}

async function create(name: string, source: string): Promise<void> {
  // Copying files costs a third of PostgreSQL's default, which copies each block and logs it.
  await onMaintenance(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
}

async function onMaintenance(sql: string): Promise<void> {
  maintenance ??= openMaintenance();
  await maintenance.query(sql);
}

function openMaintenance(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: maintenanceUrl(),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server of a run ends before this process does.
  return pool.on('error', () => undefined);
}

function databaseUrl(name: string): string {
  const url = new URL(maintenanceUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function maintenanceUrl(): string {
  const url = process.env[POSTGRES_URL_VARIABLE];
  if (url === undefined) {
    throw new Error(
      'No PostgreSQL: mocha must load tools/testing/src/global-setup.ts (run it from the root of the project).',
    );
  }
  return url;
}
