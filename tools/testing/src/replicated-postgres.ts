import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { makeFolder } from './run-directory.ts';

/** A PostgreSQL server that a test may stop, start and query. */
export interface StoppablePostgres {
  /** URL of its maintenance database, as superuser. */
  readonly url: string;
  readonly port: number;
  /** The id of the server's main process; null while it is stopped. */
  readonly pid: number | null;
  /** Stops the server as an operator does; its data stays. */
  stop(): Promise<void>;
  /** Stops the server like a power failure. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** For a standby: streams from another server from now on. */
  follow(server: StoppablePostgres): Promise<void>;
  /** Runs one statement as superuser and returns its rows. */
  query(text: string): Promise<Record<string, unknown>[]>;
}

/** A primary and its standbys. */
export interface ReplicatedPostgres {
  readonly primary: StoppablePostgres;
  /** Adds a standby, which has everything that was committed before the call. */
  addStandby(options?: { readonly of?: StoppablePostgres }): Promise<StoppablePostgres>;
  remove(): Promise<void>;
}

const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 100',
  // The data need not survive a power failure.
  'fsync = off',
  'full_page_writes = off',
  'hot_standby_feedback = on',
  // Keeps the log for standbys that were stopped for long.
  "wal_keep_size = '512MB'",
  'wal_retrieve_retry_interval = 100ms',
];

/**
 * Starts a primary, which streams its log to its standbys. Takes some seconds.
 *
 * @param options.folder an empty folder, for callers outside of a test run
 * @param options.settings lines for postgresql.conf, of the primary and so of its copies
 */
export async function startReplicatedPostgres(
  programs: PostgresPrograms,
  options: { readonly folder?: string; readonly settings?: readonly string[] } = {},
): Promise<ReplicatedPostgres> {
  const folder = options.folder ?? makeFolder('replicated');
  chmodSync(folder, 0o711);
  const servers: Server[] = [];
  const password = randomBytes(12).toString('hex');
  const newServer = async (): Promise<Server> => {
    const port = await freePort();
    const server = new Server(programs, join(folder, String(port)), port, password);
    servers.push(server);
    return server;
  };
  const remove = async () => {
    await Promise.all(servers.map((server) => server.end('SIGQUIT')));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const primary = await newServer();
    initialise(programs, primary.directory, join(folder, 'password'), password);
    appendFileSync(
      join(primary.directory, 'postgresql.conf'),
      `${[...SETTINGS, ...(options.settings ?? [])].join('\n')}\n`,
    );
    await primary.start();
    return {
      primary,
      remove,
      async addStandby({ of = primary } = {}) {
        const standby = await newServer();
        await copyFrom(of as Server, standby);
        await standby.start();
        await caughtUp(of, standby);
        return standby;
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

class Server implements StoppablePostgres {
  readonly programs: PostgresPrograms;
  readonly directory: string;
  readonly port: number;
  readonly password: string;
  readonly url: string;
  #child: ChildProcess | null = null;

  constructor(programs: PostgresPrograms, directory: string, port: number, password: string) {
    this.programs = programs;
    this.directory = directory;
    this.port = port;
    this.password = password;
    this.url = `postgres://shaon:${password}@127.0.0.1:${port}/postgres`;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async start(): Promise<void> {
    const { postgres, runAs } = this.programs;
    const child = spawn(postgres, ['-D', this.directory, '-p', String(this.port)], {
      ...runAs,
      env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    const kill = () => child.kill('SIGQUIT');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        if (log.length < 10_000) log += text;
        if (/ready to accept (read-only )?connections/.test(text)) resolve();
      });
    });
  }

  async follow({ port }: StoppablePostgres): Promise<void> {
    await this.query(`ALTER SYSTEM SET primary_conninfo = '${addressOf(port, this.password)}'`);
    await this.query('SELECT pg_reload_conf()');
  }

  stop(): Promise<void> {
    return this.end('SIGINT');
  }

  kill(): Promise<void> {
    return this.end('SIGQUIT');
  }

  async end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
}

function initialise(
  { initdb, runAs, ...programs }: PostgresPrograms,
  directory: string,
  file: string,
  password: string,
) {
  mkdirSync(directory, { mode: 0o700 });
  own(directory, { ...programs, initdb, runAs });
  writeFileSync(file, `${password}\n`);
  own(file, { ...programs, initdb, runAs });
  execFileSync(
    initdb,
    [
      '-D',
      directory,
      '--username=shaon',
      `--pwfile=${file}`,
      '--auth=password',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...runAs, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } },
  );
}

/**
 * Copies by pg_basebackup or, if it is not installed, in the same way: a copy between the start and the stop of a
 * backup.
 */
async function copyFrom(primary: Server, standby: Server): Promise<void> {
  const { programs, password } = primary;
  const source = addressOf(primary.port, password);
  if (programs.pgBasebackup !== null) {
    mkdirSync(standby.directory, { mode: 0o700 });
    own(standby.directory, programs);
    execFileSync(
      programs.pgBasebackup,
      [
        '-D',
        standby.directory,
        '-d',
        source,
        '--write-recovery-conf',
        '--wal-method=stream',
        '--checkpoint=fast',
        '--no-sync',
      ],
      { ...programs.runAs, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
    );
    return;
  }
  await copyInBackup(primary, standby.directory);
  appendFileSync(join(standby.directory, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  writeFileSync(join(standby.directory, 'standby.signal'), '');
  own(standby.directory, programs);
}

async function copyInBackup(primary: Server, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    cpSync(primary.directory, to, {
      recursive: true,
      filter: (path) => !isOfTheServer(path.slice(primary.directory.length)),
    });
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  mkdirSync(join(to, 'pg_wal'), { recursive: true });
  chmodSync(to, 0o700);
}

/** Files of the running server, and files that a standby fetches itself. */
const isOfTheServer = (path: string): boolean => /^\/(postmaster\.(pid|opts)|pg_wal\/.+|standby\.signal)$/.test(path);

function own(path: string, { runAs: { uid, gid } }: PostgresPrograms): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(path, uid, gid);
  execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
}

const addressOf = (port: number, password: string): string =>
  `host=127.0.0.1 port=${port} user=shaon password=${password}`;

/** Waits until the standby has everything that is committed now. */
async function caughtUp(primary: StoppablePostgres, standby: StoppablePostgres): Promise<void> {
  const isStandby = (await primary.query('SELECT pg_is_in_recovery() AS yes'))[0]?.yes === true;
  const position = isStandby ? 'pg_last_wal_replay_lsn()' : 'pg_current_wal_flush_lsn()';
  const lsn = String((await primary.query(`SELECT ${position}::text AS lsn`))[0]?.lsn);
  while ((await standby.query(`SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS yes`))[0]?.yes !== true) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
