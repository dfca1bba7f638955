import { type CoreLog, guardedLog } from '@shaon/core';
import type { CompanyWrites, Database } from '@shaon/core/storage';
import { type HandlerLog, handlerLog } from '@shaon/testing';
import { expect } from 'chai';
import type { Claimed } from '../../src/dispatch/claim.ts';
import { Dispatcher } from '../../src/dispatch/dispatcher.ts';
import { answeringConnect, fixedLookup } from '../../src/dispatch/guarded-agent.ts';
import { Recorder } from '../../src/dispatch/recorder.ts';
import { repairTask } from '../../src/dispatch/repair-deliveries.ts';
import type { AttemptResult } from '../../src/dispatch/send-attempt.ts';
import { WakeUp } from '../../src/dispatch/wake-up.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { sqlClockOf } from '../../src/sql-clock.ts';
import { until } from '../support.ts';
import { resolvedWith } from '../webhooks-with.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

const thrown = new Error('thrown in a callback');
function throws(): never {
  throw thrown;
}

/** A log of the host that throws with every line. */
const throwingLog: CoreLog = { info: throws, warn: throws, error: throws };
const clock = { now: () => new Date() };
const SUCCESS: AttemptResult = {
  outcome: 'success',
  status: 200,
  errorCode: null,
  durationMs: 1,
  remoteAddress: null,
  excerpt: '',
};

/** A database of which every access fails as `failure` says, so often as `failures`; counts how often it was asked. */
function failingDatabase(failure: () => unknown, failures = Number.POSITIVE_INFINITY) {
  const counted = { asked: 0 };
  const access = async () => {
    counted.asked += 1;
    if (counted.asked <= failures) throw failure();
    return [];
  };
  const database = {
    dialect: 'postgres',
    isOpen: true,
    allCompanies: () => ({ run: access }),
    autocommit: () => ({ run: access }),
    writeAllCompanies: access,
  } as unknown as Database & CompanyWrites;
  return { counted, database };
}

/** What is thrown is anything: a driver's error, or nothing at all. */
const FAILURES: Readonly<Record<string, () => unknown>> = {
  'an error': () => thrown,
  null: () => null,
  undefined: () => undefined,
};

describe('a throw inside', () => {
  let handlers: HandlerLog;
  let failed: readonly string[];
  beforeEach(() => {
    handlers = handlerLog({ throws: true });
    failed = handlers.failed;
  });

  it('Node’s own callback for addresses does not reach the process', async () => {
    fixedLookup(['127.0.0.1'], handlers.log)('hooks.example.com', {}, throws);
    fixedLookup(['127.0.0.1'], handlers.log)('hooks.example.com', { all: true }, throws);
    fixedLookup([], handlers.log)('hooks.example.com', {}, throws);
    expect(failed).to.deep.equal([]);
    await handlers.untilFailed(3);
    expect(failed).to.deep.equal(Array(3).fill('addresses of a webhook'));
  });

  it('the wake-up of this process does not reach the one that wakes', () => {
    const { database } = failingDatabase(() => thrown);
    new WakeUp({ ...database, dialect: 'sqlite' } as unknown as Database, handlers.log, throws).wake();
    expect(failed).to.deep.equal(['webhook wake-up']);
  });

  for (const [name, failure] of Object.entries(FAILURES)) {
    it(`the wake-up of other processes (${name}) leaves the next one possible`, async () => {
      const { counted, database } = failingDatabase(failure);
      const wakeUp = new WakeUp(database, handlers.log, () => undefined);
      wakeUp.wake();
      await handlers.untilFailed();
      wakeUp.wake();
      await handlers.untilFailed(2);
      expect(counted.asked).to.equal(2);
      expect(failed).to.deep.equal(['webhook wake-up of other processes', 'webhook wake-up of other processes']);
    });

    it(`a claim (${name}) leaves the sender running, and it stops`, async () => {
      const { counted, database } = failingDatabase(failure);
      const dispatcher = new Dispatcher({
        database,
        audit: {} as never,
        sqlClock: sqlClockOf('postgres', clock),
        keys: {} as never,
        clock,
        log: guardedLog(throwingLog),
        options: resolvedWith({ pollMs: 10 }),
      });
      dispatcher.start();
      await until(() => counted.asked >= 2);
      await dispatcher.stop(0);
    });

    it(`the recording of a result (${name}) leaves the result to be recorded later`, async () => {
      const { counted, database } = failingDatabase(failure, 2);
      const parts = {
        audit: {} as never,
        sqlClock: sqlClockOf('postgres', clock),
        options: resolveWebhooksOptions({}),
      };
      const recorder = new Recorder({ ...parts, database: recording(database) }, handlers.log, 60_000);
      await recorder.record({ claimed: { id: 1, endpointId: 1 } as Claimed, result: SUCCESS });
      expect(counted.asked).to.equal(3);
      expect(failed).to.deep.equal(['recording of webhook attempts', 'recording of webhook attempts']);
    });

    it(`the repair of switched endpoints (${name}) ends with the task`, async () => {
      const { counted, database } = failingDatabase(failure);
      const task = repairTask({
        database,
        sqlClock: sqlClockOf('postgres', clock),
        options: resolveWebhooksOptions({}),
        log: handlers.log,
        wake: throws,
      });
      task();
      await handlers.untilFailed();
      expect(counted.asked).to.equal(1);
      expect(failed).to.deep.equal(['repair of switched webhook endpoints']);
    });

    it(`a connection (${name}) is an error for undici, and no connection`, async () => {
      const connect = answeringConnect(() => Promise.reject(failure()), throwingLog);
      const error = await new Promise<unknown>((resolve) => {
        connect({} as never, { remoteAddress: null, socket: null, readBefore: 0, start: null }, (...[failed]) =>
          resolve(failed),
        );
      });
      expect(error).to.be.instanceOf(Error);
    });
  }

  for (const [name, made] of [
    ['a made', () => Promise.resolve({} as never)],
    ['a failed', () => Promise.reject(thrown)],
  ] as const) {
    it(`undici's callback for ${name} connection stays there`, async () => {
      let calls = 0;
      const connect = answeringConnect(made, handlers.log);
      connect({} as never, { remoteAddress: null, socket: null, readBefore: 0, start: null }, () => {
        calls += 1;
        throw thrown;
      });
      await handlers.untilFailed();
      expect(calls).to.equal(1);
      expect(failed).to.deep.equal(['connection of a webhook']);
    });
  }

  it('a log of the host stays there', () => {
    const log = guardedLog({ ...throwingLog, info: (async () => throws()) as () => void });
    log.info({}, 'rejected');
    log.warn({}, 'thrown');
    log.error({}, 'thrown');
  });
});

/** A database on which what is recorded is written by one transaction. */
function recording(database: Database): Database {
  return { ...database, dialect: 'sqlite' } as Database;
}
