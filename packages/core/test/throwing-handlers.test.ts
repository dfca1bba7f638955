import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { mock } from 'node:test';
import { createCore } from '@shaon/core';
import { guardedLog } from '@shaon/core/extension';
import { handlerLog } from '@shaon/testing';
import { expect } from 'chai';
import { createLeaveDocuments } from '../dist/leave/leave-documents.js';
import { AuditLog } from '../src/audit/audit-log.ts';
import { guardedClient } from '../src/database/connect/guarded-client.ts';
import { tookTooLong, tooManyWait } from '../src/database/readings/reading.ts';
import { ReadingWarnings } from '../src/database/readings/reading-warnings.ts';
import { warnIfHanging } from '../src/database/transactions/long-transactions.ts';
import type { CoreLog } from '../src/log.ts';
import { MessageWorker } from '../src/messages/message-worker.ts';
import { newEmployee, refusal, TEST_KEYS, withCore } from './support.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

function throws(): never {
  throw new Error('thrown in a handler');
}

describe('a throw in a handler of core', () => {
  it('of slow readings does not reach the reading', async () => {
    const { log, failed } = handlerLog({ throws: true });
    const run = new ReadingWarnings(log).ofSlow('test', () => {
      const startedAt = performance.now();
      while (performance.now() - startedAt < 60) {}
      return Promise.resolve([]);
    });
    expect(await run('SELECT 1', [])).to.deep.equal([]);
    expect(failed).to.deep.equal(['warning of readings']);
  });

  it('of refused and of long readings leaves the caller its own error', async () => {
    const { log, failed } = handlerLog({ throws: true });
    const warnings = new ReadingWarnings(log);
    for (const error of [tookTooLong('test'), tooManyWait('test', 100)]) {
      const run = warnings.ofGivenUp('test', () => Promise.reject(error));
      expect(await refusal(run('SELECT 1', []))).to.equal(error);
    }
    expect(failed).to.deep.equal(['warning of readings', 'warning of readings']);
  });

  it('of the warning of a held transaction reaches neither the process nor the transaction', async () => {
    const { log, failed } = handlerLog({ throws: true });
    mock.timers.enable({ apis: ['setTimeout'] });
    const held = warnIfHanging(log, 'test', async () => {
      mock.timers.tick(10_000);
      return 'ended';
    }).finally(() => mock.timers.reset());
    expect(await held).to.equal('ended');
    expect(failed).to.deep.equal(['warning of a held transaction']);
  });

  it('of the audit’s results does not reach the call whose row is written', async () => {
    const { log, failed } = handlerLog();
    const audit = auditLog(log, async () => []);
    audit.onFlush = throws;
    await audit.commit({ kind: 'system' });
    expect(failed).to.deep.equal(['result of an audit group']);
  });

  it('of lost audit rows leaves every call its error', async () => {
    const { log, failed } = handlerLog({ throws: true });
    const audit = auditLog(log, () => Promise.reject(new Error('The disk is full.')));
    const calls = [audit.commit({ kind: 'system' }), audit.commit({ kind: 'system' })];
    for (const call of calls) expect(await refusal(call)).to.have.property('code', 'audit_unavailable');
    expect(failed).to.deep.equal(['lost row of the audit', 'lost row of the audit']);
  });

  it('of the message worker leaves the worker running', async () => {
    const { log, failed, untilFailed } = handlerLog({ throws: true });
    const database = { allCompanies: throws } as never;
    const sender = { send: async () => undefined };
    const worker = new MessageWorker({ database, keys: {} as never, clock: { now: () => new Date() }, log, sender });
    worker.start();
    await untilFailed();
    expect(failed).to.deep.equal(['sending of messages']);
    await worker.stop();
  });

  it('of a log loses only the line', async () => {
    const lines: unknown[] = [];
    // These have nowhere to tell of their failure.
    const handler = 'line of a log';
    const throwing = (fields: object) => {
      lines.push(fields);
      throws();
    };
    const log = guardedLog({ info: throwing, warn: async (fields) => throwing(fields), error: throwing } as CoreLog);
    log.info({ handler }, 'thrown');
    log.warn({ handler }, 'rejected');
    log.error({ handler }, 'thrown');
    expect(lines).to.deep.equal([{ handler }, { handler }, { handler }]);
  });

  it('of a silent connection does not reach the process', async () => {
    const { log, failed, untilFailed } = handlerLog();
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
    expect(failed).to.deep.equal(['end of a silent connection', 'statements that have ended']);
    destroy();
  });
});

withCore('a throw in a handler of core that is open', (test) => {
  it('after a commit leaves the write done, and what follows it is called', async () => {
    const { log, failed } = handlerLog();
    const core = await createCore({ database: test.database.connection(), keys: TEST_KEYS, log });
    const { unitOfWork } = core.extension.database;
    const called: string[] = [];
    await unitOfWork.transaction({ name: 'test.write' }, async (manager) => {
      unitOfWork.afterCommit(manager, throws);
      unitOfWork.afterCommit(manager, () => called.push('after'));
      await core.organization.createDepartment(test.company, { name: 'Kept' }, { manager });
    });
    expect(failed).to.deep.equal(['after the commit of test.write']);
    expect(called).to.deep.equal(['after']);
    expect((await core.organization.departments(test.company)).map(({ name }) => name)).to.deep.equal(['Kept']);
    await core.close();
  });

  it('of a document’s fault leaves the fault to the reader', async () => {
    const { log, failed, untilFailed } = handlerLog({ throws: true });
    const { absenceTypes, employees, leave, extension, audit } = test.core;
    await absenceTypes.create(test.company, { label: 'חופש' });
    const { id } = await employees.create(test.company, newEmployee());
    const [request] = await leave.submit(test.company, { employee_id: id, dates: ['2026-12-24'], type: 'חופש' });
    const broken = new Readable({ read() {} });
    const store = {
      put: async (_companyId: number, content: Readable) => {
        content.resume();
        return 'key';
      },
      open: async () => broken,
      remove: async () => undefined,
    };
    const cleanup = { discardUnused: async () => undefined } as never;
    const documents = createLeaveDocuments({
      database: extension.database,
      audit: audit as never,
      clock: test.clock,
      log,
      documents: store,
      cleanup,
    });
    const content = Readable.from(['document']);
    await documents.attachDocument(test.company, request!.id, { name: 'a.pdf', type: 'application/pdf', content });
    const opened = await documents.openDocument(test.company, request!.id);
    const fault = new Error('The disk is gone.');
    broken.destroy(fault);
    await untilFailed();
    expect(failed).to.deep.equal(['leave document']);
    expect(await refusal(opened.content.toArray())).to.equal(fault);
  });
});

function auditLog(log: CoreLog, append: () => Promise<unknown>): AuditLog {
  const database = {
    withinAllCompanies: throws,
    autocommit: () => ({ run: append, dialect: 'sqlite' }),
  };
  return new AuditLog(database as never, { now: () => new Date() }, log);
}
