import { once } from 'node:events';
import { unlinkSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Worker } from 'node:worker_threads';
import { type Core, type CoreLog, type CoreOptions, createCore, silentLog } from '@shaon/core';
import { longReading, type Reading } from '@shaon/core/storage';
import { rawSql, skipWithout, startPgBouncer } from '@shaon/testing';
import { expect } from 'chai';
import { refusal, TEST_KEYS, withCore } from '../support.ts';

/** A statement that looks at so many rows before it gives its only one: 3,000,000 take more than 0.3 s. */
const counting = (rows: number) =>
  rawSql(
    `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${rows}) SELECT count(*) AS rows FROM c`,
  );
/** One that gives row after row. */
const giving = (rows: number) =>
  rawSql(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${rows}) SELECT n FROM c`);

const QUICK = rawSql('SELECT 1 AS found');
const LIST: Reading = { kind: 'list', name: 'test.list' };
const SLOW = 3_000_000;
/** Two seconds or more. Not longer, because a thread that is given up goes on to the end, and so does the process. */
const LONGER_THAN_ALLOWED = 20_000_000;

interface LogLine {
  readonly message: string;
  readonly reading?: unknown;
  readonly waiting?: unknown;
}

function recordingLog(): { readonly log: CoreLog; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const note = (fields: Record<string, unknown>, message: string) => void lines.push({ ...fields, message });
  return { log: { info: note, warn: note, error: note }, lines };
}

/** Does what a machine does that has no thread left; returns a function that ends it. */
function refuseThreads(): () => void {
  const workers = createRequire(import.meta.url)('node:worker_threads') as { Worker: unknown };
  const { Worker: own } = workers;
  const replace = (replacement: unknown) => {
    workers.Worker = replacement;
    syncBuiltinESMExports();
  };
  replace(function refuse() {
    throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
  });
  return () => replace(own);
}

withCore('long readings', (test) => {
  const opened: Core[] = [];
  const threads: Worker[] = [];
  const noteThread = (worker: Worker) => void threads.push(worker);

  before(() => process.on('worker', noteThread));
  after(() => process.off('worker', noteThread));
  afterEach(() => Promise.all(opened.splice(0).map((core) => core.close())));

  /** A core of its own on the same database, with limits of its own. */
  async function openCore(options: Partial<CoreOptions> = {}): Promise<Core> {
    threads.length = 0;
    const core = await createCore({
      database: test.database.connection(),
      keys: TEST_KEYS,
      log: silentLog,
      ...options,
    });
    opened.push(core);
    return core;
  }

  const read = (core: Core, statement: never, reading?: Reading) =>
    core.extension.database.allCompanies(reading).run(statement);
  const readLong = (core: Core, statement: never) => read(core, statement, longReading('test.long'));

  /** What a core reads as soon as it reads again: a busy machine may not even start a thread within a short bound. */
  async function readAtLast(core: Core): Promise<unknown> {
    for (;;) {
      const rows = await readLong(core, QUICK).catch(() => null);
      if (rows !== null) return rows;
      // Refused at once when too many wait: threads end in turns of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('go on beside everything else, which is answered meanwhile', async () => {
    const core = await openCore();
    let isOver = false;
    const slow = readLong(core, counting(1_000_000)).then((rows) => {
      isOver = true;
      return rows;
    });
    let answered = 0;
    for (; !isOver; answered += 1) {
      await core.organization.departments(test.company);
      await core.companies.get(test.company);
      // Timers, too.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(answered).to.be.greaterThan(2);
    expect((await slow).map(({ rows }) => Number(rows))).to.deep.equal([1_000_000]);
  });

  it('give the rows and the values as a read beside them does', async () => {
    const core = await openCore();
    const statement =
      rawSql(`SELECT name, id, NULL AS missing, CAST($2 AS TEXT) || CAST($1 AS TEXT) || CAST($1 AS TEXT) AS twice
      FROM "shaon_company" WHERE id = $3`);
    const values = ['א', 'b', test.company.companyId];
    const { database } = core.extension;
    const long = await database.allCompanies(longReading('test.values')).run(statement, values);
    expect(long).to.deep.equal(await database.allCompanies().run(statement, values));
    expect(long).to.deep.equal([{ name: 'Bakery', id: test.company.companyId, missing: null, twice: 'bאא' }]);
    expect(
      await database.allCompanies(longReading('test.none')).run(rawSql('SELECT 1 AS one WHERE 1 = 0')),
    ).to.deep.equal([]);
  });

  it('see what was written before they were asked for', async () => {
    const core = await openCore();
    const { database } = core.extension;
    for (let index = 0; index < 50; index += 1) {
      const { id } = await core.organization.createDepartment(test.company, { name: `seen ${index}` });
      const statement = rawSql('SELECT name FROM "shaon_department" WHERE company_id = $1 AND id = $2');
      const found = await database.scope(test.company, longReading('test.seen')).rows(statement, [id]);
      expect(found).to.deep.equal([{ name: `seen ${index}` }]);
    }
  });

  it('cannot write', async () => {
    const core = await openCore();
    for (const text of [
      `UPDATE "shaon_company" SET name = 'taken'`,
      `DELETE FROM "shaon_department" RETURNING id`,
      `INSERT INTO "shaon_rate_limit" SELECT * FROM "shaon_rate_limit"`,
    ]) {
      const refused = await refusal(readLong(core, rawSql(text)));
      expect(refused, text).to.be.instanceOf(Error);
    }
    expect((await core.companies.get(test.company)).name).to.equal('Bakery');
  });

  /** A statement within a company that looks at so many rows. */
  const countingWithin = (rows: number) =>
    rawSql(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${rows})
      SELECT count(*) AS rows FROM c WHERE CAST($1 AS INTEGER) > 0`);
  const readWithin = (core: Core, of: typeof test.company, rows: number) =>
    core.extension.database.scope(of, longReading('test.within')).rows(countingWithin(rows));

  it('of one company do not make another company’s wait, nor the operator’s', async () => {
    const connection = test.database.connection();
    const database = connection.type === 'postgres' ? { ...connection, poolSize: 4 } : connection;
    const core = await openCore({ readSeconds: 1, database });
    // So that a first thread is there: a busy machine may take a second for one.
    await readLong(core, QUICK);
    const slow = Array.from({ length: 6 }, () => refusal(readWithin(core, test.company, LONGER_THAN_ALLOWED)));
    let isOver = false;
    const allSlow = Promise.all(slow).then((refused) => {
      isOver = true;
      return refused;
    });
    for (let index = 0; index < 2; index += 1) {
      expect(await readWithin(core, test.foreign, 10)).to.have.length(1);
      expect(await readLong(core, QUICK)).to.deep.equal([{ found: 1 }]);
      expect(await read(core, QUICK)).to.deep.equal([{ found: 1 }]);
    }
    expect(isOver).to.equal(false);
    for (const refused of await allSlow) expect(refused).to.include({ code: 'took_too_long' });
  });

  it('of one company whose threads are given up leave one to the others', async () => {
    const core = await openCore({ readSeconds: 0.2 });
    await readAtLast(core);
    let hasAnyEnded = false;
    const readTooLong = async () =>
      expect(await refusal(readWithin(core, test.company, LONGER_THAN_ALLOWED))).to.include({ code: 'took_too_long' });
    await readTooLong();
    await readTooLong();
    await readTooLong();
    for (const thread of threads) thread.once('exit', () => (hasAnyEnded = true));
    // A busy machine may take longer than the bound to start a thread.
    while (!hasAnyEnded && (await readWithin(core, test.foreign, 10).catch(() => [])).length === 0) {}
    expect(hasAnyEnded, 'waited for the end of the first').to.equal(false);
  });

  it('are refused beyond what may wait, and the log says so', async () => {
    const { log, lines } = recordingLog();
    const core = await openCore({ readSeconds: 0.5, log });
    const tooLong = () => refusal(readWithin(core, test.company, LONGER_THAN_ALLOWED));
    const all = await Promise.all(Array.from({ length: 110 }, tooLong));
    const beyond = all.filter((error) => 'waiting' in (error as { details: object }).details);
    expect(beyond).to.have.length.greaterThan(1);
    await opened.pop()?.close();
    const told = lines.filter(
      ({ message }) => message === 'A reading was refused, because too many of its company wait',
    );
    expect(told.map(({ reading, waiting }) => ({ reading, waiting }))).to.deep.equal([
      { reading: 'test.within', waiting: 100 },
    ]);
  });

  it('end at their bound with their name in the error and in the log, and the next one reads', async () => {
    const { log, lines } = recordingLog();
    const core = await openCore({ readSeconds: 0.1, log });
    for (const [name, statement] of [
      ['test.counting', counting(SLOW)],
      ['test.giving', giving(SLOW)],
    ] as const) {
      const refused = await refusal(read(core, statement, longReading(name)));
      expect(refused).to.include({ code: 'took_too_long' });
      expect(refused).to.have.deep.property('details', { reading: name });
      expect(lines).to.deep.include({ reading: name, message: 'A reading took too long and was given up' });
      expect(await readAtLast(core)).to.deep.equal([{ found: 1 }]);
    }
  });

  it('are told of as slow even where somebody else has stopped them, on PostgreSQL', async () => {
    if (test.database.type !== 'postgres') return;
    const core = await openCore({ readSeconds: 30 });
    const stopAll = rawSql(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%RECURSIVE c(n)%'`);
    let isOver = false;
    const slow = refusal(readLong(core, counting(1_000_000_000))).finally(() => {
      isOver = true;
    });
    while (!isOver) await read(test.core, stopAll);
    expect(await slow).to.include({ code: 'took_too_long' });
  });

  it('keep a shorter bound that the connection has, on PostgreSQL', async () => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') return;
    const { DataSource } = await import('typeorm');
    const { coreEntities } = await import('@shaon/core');
    const dataSource = new DataSource({
      type: 'postgres',
      url: connection.url,
      entities: coreEntities('postgres'),
      extra: { statement_timeout: 100 },
    });
    await dataSource.initialize();
    const core = await createCore({ dataSource, keys: TEST_KEYS, log: silentLog, readSeconds: 30 });
    try {
      const [setting] = await readLong(core, rawSql(`SELECT current_setting('statement_timeout') AS bound`));
      expect(setting).to.deep.equal({ bound: '100ms' });
      expect(await refusal(readLong(core, counting(SLOW)))).to.include({ code: 'took_too_long' });
      // What is no long reading keeps the host's bound too.
      expect(await refusal(read(core, counting(SLOW)))).to.include({ code: 'took_too_long' });
    } finally {
      await core.close();
      await dataSource.destroy();
    }
  });

  it('leave the bound of everything else as it is, on PostgreSQL', async () => {
    if (test.database.type !== 'postgres') return;
    const core = await openCore({ readSeconds: 1, database: { ...test.database.connection(), poolSize: 2 } as never });
    const bound = rawSql(`SELECT current_setting('statement_timeout') AS bound`);
    expect(await readLong(core, bound)).to.deep.equal([{ bound: '1s' }]);
    for (let index = 0; index < 5; index += 1) expect(await read(core, bound)).to.deep.equal([{ bound: '1min' }]);
  });

  it('have their bound behind a pooler, and leave none to those who get the connection next, on PostgreSQL', async function () {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') return;
    skipWithout(this, 'pgbouncer');
    const pooler = await startPgBouncer(connection.url, { serverConnections: 1 });
    try {
      const core = await openCore({
        readSeconds: 1,
        database: { type: 'postgres', url: pooler.url, namedStatements: false },
      });
      const bound = rawSql(`SELECT current_setting('statement_timeout') AS bound`);
      const own = await read(core, bound);
      expect(own).to.not.deep.equal([{ bound: '1s' }]);
      expect(await readLong(core, bound)).to.deep.equal([{ bound: '1s' }]);
      expect(await read(core, bound)).to.deep.equal(own);
      expect(await refusal(readLong(core, counting(2 * SLOW)))).to.include({ code: 'took_too_long' });
      expect(await read(core, bound)).to.deep.equal(own);
      await opened.pop()?.close();
    } finally {
      await pooler.close();
    }
  });

  describe('on threads, which are SQLite’s', () => {
    before(function () {
      if (test.database.type !== 'sqlite') this.skip();
    });

    it('start none before the first, and no more than they are given', async () => {
      const core = await openCore();
      await core.organization.departments(test.company);
      expect(threads).to.have.length(0);
      await Promise.all(Array.from({ length: 10 }, () => readLong(core, counting(10_000))));
      expect(threads.length).to.be.within(1, 2);
    });

    /** How many threads run, also those that were given up. */
    const alive = () => threads.filter(({ threadId }) => threadId > 0).length;

    it('of two companies that are given up do not make a third one wait', async () => {
      const core = await openCore({ readSeconds: 0.5 });
      await readAtLast(core);
      const tooLong = [test.company, test.foreign].map((of) => refusal(readWithin(core, of, LONGER_THAN_ALLOWED)));
      for (const refused of await Promise.all(tooLong)) expect(refused).to.include({ code: 'took_too_long' });
      expect(await readAtLast(core)).to.deep.equal([{ found: 1 }]);
      expect(alive(), 'waited for the end of the two').to.equal(3);
    });

    it('replace no more given-up threads than three, and read again when these have ended', async () => {
      const core = await openCore({ readSeconds: 0.1 });
      let mostAlive = 0;
      for (let index = 0; index < 8; index += 1) {
        expect(await refusal(readLong(core, counting(2 * SLOW)))).to.include({ code: 'took_too_long' });
        mostAlive = Math.max(mostAlive, alive());
      }
      expect(mostAlive).to.be.within(3, 5);
      expect(await readAtLast(core)).to.deep.equal([{ found: 1 }]);
    });

    it('fail when their thread ends, and the next one has another', async () => {
      const core = await openCore();
      await readLong(core, QUICK);
      const slow = refusal(readLong(core, giving(SLOW)));
      await threads[0]?.terminate();
      const refused = await slow;
      expect(refused).to.include({ code: 'database_unavailable' });
      expect(refused).to.have.nested.property('details.reading', 'test.long');
      expect(await readLong(core, QUICK)).to.deep.equal([{ found: 1 }]);
    });

    it('fail when what they read does not fit into a thread, and leave the process alive', async () => {
      const core = await openCore({ readSeconds: 60 });
      const large = rawSql(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100)
        SELECT printf('%.*c', 16000000, 'x') AS text FROM c`);
      expect(await refusal(readLong(core, large))).to.include({ code: 'database_unavailable' });
      expect(await readLong(core, QUICK)).to.deep.equal([{ found: 1 }]);
    });

    it('are given up by a close, which does not wait for them', async () => {
      const core = await openCore();
      await readLong(core, QUICK);
      const running = refusal(readLong(core, counting(SLOW)));
      const queued = refusal(readLong(core, counting(10)));
      // So that SQLite has begun.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const [thread] = threads;
      const hasEnded = once(thread as Worker, 'exit').then(() => true);
      await core.close();
      expect(await running).to.include({ code: 'database_unavailable' });
      expect(await queued).to.include({ code: 'database_unavailable' });
      expect(await refusal(readLong(core, QUICK))).to.include({ code: 'database_unavailable' });
      expect(await hasEnded).to.equal(true);
    });

    it('leave a snapshot as it is, beside writes and beside readings', async () => {
      const core = await openCore();
      const count = rawSql('SELECT count(*) AS departments FROM "shaon_department"');
      await core.extension.database.snapshot(async ({ all }) => {
        const [before] = await all.run(count);
        await core.organization.createDepartment(test.company, { name: 'after the snapshot' });
        const slow = readLong(core, counting(100_000));
        expect(await all.run(count)).to.deep.equal([before]);
        await slow;
        const [now] = await readLong(core, count);
        expect(Number(now?.departments)).to.equal(Number(before?.departments) + 1);
        // In the order of the questions, also when nobody waits between them.
        const both = await Promise.all([all.run(count), all.run(QUICK)]);
        expect(both).to.deep.equal([[before], [{ found: 1 }]]);
      });
    });

    it('leave a snapshot to a company beside those of another one', async () => {
      const core = await openCore();
      const { database } = core.extension;
      const ofCompany = rawSql('SELECT id FROM "shaon_company" WHERE id = $1');
      const held: (() => void)[] = [];
      const hold = () =>
        database.snapshot(async (snapshot) => {
          await snapshot.company(test.company).rows(ofCompany);
          await new Promise<void>((resolve) => held.push(resolve));
        });
      const greedy = Array.from({ length: 8 }, hold);
      while (held.length < greedy.length) await new Promise((resolve) => setTimeout(resolve, 5));
      const others = await database.snapshot((snapshot) => snapshot.company(test.foreign).rows(ofCompany));
      expect(others).to.deep.equal([{ id: test.foreign.companyId }]);
      for (const end of held) end();
      await Promise.all(greedy);
    });

    it('begin nothing after a close, and end the snapshots that are open', async () => {
      const core = await openCore();
      const { database } = core.extension;
      await readLong(core, QUICK);
      // So long that none ends before a busy machine has started the snapshot's thread.
      const queued = Promise.all(Array.from({ length: 5 }, () => refusal(readLong(core, counting(SLOW)))));
      let isOpen = (): void => undefined;
      const opening = new Promise<void>((resolve) => {
        isOpen = resolve;
      });
      const held = refusal(
        database.snapshot(async ({ all }) => {
          await all.run(QUICK);
          isOpen();
          await new Promise((resolve) => setTimeout(resolve, 50));
          await all.run(QUICK);
        }),
      );
      await opening;
      const started = threads.length;
      await core.close();
      for (const refused of await queued) expect(refused).to.include({ code: 'database_unavailable' });
      expect(await held).to.include({ code: 'database_unavailable' });
      expect(threads).to.have.length(started);
      await Promise.all(threads.map((thread) => thread.terminate()));
      expect(database.runningThreads).to.equal(0);
    });

    it('leave a snapshot alone, whose work throws', async () => {
      const core = await openCore();
      const { database } = core.extension;
      const wrong = database.snapshot(({ all }) => all.run(rawSql('SELECT nothing FROM nowhere')));
      expect(await refusal(wrong)).to.have.property('name', 'StatementError');
      const thrown = database.snapshot(async ({ all }) => {
        await all.run(QUICK);
        throw new Error('changed my mind');
      });
      expect(await refusal(thrown)).to.have.property('message', 'changed my mind');
      expect(await database.snapshot(({ all }) => all.run(QUICK))).to.deep.equal([{ found: 1 }]);
    });

    it('tell of a list that held up everything else, by its name, once', async () => {
      const { log, lines } = recordingLog();
      const core = await openCore({ log });
      for (const rows of [1_000_000, 999_999]) await read(core, counting(rows), LIST);
      const told = lines.filter(({ message }) => message === 'A reading held up everything else');
      expect(told.map(({ reading }) => reading)).to.deep.equal(['test.list']);
    });
  });
});

withCore('where there can be no reader threads', (test) => {
  before(function () {
    if (test.database.type !== 'sqlite') this.skip();
  });

  it('reads on the event loop’s thread while the machine refuses to start one, and tries again', async () => {
    const core = await createCore({ database: test.database.connection(), keys: TEST_KEYS, log: silentLog });
    const rows = () => core.extension.database.allCompanies(longReading('test.long')).run(QUICK);
    const allowThreads = refuseThreads();
    try {
      expect(await Promise.all([rows(), rows()])).to.deep.equal([[{ found: 1 }], [{ found: 1 }]]);
    } finally {
      allowThreads();
    }
    expect(core.operator.runningThreads).to.equal(0);
    expect(await rows()).to.deep.equal([{ found: 1 }]);
    expect(core.operator.runningThreads).to.equal(1);
    await core.close();
  });

  it('says so once', async () => {
    const { log, lines } = recordingLog();
    const connection = test.database.connection();
    const core = await createCore({ database: connection, keys: TEST_KEYS, log });
    // Open connections go on; a new one finds no file.
    if (connection.type === 'sqlite') unlinkSync(connection.path);
    const rows = () => core.extension.database.allCompanies(longReading('test.long')).run(QUICK);
    expect(await Promise.all([rows(), rows()])).to.deep.equal([[{ found: 1 }], [{ found: 1 }]]);
    expect(lines.filter(({ message }) => message.startsWith('No reader thread can start'))).to.have.length(1);
    await core.close();
  });
});
