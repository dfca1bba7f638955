import { setTimeout } from 'node:timers/promises';
import { type Core, createCore, silentLog } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { isFastPathOn } from '../../../src/database/fast/fast-path.ts';
import { listReading } from '../../../src/database/reading.ts';
import { TEST_KEYS, withCore } from '../../support.ts';

const READS = 400;
/** Beyond what a read waits behind others. */
const SLOW_SECONDS = 0.4;

withCore('quick reads on a shared connection', (test) => {
  let core: Core;
  let server: pg.Client;

  /** The suite without the fast path and SQLite have none. */
  const isPipelined = () => test.database.type === 'postgres' && isFastPathOn();

  const open = async (more: { namedStatements?: boolean; poolSize?: number } = {}): Promise<Core> => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') throw new Error('PostgreSQL only');
    return createCore({ database: { ...connection, ...more }, keys: TEST_KEYS, log: silentLog });
  };

  before(async () => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres' || !isPipelined()) return;
    server = new pg.Client(connection.url);
    await server.connect();
  });
  after(() => server?.end());
  beforeEach(async () => {
    if (isPipelined()) core = await open();
  });
  afterEach(() => core?.close());

  const ask = (text: string, values: readonly (string | number)[] = [], of = core) =>
    of.extension.database.readAllCompanies().rows(rawSql(text), values);
  const askList = (text: string, values: readonly (string | number)[] = []) =>
    core.extension.database.readAllCompanies(listReading('test')).rows(rawSql(text), values);

  const processOf = async (read = ask): Promise<number> =>
    Number((await read('SELECT pg_backend_pid() AS pid WHERE $1 > 0', [1]))[0]?.pid);

  /** Until the connection is open, the pool answers. */
  async function connected(read = ask): Promise<number> {
    for (let last = await processOf(read); ; ) {
      await setTimeout(50);
      const [first, second] = await Promise.all([processOf(read), processOf(read)]);
      if (first === second && first !== last) return first;
      last = -1;
    }
  }

  it('are answered by one server process, lists by another, and each with its own', async () => {
    if (!isPipelined()) return;
    const process = await connected();
    const lists = await connected(askList);
    expect(lists).to.not.equal(process);
    const rows = await Promise.all(
      Array.from({ length: READS }, (_, asked) =>
        (asked % 2 === 0 ? ask : askList)('SELECT $1::integer AS asked, pg_backend_pid() AS pid', [asked]),
      ),
    );
    expect(rows.map(([row]) => row?.asked)).to.deep.equal(Array.from({ length: READS }, (_, asked) => asked));
    const processes = rows.map(([row]) => row?.pid);
    expect(processes.filter((pid) => pid === process).length, 'on the shared connection').to.be.above(0);
  });

  it('fail one by one, whatever a neighbour is refused for', async () => {
    if (!isPipelined()) return;
    await connected();
    const faulty = [
      () => ask('SELECT $1::integer / 0 AS asked', [1]),
      () => ask('SELECT $1::integer AS asked', ['no number']),
      () => ask('SELECT missing FROM nowhere WHERE $1 = 1', [1]),
      () => ask(`SELECT ' unended ${'x'.repeat(20)} $1`, [1]),
      () => ask('SELECT 1 AS asked; SELECT $1', [1]),
    ];
    const answers = await Promise.allSettled(
      Array.from({ length: READS }, (_, asked) =>
        asked % 3 === 0
          ? (faulty[asked % faulty.length] as () => Promise<unknown[]>)()
          : ask('SELECT $1::integer AS asked, $2::text AS word', [asked, `${asked}`]),
      ),
    );
    for (const [asked, answer] of answers.entries()) {
      if (asked % 3 === 0) expect(answer.status, `${asked}`).to.equal('rejected');
      else expect(answer, `${asked}`).to.deep.include({ value: [{ asked, word: `${asked}` }] });
    }
  });

  it('are told of their own fault, also behind another of the same text', async () => {
    if (!isPipelined()) return;
    await connected();
    const asked = Array.from({ length: 20 }, (_, number) => ask('SELECT $1::integer AS asked FROM not_yet', [number]));
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).to.have.nested.property('reason.message').that.includes('42P01');
    }
    await server.query('CREATE TABLE not_yet (id integer)');
    try {
      await server.query('INSERT INTO not_yet VALUES (1)');
      const rows = await Promise.all(
        [1, 2, 3].map((number) => ask('SELECT $1::integer AS asked FROM not_yet', [number])),
      );
      expect(rows).to.deep.equal([[{ asked: 1 }], [{ asked: 2 }], [{ asked: 3 }]]);
    } finally {
      await server.query('DROP TABLE not_yet');
    }
  });

  it('do not wait behind one that takes long', async () => {
    if (!isPipelined()) return;
    const process = await connected();
    const ended: string[] = [];
    const slow = ask('SELECT pg_sleep($1), pg_backend_pid() AS pid', [SLOW_SECONDS]).then(([row]) => {
      ended.push('slow');
      return row?.pid;
    });
    await setTimeout(30);
    const others = await Promise.all(
      Array.from({ length: 5 }, () => ask('SELECT pg_backend_pid() AS pid WHERE $1 = 1', [1])),
    );
    ended.push('others');
    expect(await slow).to.equal(process);
    expect(ended).to.deep.equal(['others', 'slow']);
    for (const [row] of others) expect(row?.pid).to.not.equal(process);
  });

  it('wait no longer behind one that was sent before them and is held up', async () => {
    if (!isPipelined()) return;
    const process = await connected();
    const ended: string[] = [];
    const held = ask('SELECT pg_sleep($1), pg_backend_pid() AS pid', [1]).then(([row]) => {
      ended.push('held');
      return row?.pid;
    });
    const faulty = ask('SELECT 1 / $1::integer AS asked', [0]).catch((error: Error) => error.message);
    const others = await Promise.all(
      Array.from({ length: 10 }, (_, asked) => ask('SELECT $1::integer AS asked, pg_backend_pid() AS pid', [asked])),
    );
    expect(await faulty).to.include('22012');
    ended.push('others');
    expect(others.map(([row]) => row?.asked)).to.deep.equal(Array.from({ length: 10 }, (_, asked) => asked));
    for (const [row] of others) expect(row?.pid).to.not.equal(process);
    expect(await held, 'not asked again').to.equal(process);
    expect(ended).to.deep.equal(['others', 'held']);
  });

  it('are asked again when the server ends their connection, and get another one', async () => {
    if (!isPipelined()) return;
    for (let round = 0; round < 3; round++) {
      const process = await connected();
      const reads = Array.from({ length: 40 }, (_, asked) =>
        ask('SELECT $1::integer AS asked, pg_sleep(0.002)', [asked]),
      );
      await setTimeout(5);
      await server.query('SELECT pg_terminate_backend($1)', [process]);
      const rows = await Promise.all(reads);
      expect(rows.map(([row]) => row?.asked)).to.deep.equal(Array.from({ length: 40 }, (_, asked) => asked));
      expect(await connected()).to.not.equal(process);
    }
  });

  it('are asked again also when the server ends before it has read them', async () => {
    if (!isPipelined()) return;
    const wide = 'x'.repeat(20_000);
    for (let round = 0; round < 10; round++) {
      const process = await connected();
      const reads = Array.from({ length: 15 }, (_, asked) =>
        ask('SELECT $1::integer AS asked, length($2::text) AS length, pg_sleep(0.02)', [asked, wide]),
      );
      await setTimeout(10);
      await server.query('SELECT pg_terminate_backend($1)', [process]);
      const rows = await Promise.all(reads);
      expect(rows.map(([row]) => row?.asked)).to.deep.equal(Array.from({ length: 15 }, (_, asked) => asked));
    }
  });

  it('are planned anew when a table has grown that nobody has analysed', async () => {
    if (!isPipelined()) return;
    const FIND = 'SELECT word FROM growing WHERE id = $1';
    await server.query('CREATE TABLE growing (id integer PRIMARY KEY, word text)');
    try {
      await server.query('INSERT INTO growing VALUES (1, $1)', ['one']);
      await server.query('ANALYZE growing');
      await connected();
      for (let count = 0; count < 10; count++) await ask(FIND, [1]);
      const [prepared] = await ask('SELECT name FROM pg_prepared_statements WHERE statement LIKE $1', [`${FIND}%`]);
      const plan = async () => JSON.stringify(await ask(`EXPLAIN (FORMAT JSON) EXECUTE ${prepared?.name}(5)`));
      expect(await plan()).to.include('Seq Scan');
      await server.query("INSERT INTO growing SELECT number, 'more' FROM generate_series(2, 20000) AS number");
      await setTimeout(1_100);
      expect(await ask(FIND, [2])).to.deep.equal([{ word: 'more' }]);
      expect(await plan()).to.include('Index Scan');
    } finally {
      await server.query('DROP TABLE growing');
    }
  });

  it('of lists keep a plan that knows no value, where one for the given value seems cheaper', async () => {
    if (!isPipelined()) return;
    const FIND = 'SELECT number FROM uneven WHERE word = $1';
    const plansOf = async (read: typeof askList) => {
      const [prepared] = await read(
        'SELECT generic_plans AS kept, custom_plans AS anew FROM pg_prepared_statements WHERE statement LIKE $1',
        [`${FIND}%`],
      );
      return { kept: Number(prepared?.kept), anew: Number(prepared?.anew) };
    };
    await server.query(
      "CREATE TABLE uneven AS SELECT number, 'often' AS word FROM generate_series(1, 20000) AS number",
    );
    try {
      await server.query('CREATE INDEX ON uneven (word)');
      await server.query('ANALYZE uneven');
      for (const read of [ask, askList]) await connected(read);
      for (const read of [ask, askList]) for (let count = 0; count < 8; count++) await read(FIND, ['never']);
      expect(await plansOf(ask), 'records').to.deep.equal({ kept: 0, anew: 8 });
      expect(await plansOf(askList), 'lists').to.deep.equal({ kept: 8, anew: 0 });
    } finally {
      await server.query('DROP TABLE uneven');
    }
  });

  it('go by the pool where it is small, and where a pooler stands before the server', async () => {
    if (!isPipelined()) return;
    for (const options of [{ poolSize: 5 }, { namedStatements: false }]) {
      const other = await open(options);
      try {
        const pause = () => ask('SELECT pg_backend_pid() AS pid, pg_sleep(0.05) WHERE $1 = 1', [1], other);
        await pause();
        const rows = await Promise.all([pause(), pause(), pause()]);
        expect(new Set(rows.map(([row]) => row?.pid)).size, JSON.stringify(options)).to.equal(3);
      } finally {
        await other.close();
      }
    }
  });

  it('take two connections of the pool, and leave none behind', async () => {
    if (!isPipelined()) return;
    await core.close();
    const { rows: clock } = await server.query('SELECT clock_timestamp()::text AS now');
    const count = async () => {
      const { rows } = await server.query(
        `SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'shaon' AND backend_start > $1::timestamptz`,
        [clock[0]?.now],
      );
      return Number(rows[0]?.count);
    };
    const other = await open({ poolSize: 6 });
    const sleep = () => ask('SELECT pg_sleep(0.05) WHERE $1 = 1', [1], other);
    await sleep();
    await Promise.all(Array.from({ length: 30 }, sleep));
    expect(await count()).to.be.within(2, 6);
    const last = sleep();
    await setTimeout(10);
    await Promise.all([other.close(), last]);
    for (let tries = 0; (await count()) > 0; tries++) {
      expect(tries).to.be.below(100);
      await setTimeout(50);
    }
  });
});
