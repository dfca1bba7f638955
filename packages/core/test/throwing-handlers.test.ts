import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createCore, guardedLog, systemActor } from '@shaon/core';
import { type Door, startTcpProxy, throwAtDoors } from '@shaon/testing';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { documentsInStore } from '../dist/leave/kept-documents.js';
import { createLeaveDocuments } from '../dist/leave/leave-documents.js';
import { AuditLog } from '../src/audit/audit-log.ts';
import { postgresPoolOptions } from '../src/database/connect/data-source.ts';
import { guardedClient } from '../src/database/connect/guarded-client.ts';
import { listen } from '../src/database/connect/listener.ts';
import { tookTooLong, tooManyWait } from '../src/database/readings/reading.ts';
import { ReadingWarnings } from '../src/database/readings/reading-warnings.ts';
import { GroupCommit } from '../src/database/transactions/group-commit.ts';
import { warnIfHanging } from '../src/database/transactions/long-transactions.ts';
import type { CoreLog } from '../src/log.ts';
import { MessageWorker } from '../src/messages/message-worker.ts';
import { QUICK, SLOW, withThreads } from './database/with-reader-threads.ts';
import { type CoreTest, newEmployee, refusal, TEST_KEYS, withCore } from './support.ts';

interface CoreDoor extends Door<CoreTest> {
  readonly only?: 'sqlite' | 'postgres';
}

const thrown = new Error('thrown in a handler');
function throws(): never {
  throw thrown;
}
const done = async () => undefined;

/** A CopyInResponse that ends before the numbers that it must have; pg throws while it parses it. */
const GARBLED = Buffer.from([0x47, 0, 0, 0, 4]);

const READINGS: readonly CoreDoor[] = [
  {
    handler: 'warning of readings',
    holds: 'a slow reading gives its rows',
    logThrows: true,
    async open({ log }) {
      const run = new ReadingWarnings(log).ofSlow('test', () => {
        const startedAt = performance.now();
        while (performance.now() - startedAt < 60) {}
        return Promise.resolve([]);
      });
      expect(await run('SELECT 1', [])).to.deep.equal([]);
    },
  },
  {
    handler: ['warning of readings', 'warning of readings'],
    holds: 'a refused and a long reading leave the caller its own error',
    logThrows: true,
    async open({ log }) {
      const warnings = new ReadingWarnings(log);
      for (const error of [tookTooLong('test'), tooManyWait('test', 100)]) {
        const run = warnings.ofGivenUp('test', () => Promise.reject(error));
        expect(await refusal(run('SELECT 1', []))).to.equal(error);
      }
    },
  },
  {
    handler: 'error of a reader thread',
    holds: 'the other threads read',
    only: 'sqlite',
    logThrows: true,
    open: ({ log, untilFailed }, test) =>
      withThreads(test, log, 10, async (read, workers) => {
        await read(QUICK);
        workers.at(-1)?.emit('error', new Error('of the thread'));
        await untilFailed();
        expect(await read(QUICK)).to.deep.equal([{ one: 1 }]);
      }),
  },
  {
    handler: 'giving up a reading',
    holds: 'its caller gets the error, and another company its thread',
    only: 'sqlite',
    open: ({ log, untilFailed }, test) =>
      withThreads(test, log, 0.3, async (read) => {
        const { terminate } = Worker.prototype;
        await read(QUICK);
        Worker.prototype.terminate = throws;
        try {
          expect(await refusal(read(SLOW))).to.have.property('code', 'took_too_long');
          await untilFailed();
          expect(await read(QUICK, 2)).to.deep.equal([{ one: 1 }]);
        } finally {
          Worker.prototype.terminate = terminate;
        }
      }),
  },
];

