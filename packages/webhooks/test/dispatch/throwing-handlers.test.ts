import { type CoreLog, guardedLog } from '@shaon/core';
import type { CompanyWrites, Database } from '@shaon/core/storage';
import { type Door, throwAtDoors } from '@shaon/testing';
import { expect } from 'chai';
import * as undici from 'undici';
import { createAddressGuard } from '../../src/address-guard/address-guard.ts';
import type { Claimed } from '../../src/dispatch/claim.ts';
import { Dispatcher } from '../../src/dispatch/dispatcher.ts';
import { answeringConnect, createGuardedAgent, fixedLookup, Trace } from '../../src/dispatch/guarded-agent.ts';
import { Recorder } from '../../src/dispatch/recorder.ts';
import { repairTask } from '../../src/dispatch/repair-deliveries.ts';
import { type AttemptResult, createAttemptSender } from '../../src/dispatch/send-attempt.ts';
import { WakeUp } from '../../src/dispatch/wake-up.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { sqlClockOf } from '../../src/sql-clock.ts';
import { queue } from '../queued.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback, until, type WebhooksTest, withWebhooks } from '../support.ts';
import { resolvedWith } from '../webhooks-with.ts';

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

/** What no failure of a database, a log or undici's callback may do to the sender. */
const CALLBACKS: readonly Door[] = [
  {
    handler: ['addresses of a webhook', 'addresses of a webhook', 'addresses of a webhook'],
    holds: 'Node’s own callback does not reach the process',
    logThrows: true,
    async open({ log, failed, untilFailed }) {
      fixedLookup(['127.0.0.1'], log)('hooks.example.com', {}, throws);
      fixedLookup(['127.0.0.1'], log)('hooks.example.com', { all: true }, throws);
      fixedLookup([], log)('hooks.example.com', {}, throws);
      expect(failed).to.deep.equal([]);
      await untilFailed(3);
    },
  },
  {
    handler: 'webhook wake-up',
    holds: 'the one that wakes goes on',
    logThrows: true,
    open({ log }) {
      const { database } = failingDatabase(() => thrown);
      new WakeUp({ ...database, dialect: 'sqlite' } as unknown as Database, log, throws).wake();
    },
  },
  ...(
    [
      ['a made', () => Promise.resolve({} as never)],
      ['a failed', () => Promise.reject(thrown)],
    ] as const
  ).map(
    ([name, made]): Door => ({
      handler: 'connection of a webhook',
      holds: `undici's callback for ${name} connection is called once`,
      logThrows: true,
      async open({ log, untilFailed }) {
        let calls = 0;
        connecting(made, log, () => {
          calls += 1;
          throw thrown;
        });
        await untilFailed();
        expect(calls).to.equal(1);
      },
    }),
  ),
  {
    handler: [],
    unlogged: 'a log of the host',
    holds: 'it loses only its lines',
    open() {
      const log = guardedLog({ ...throwingLog, info: (async () => throws()) as () => void });
      log.info({}, 'rejected');
      log.warn({}, 'thrown');
      log.error({}, 'thrown');
    },
  },
  ...Object.entries(FAILURES).flatMap(([name, failure]) => doorsOf(name, failure)),
];

/** Whatever is thrown. */
function doorsOf(name: string, failure: () => unknown): readonly Door[] {
  return [
    {
      handler: ['webhook wake-up of other processes', 'webhook wake-up of other processes'],
      holds: `${name} leaves the next one possible`,
      logThrows: true,
      async open({ log, untilFailed }) {
        const { counted, database } = failingDatabase(failure);
        const wakeUp = new WakeUp(database, log, () => undefined);
        wakeUp.wake();
        await untilFailed();
        wakeUp.wake();
        await untilFailed(2);
        expect(counted.asked).to.equal(2);
      },
    },
    {
      handler: [],
      unlogged: 'a claim',
      holds: `${name} leaves the sender running, and it stops`,
      async open() {
        const { counted, database } = failingDatabase(failure);
        const dispatcher = new Dispatcher({
          ...{
            database,
            clock,
            audit: {} as never,
            tellAdmins: async () => {},
            keys: {} as never,
            log: guardedLog(throwingLog),
          },
          sqlClock: sqlClockOf('postgres', clock),
          options: resolvedWith({ pollMs: 10 }),
        });
        dispatcher.start();
        await until(() => counted.asked >= 2);
        await dispatcher.stop(0);
      },
    },
    {
      handler: ['recording of webhook attempts', 'recording of webhook attempts'],
      holds: `${name} leaves the result to be recorded later`,
      logThrows: true,
      async open({ log }) {
        const { counted, database } = failingDatabase(failure, 2);
        // On SQLite what is recorded is written by one transaction.
        const parts = {
          ...{
            audit: {} as never,
            tellAdmins: async () => {},
            database: { ...database, dialect: 'sqlite' } as Database,
          },
          sqlClock: sqlClockOf('postgres', clock),
          options: resolveWebhooksOptions({}),
        };
        const recorder = new Recorder(parts, log, 60_000);
        await recorder.record({ claimed: { id: 1, endpointId: 1 } as Claimed, result: SUCCESS });
        expect(counted.asked).to.equal(3);
      },
    },
    {
      handler: 'repair of switched webhook endpoints',
      holds: `${name} ends with the task`,
      logThrows: true,
      async open({ log, untilFailed }) {
        const { counted, database } = failingDatabase(failure);
        const sqlClock = sqlClockOf('postgres', clock);
        repairTask({ database, sqlClock, options: resolveWebhooksOptions({}), log, wake: throws })();
        await untilFailed();
        expect(counted.asked).to.equal(1);
      },
    },
    {
      handler: [],
      unlogged: 'a connection',
      holds: `${name} is an error for undici, and no connection`,
      async open() {
        const error = await new Promise<unknown>((resolve) => {
          connecting(
            () => Promise.reject(failure()),
            throwingLog,
            (...[failed]) => resolve(failed),
          );
        });
        expect(error).to.be.instanceOf(Error);
      },
    },
  ];
}

