import { spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { silentLog } from '@shaon/core';
import { type Door, onEachDatabase, throwAtDoors } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { symbols } from 'pino';
import { readConfig } from '../../src/host/config.ts';
import { lockLimitCount } from '../../src/host/limit-count-lock.ts';
import { openLimitStore } from '../../src/host/limit-store.ts';
import { createLog, type HostLog } from '../../src/host/log.ts';
import { removeOnSignal } from '../../src/host/remove-on-signal.ts';
import { stopOnSignal } from '../../src/host/stop-on-signal.ts';
import { makeDataFolder, migrateAll } from './running-shaon.ts';

function throws(): never {
  throw new Error('thrown in a handler');
}

type Listener = (...values: unknown[]) => void;

/** The listeners of the process that `work` adds; they are removed again. */
async function listenersAddedBy(events: readonly string[], work: () => unknown): Promise<Record<string, Listener>> {
  const before = new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
  await work();
  const added: Record<string, Listener> = {};
  for (const event of events) {
    for (const listener of process.rawListeners(event) as Listener[]) {
      if (before.get(event)?.has(listener)) continue;
      added[event] = listener;
      process.off(event, listener);
    }
  }
  return added;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** A command logs nothing, and a log that has failed cannot tell of it. */
const PROCESSES: readonly Door[] = [
  {
    handler: 'signal to stop',
    holds: 'the process is left to the next signal',
    async open({ log, untilFailed }) {
      const { SIGTERM } = await listenersAddedBy(SIGNALS, () => stopOnSignal(async () => undefined, log, throws));
      SIGTERM?.('SIGTERM');
      await untilFailed();
    },
  },
  {
    handler: [],
    unlogged: 'signal while a file is written',
    holds: 'the file is removed',
    async open() {
      const { exit } = process;
      const folder = makeDataFolder();
      const part = join(folder.path, 'part');
      writeFileSync(part, 'half');
      let keep: (() => void) | undefined;
      const { SIGHUP } = await listenersAddedBy(SIGNALS, async () => {
        keep = removeOnSignal(part);
      });
      process.exit = throws;
      try {
        SIGHUP?.('SIGHUP');
      } finally {
        process.exit = exit;
      }
      expect(existsSync(part)).to.equal(false);
      keep?.();
      folder.remove();
    },
  },
  {
    handler: [],
    unlogged: 'standard output',
    holds: 'a command goes on when it is lost',
    async open() {
      const program = `
        const { runProcess } = await import('./dist/host/run-command.js');
        process.argv.splice(1, 9, 'shaon', 'config');
        process.exit = () => { throw new Error('thrown in a handler'); };
        await runProcess(false);
        process.stdout.emit('error', Object.assign(new Error('closed'), { code: 'EPIPE' }));
        process.stderr.write('still there');
      `;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
        cwd: new URL('../..', import.meta.url),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect({ told, code }).to.deep.equal({ told: 'still there', code: 0 });
    },
  },
  {
    handler: [],
    unlogged: 'line that the log cannot write',
    holds: 'the process goes on, and tells of the lost lines once',
    open() {
      const log = createLog({ level: 'silent' });
      const { write } = process.stderr;
      let told = '';
      process.stderr.write = ((line: string) => {
        told = line;
        throws();
      }) as typeof write;
      try {
        const stream = (log as never as Record<symbol, EventEmitter>)[symbols.streamSym];
        stream?.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }));
      } finally {
        process.stderr.write = write;
      }
      expect(told).to.equal('The log cannot be written (ENOSPC). Its lines are lost until it can be.\n');
    },
  },
];

const LIMIT = { keyPrefix: 'test', points: 2, duration: 60 };

const REDIS: Door = {
  handler: ['error of Redis', 'look at Redis'],
  again: true,
  holds: 'calls are counted there again',
  logThrows: true,
  timeoutMs: 20_000,
  async open({ log, failed, untilFailed }) {
    const redis = await startFakeRedis();
    const config = readConfig({ REDIS_URL: `redis://127.0.0.1:${redis.port}` });
    const { store, health, close } = await openLimitStore(config, log as HostLog);
    health.update = throws;
    redis.close();
    while (!failed.includes('look at Redis')) await untilFailed(failed.length + 1);
    expect(store(LIMIT)).to.have.property('consume');
    await close();
  },
};

/** Ends the connections of one name, on the server of `url`. */
async function endConnections(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = $1`,
    [name],
  );
  await client.end();
}

const POSTGRES: readonly Door<string>[] = [
  {
    handler: 'limit store',
    holds: 'calls are counted in PostgreSQL',
    logThrows: true,
    async open({ log, untilFailed }, url) {
      const keys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
      const config = readConfig({ SHAON_KEYS: keys, DATABASE_URL: url, SHAON_LIMIT_STORE: 'postgres' });
      const { store, close } = await openLimitStore(config, log as HostLog);
      const limit = store(LIMIT);
      expect((await limit.consume('caller')).remainingPoints).to.equal(1);
      await endConnections(url, 'shaon-limit');
      await untilFailed();
      expect((await limit.consume('caller')).remainingPoints).to.equal(0);
      await close();
    },
  },
  {
    handler: ['loss of the lock of this server', 'return of the lock of this server'],
    holds: 'it is taken again, when the log can tell neither of its loss nor of another holder',
    logThrows: true,
    async open({ log, untilFailed }, url) {
      const lines: string[] = [];
      const heard = { ...log, info: (_fields: object, message: string) => lines.push(message) } as unknown as HostLog;
      const lock = await lockLimitCount(url, 'alone', heard);
      let other: Awaited<ReturnType<typeof lockLimitCount>> | undefined;
      while (other === undefined) {
        await endConnections(url, 'shaon-limit-lock');
        // The first one may have taken it again already.
        other = await lockLimitCount(url, 'alone', silentLog as HostLog).catch(() => undefined);
      }
      await untilFailed(2);
      const before = lines.length;
      await other.release();
      while (lines.length === before) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(lines.at(-1)).to.equal('The lock of this server is held again');
      await lock.release();
    },
  },
];

describe('a throw in a handler of a process', () => {
  throwAtDoors([...PROCESSES, REDIS], () => undefined);
});

onEachDatabase('a throw in a handler of a connection to PostgreSQL', { migrate: migrateAll }, (database) => {
  if (database.type === 'sqlite') return;
  throwAtDoors(POSTGRES, () => (database.connection() as { url: string }).url);
});

/** Says to every client that it is Redis and ready. */
async function startFakeRedis() {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (commands) => {
      for (const [command] of String(commands).matchAll(/\*\d+\r\n\$\d+\r\n\w+/g)) {
        socket.write(/info$/i.test(command) ? '$9\r\nloading:0\r\n' : '+OK\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}