const TRANSACTIONS: readonly CoreDoor[] = [
  {
    handler: 'commit of a group',
    holds: 'the group gets the error, and the writers behind it their turn',
    async open({ log }) {
      const entry = { name: 'test', isAlone: false, mayTakeLong: false };
      let isBroken = true;
      const begin = async () => (isBroken ? throws() : undefined);
      const member = { beginMember: done, endMember: done, undoMember: done };
      const group = new GroupCommit({ begin, rollBack: async () => throws(), commit: done, ...member }, log);
      const alone = group.enter({ ...entry, isAlone: true }, async () => 'alone');
      const behind = group.enter(entry, async () => 'behind');
      expect(await refusal(alone)).to.equal(thrown);
      isBroken = false;
      expect(await behind).to.equal('behind');
      expect(await group.enter(entry, async () => 'later')).to.equal('later');
    },
  },
  {
    handler: 'warning of a held transaction',
    holds: 'the transaction ends',
    logThrows: true,
    async open({ log }) {
      mock.timers.enable({ apis: ['setTimeout'] });
      const held = warnIfHanging(log, 'test', async () => {
        mock.timers.tick(10_000);
        return 'ended';
      }).finally(() => mock.timers.reset());
      expect(await held).to.equal('ended');
    },
  },
  {
    handler: 'after the commit of test.write',
    holds: 'the write is done, and what follows is called',
    async open({ log }, test) {
      const core = await createCore({ database: test.database.connection(), keys: TEST_KEYS, log });
      const { unitOfWork } = core.extension.database;
      const called: string[] = [];
      await unitOfWork.transaction({ name: 'test.write' }, async (manager) => {
        unitOfWork.afterCommit(manager, throws);
        unitOfWork.afterCommit(manager, () => called.push('after'));
        await core.organization.createDepartment(test.company, { name: 'Kept' }, { manager });
      });
      expect(called).to.deep.equal(['after']);
      expect((await core.organization.departments(test.company)).map(({ name }) => name)).to.deep.equal(['Kept']);
      await core.close();
    },
  },
  {
    handler: 'result of an audit group',
    holds: 'the call whose row is written is answered',
    async open({ log }) {
      const audit = auditLog(log, async () => []);
      audit.onFlush = throws;
      await audit.commit({ kind: 'system' });
    },
  },
  {
    handler: ['lost row of the audit', 'lost row of the audit'],
    holds: 'every call gets its error',
    logThrows: true,
    async open({ log }) {
      const audit = auditLog(log, () => Promise.reject(new Error('The disk is full.')));
      const calls = [audit.commit({ kind: 'system' }), audit.commit({ kind: 'system' })];
      for (const call of calls) expect(await refusal(call)).to.have.property('code', 'audit_unavailable');
    },
  },
];

