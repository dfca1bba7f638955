import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConnection } from '@shaon/core';
import { startPostgres } from '../v1/postgres-server.ts';
import type { DatabaseKind } from '../v1/settings.ts';
import { type Certificate, makeCertificate } from './certificate.ts';
import { type Child, type Handlers, startChild } from './child.ts';
import type { ReceiverHandlers } from './receiver.ts';
import type { CompanyPlan, Prepared, ServiceHandlers } from './service.ts';

/** Everything that runs for one database. */
export interface Stage {
  readonly sender: Child<ServiceHandlers>;
  /** Who writes domain events: on SQLite the sender itself, since one process holds the file. */
  readonly producer: Child<ServiceHandlers>;
  readonly receiver: Child<ReceiverHandlers>;
  readonly certificate: Certificate;
  readonly port: number;
  readonly prepared: Prepared;
  /** The processes that a delivery costs: the sender and, on PostgreSQL, the database's. */
  readonly pids: readonly number[];
  /** The file of SQLite. */
  readonly file: string | null;
}

export interface StageOptions {
  readonly plan: CompanyPlan;
  readonly keepsNothing: boolean;
  readonly profile: string | null;
}

const WITHOUT_PASSWORD_HASH = ['--import', new URL('../v1/without-password-hash.js', import.meta.url).href];
/** A queue on PostgreSQL lives by its vacuum. */
const POSTGRES_SETTINGS = ['autovacuum=on', 'autovacuum_naptime=15s'];

const stops: (() => Promise<void>)[] = [];

process.once('SIGINT', () => void clearStage().then(() => process.exit(130)));
process.once('SIGTERM', () => void clearStage().then(() => process.exit(143)));

/** Ends what runs, last first. */
export async function clearStage(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch((error: unknown) => console.error(error));
}

/** Starts a process that `clearStage` ends. */
export function start<H extends Handlers>(program: string, nodeOptions?: readonly string[]): Child<H> {
  const child = startChild<H>(program, nodeOptions);
  stops.push(() => child.stop());
  return child;
}

/** A database with one company in it, its receiver, and the service's processes, of which one sends. */
export async function setStage(kind: DatabaseKind, options: StageOptions): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'shaon-bench-webhooks-'));
  stops.push(async () => rmSync(folder, { recursive: true, force: true }));
  // If this runs as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const certificate = await makeCertificate();
  const receiver = start<ReceiverHandlers>('receiver');
  const port = await receiver.ask('listen', certificate);

  const pids: number[] = [];
  const file = kind === 'sqlite' ? join(folder, 'bench.sqlite') : null;
  let connection: DatabaseConnection;
  if (file !== null) connection = { type: 'sqlite', path: file };
  else {
    const postgres = await startPostgres(folder, POSTGRES_SETTINGS);
    stops.push(() => postgres.stop());
    pids.push(postgres.pid);
    connection = { type: 'postgres', url: postgres.url };
  }

  const profile = (name: string) =>
    options.profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(options.profile, name)}`];
  const sender = start<ServiceHandlers>('service', [...WITHOUT_PASSWORD_HASH, ...profile('sender')]);
  pids.push(sender.pid);
  await sender.ask('migrate', connection);
  const target = { connection, port, cert: certificate.cert, keepsNothing: options.keepsNothing };
  await sender.ask('open', target);
  const prepared = await sender.ask('prepare', { plan: options.plan, port });
  await sender.ask('join', prepared);
  let producer = sender;
  if (kind === 'postgres') {
    producer = start<ServiceHandlers>('service', profile('writer'));
    await producer.ask('open', target);
    await producer.ask('join', prepared);
  }
  await sender.ask('startSending');
  return { sender, producer, receiver, certificate, port, prepared, pids, file };
}