type Connecting = ReturnType<typeof answeringConnect>;

function connecting(
  made: Parameters<typeof answeringConnect>[0],
  log: CoreLog,
  connected: Parameters<Connecting>[2],
): void {
  const trace = { remoteAddress: null, socket: null, readBefore: 0, start: null };
  answeringConnect(made, log)({} as never, trace, connected);
}

/** What a sender of its own is asked for; `given` is a receiver, and the authority of its certificate. */
interface Receiving {
  readonly receiver: TlsReceiver;
  readonly ca: string;
}

const agentOptions = ({ ca }: Receiving) => ({
  guard: createAddressGuard({ allow: ['127.0.0.0/8', 'localhost'] }),
  connectTimeoutMs: 5_000,
  extraCa: ca,
});

const SENDING: readonly Door<Receiving>[] = [
  {
    handler: 'answer to a webhook',
    again: true,
    holds: 'the attempt gets its answer',
    async open({ log }, given) {
      const { receiver } = given;
      const agent = createGuardedAgent(undici, { ...agentOptions(given), log });
      const trace = new Trace();
      Object.defineProperty(trace, 'connection', {
        set: (connection) => Object.defineProperty(connection, 'readBefore', { get: throws, set() {} }),
      });
      const { origin, pathname } = new URL(receiver.url);
      receiver.behave(answer(200, 'received'));
      const { statusCode, body } = await agent.request({ origin, path: pathname, method: 'POST', opaque: trace });
      expect(statusCode).to.equal(200);
      expect(await body.text()).to.equal('received');
      await agent.destroy();
    },
  },
  {
    handler: 'stop of a webhook attempt',
    holds: 'the attempt is interrupted',
    open: ({ log }, given) => endsAttempt(given, log, 5_000, 'interrupted'),
  },
  {
    handler: 'deadline of a webhook attempt',
    holds: 'the attempt has timed out',
    open: ({ log }, given) => endsAttempt(given, log, 50, 'timeout'),
  },
];

async function endsAttempt(
  given: Receiving,
  log: CoreLog,
  deadlineMs: number,
  outcome: 'interrupted' | 'timeout',
): Promise<void> {
  const { receiver } = given;
  const sender = createAttemptSender(undici, { ...agentOptions(given), deadlineMs, log });
  const stop = new AbortController();
  const { abort } = AbortController.prototype;
  AbortController.prototype.abort = function (this: AbortController, reason?: unknown) {
    abort.call(this, reason);
    if (this !== stop) throws();
  };
  receiver.behave(() => stop.abort());
  try {
    const signal = outcome === 'interrupted' ? stop.signal : undefined;
    const attempt = { url: receiver.url, headers: {}, body: Buffer.from('{}') };
    expect(await sender.send(attempt, signal)).to.include({ outcome });
  } finally {
    AbortController.prototype.abort = abort;
    await sender.close();
  }
}

const FREE_SLOT: Door<WebhooksTest> = {
  handler: 'free slot of the webhook sender',
  holds: 'the sender goes on',
  async open({ log, untilFailed }, test) {
    const { endpoint } = await test.webhooks.endpoints.register(test.company, {
      url: test.receiver.url,
      events: ['leave_request.approved'],
    });
    const { database, keys } = test.core.extension;
    const dispatcher = new Dispatcher({
      ...{ database, keys, clock: test.clock, audit: test.core.audit, tellAdmins: test.core.extension.tellAdmins, log },
      sqlClock: sqlClockOf(database.dialect, test.clock),
      options: resolvedWith({ ...loopback(test.authority), pollMs: 10 }),
    });
    const { wake } = Dispatcher.prototype;
    const sent = async () => {
      const page = { page: 1, per_page: 1 };
      return (await test.webhooks.deliveries.list(test.company, { state: 'succeeded' }, page)).total;
    };
    const queueOne = () => queue(test.core, { companyId: test.company.companyId, endpoints: [endpoint.id], count: 1 });
    dispatcher.start();
    dispatcher.wake = throws;
    await queueOne();
    await untilFailed();
    dispatcher.wake = wake;
    await queueOne();
    await until(async () => (await sent()) === 2);
    await dispatcher.stop(1_000);
  },
};

describe('a throw in a handler of webhooks', () => {
  throwAtDoors(CALLBACKS, () => undefined);

  const given = {} as { -readonly [Name in keyof Receiving]: Receiving[Name] };
  before(async () => {
    const authority = await createAuthority();
    given.ca = authority.ca;
    given.receiver = await startReceiver(await authority.issue());
  });
  after(() => given.receiver?.close());
  throwAtDoors(SENDING, () => given);
});

withWebhooks('a throw in a handler of the running sender', (test) => throwAtDoors([FREE_SLOT], () => test));