const CONNECTIONS: readonly CoreDoor[] = [
  {
    handler: 'listening to test',
    holds: 'the listener connects again',
    logThrows: true,
    async open({ log }) {
      await heardBy(
        log,
        (connected) => connected(new Error('There is no connection.')),
        (connected) => connected(null, silentClient()),
      );
    },
  },
  {
    handler: 'connection for test',
    holds: 'a connection that cannot be taken counts as none',
    async open({ log }) {
      await heardBy(
        log,
        (connected) => connected(null, { ...silentClient(), on: throws }),
        (connected) => connected(null, silentClient()),
      );
    },
  },
  {
    handler: ['notification of throwing', 'notification of throwing'],
    holds: 'the listener goes on hearing',
    only: 'postgres',
    async open({ log }, { database }) {
      const pool = await new DataSource(database.connection() as { type: 'postgres' }).initialize();
      let heard = 0;
      let notified: Promise<unknown> | undefined;
      await new Promise<void>((resolve) => {
        const hear = () => {
          heard += 1;
          if (heard === 1) notified = pool.query('NOTIFY throwing');
          else queueMicrotask(() => void listener.stop().then(resolve));
          throws();
        };
        const listener = listen(pool, 'throwing', hear, log);
      });
      await notified;
      await pool.destroy();
    },
  },
  {
    handler: 'answer of PostgreSQL',
    again: true,
    holds: 'garbled answers fail the calls on their connection and end it, and the process opens another',
    only: 'postgres',
    async open({ log }, { database }) {
      let garbled = 0;
      let isGarbling = false;
      const url = new URL((database.connection() as { url: string }).url);
      const proxy = await startTcpProxy(Number(url.port), (inside) => (bytes) => {
        if (isGarbling) garbled += 1;
        inside.write(isGarbling ? GARBLED : bytes);
      });
      Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) });
      const core = await createCore({ database: { type: 'postgres', url: url.href }, keys: TEST_KEYS, log });
      try {
        const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
        const listener = core.extension.database.listen('shaon_test', () => undefined);
        const work = () => [core.organization.departments(company), core.companies.create({ name: 'Mill' })];
        await Promise.all(work());
        isGarbling = true;
        // The second time the connections are new, and garbled while they log in.
        for (const _ of [1, 2]) {
          for (const outcome of await Promise.allSettled([...work(), ...work()])) {
            expect(outcome).to.have.nested.property('reason.code', 'database_unavailable');
          }
        }
        expect(garbled, 'garbled answers').to.be.greaterThan(4);
        isGarbling = false;
        await Promise.all([...work(), ...work()]);
        await listener?.stop();
      } finally {
        isGarbling = false;
        await core.close();
        await proxy.close();
      }
    },
  },
  {
    handler: 'a lost database connection',
    holds: 'the pool opens another',
    only: 'postgres',
    logThrows: true,
    async open({ log, untilFailed }, { database }) {
      const connection = database.connection() as { type: 'postgres'; url: string };
      const options = await postgresPoolOptions(connection, [], log, { isForManyCalls: true });
      const pool = await new DataSource(options).initialize();
      const other = await new DataSource(connection).initialize();
      const [{ pid }] = await pool.query('SELECT pg_backend_pid() AS pid');
      await other.query('SELECT pg_terminate_backend($1)', [pid]);
      await untilFailed();
      expect(await pool.query('SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
      await pool.destroy();
      await other.destroy();
    },
  },
  {
    handler: 'connection to a database server',
    holds: 'nothing of a client that connects to no standby reaches the process',
    async open({ log, untilFailed }) {
      class Plain extends EventEmitter {
        async connect(_connected?: unknown) {}
        async query() {
          return { rows: [{ standby: false }] };
        }
        async end() {}
      }
      new (guardedClient(Plain, log, { refusesStandby: true }))().connect(throws);
      await untilFailed();
    },
  },
  {
    handler: ['end of a silent connection', 'statements that have ended'],
    holds: 'nothing of a silent connection reaches the process',
    async open({ log, untilFailed }) {
      const socket = new Socket();
      class Plain extends EventEmitter {
        readonly connection = { stream: socket };
        connect() {}
        query() {}
        end() {}
      }
      const client = new (guardedClient(Plain, log, { silentMs: 1 }))();
      client.query();
      const destroy = socket.destroy.bind(socket);
      socket.destroy = throws;
      await untilFailed();
      socket.setTimeout = throws;
      client.emit('drain');
      destroy();
    },
  },
];

const WORK: readonly CoreDoor[] = [
  {
    // A log that fails has nowhere to tell of it.
    handler: [],
    unlogged: 'line of a log',
    holds: 'a log that fails loses only the line',
    async open() {
      const handler = 'line of a log';
      const lines: unknown[] = [];
      const throwing = (fields: object) => {
        lines.push(fields);
        throws();
      };
      const log = guardedLog({ info: throwing, warn: async (fields) => throwing(fields), error: throwing } as CoreLog);
      log.info({ handler }, 'thrown');
      log.warn({ handler }, 'rejected');
      log.error({ handler }, 'thrown');
      expect(lines).to.deep.equal([{ handler }, { handler }, { handler }]);
    },
  },
  {
    handler: 'sending of messages',
    holds: 'the worker goes on',
    logThrows: true,
    async open({ log, untilFailed }) {
      const database = { allCompanies: throws } as never;
      const clock = { now: () => new Date() };
      const worker = new MessageWorker({ database, keys: {} as never, clock, log, channel: 'sms', send: done });
      worker.start();
      await untilFailed();
      await worker.stop();
    },
  },
  {
    handler: 'leave document',
    holds: 'who reads the document gets its fault',
    logThrows: true,
    async open({ log, untilFailed }, { core, company, clock }) {
      const broken = new Readable({ read() {} });
      await core.absenceTypes.create(company, { label: 'חופש' });
      const { id } = await core.employees.create(company, newEmployee());
      const days = { employee_id: id, dates: ['2026-12-24'], type: 'חופש' };
      const [request] = await core.leave.submit(company, days);
      const requestId = request?.id as number;
      const put = async (_companyId: number, content: Readable) => {
        content.resume();
        return 'key';
      };
      const { database } = core.extension;
      const documents = createLeaveDocuments({
        database,
        audit: core.audit as never,
        clock,
        documents: documentsInStore({ put, open: async () => broken, remove: done }, { database, log }),
      });
      const content = Readable.from(['document']);
      await documents.attachDocument(company, requestId, { name: 'a.pdf', type: 'application/pdf', content });
      const opened = await documents.openDocument(company, requestId);
      const fault = new Error('The disk is gone.');
      broken.destroy(fault);
      await untilFailed();
      expect(await refusal(opened.content.toArray())).to.equal(fault);
    },
  },
];

withCore('a throw in a handler of core', (test) => {
  const doors = [...READINGS, ...TRANSACTIONS, ...CONNECTIONS, ...WORK];
  throwAtDoors(
    doors.filter(({ only = test.database.type }) => only === test.database.type),
    () => test,
  );
});

/** Waits until a listener hears on a pool whose `connect` answers as it is told to, the first time and later. */
function heardBy(log: CoreLog, ...connects: readonly ((connected: Connected) => void)[]): Promise<void> {
  let asked = 0;
  const connect = (connected: Connected) => connects[Math.min(asked++, connects.length - 1)]?.(connected);
  const pool = { driver: { master: { connect } } } as unknown as DataSource;
  return new Promise((resolve) => {
    const listener = listen(pool, 'test', () => void listener.stop().then(resolve), log);
  });
}
type Connected = (error: Error | null, client?: object) => void;

/** A client of a pool that says nothing by itself. */
const silentClient = () => ({ on() {}, query: async () => [], release() {} });

function auditLog(log: CoreLog, append: () => Promise<unknown>): AuditLog {
  const database = { withinAllCompanies: throws, autocommit: () => ({ run: append, dialect: 'sqlite' }) };
  return new AuditLog(database as never, { now: () => new Date() }, log);
}
