import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listen, skipFor, skipUnlessTested, skipWithout } from '@shaon/testing';
import pg from 'pg';

const run = promisify(execFile);

/** A PostgreSQL of the installed version, since pg_dump refuses a server newer than itself. */
export interface OldPostgres {
  /** Folder of pg_dump and pg_restore of the server's version. */
  readonly programs: string;
  /** Makes an empty database; gives its URL. */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Skips the test where PostgreSQL is not tested, or pg_dump or the programs of a server of its version are not installed. */
export async function startInstalledPostgres(context: Pick<Mocha.Context, 'skip'>): Promise<OldPostgres> {
  skipUnlessTested(context, 'postgres');
  const pgDump = skipWithout(context, 'pg_dump');
  const version = /(\d+)\./.exec((await run(pgDump, ['--version'])).stdout)?.[1];
  const programs = [dirname(pgDump), `/usr/lib/postgresql/${version}/bin`].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
  if (programs === undefined) return skipFor(context, `PostgreSQL ${version}: Debian: apt-get install postgresql`);
  const folder = mkdtempSync(join(tmpdir(), 'shaon-postgres-'));
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 ? await idsOf('postgres') : undefined;
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const flags = ['--pgdata', data, '--username', 'shaon', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  await run(join(programs, 'initdb'), flags, { ...owner, cwd: folder });
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((text) => ['-c', text])], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);
  const ended = new Promise((resolve) => server.once('close', resolve));
  const url = (name: string) => `postgres://shaon@127.0.0.1:${port}/${name}`;
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await untilItAnswers(() => query('SELECT 1'));
  return {
    programs,
    create: async (name) => {
      await query(`CREATE DATABASE ${name}`);
      return url(name);
    },
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      process.off('exit', kill);
      rmSync(folder, { recursive: true });
    },
  };
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, user])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function untilItAnswers(work: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + 15_000; ; ) {
    try {
      await work();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function freePort(): Promise<number> {
  const listening = await listen(() => {});
  await listening.close();
  return listening.port;
}
