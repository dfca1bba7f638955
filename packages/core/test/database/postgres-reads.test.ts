import { setTimeout } from 'node:timers/promises';
import { type Core, createCore, type SystemActor, silentLog } from '@shaon/core';
import { companySql } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { TEST_KEYS, withCore } from '../support.ts';

const READS = 60;

withCore('quick reads on PostgreSQL', (test) => {
  if (test.database.type !== 'postgres') return;
  let core: Core;
  let server: pg.Client;

  const open = async (more: { namedStatements?: boolean; poolSize?: number } = {}): Promise<Core> => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') throw new Error('PostgreSQL only');
    return createCore({ database: { ...connection, ...more }, keys: TEST_KEYS, log: silentLog });
  };

  before(async () => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') return;
    server = new pg.Client(connection.url);
    await server.connect();
  });
  after(() => server?.end());
  beforeEach(async () => {
    core = await open();
  });
  afterEach(() => core?.close());

  const ask = (text: string, values: readonly (string | number)[] = [], of = core) =>
    of.extension.database.allCompanies().run(rawSql(text), values);

  it('fail one by one, whatever a neighbour is refused for', async () => {
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

  /** Ends one of the connections that are in use. */
  const endConnection = () =>
    server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'shaon' AND state = 'active' AND pid <> pg_backend_pid() LIMIT 1`,
    );

  it('are asked again when the server ends their connection', async () => {
    for (let round = 0; round < 3; round++) {
      const reads = Array.from({ length: 40 }, (_, asked) =>
        ask('SELECT $1::integer AS asked, pg_sleep(0.002)', [asked]),
      );
      await setTimeout(5);
      await endConnection();
      const rows = await Promise.all(reads);
      expect(rows.map(([row]) => row?.asked)).to.deep.equal(Array.from({ length: 40 }, (_, asked) => asked));
    }
  });

  it('are asked again also when the server ends before it has read them', async () => {
    const wide = 'x'.repeat(20_000);
    for (let round = 0; round < 10; round++) {
      const reads = Array.from({ length: 15 }, (_, asked) =>
        ask('SELECT $1::integer AS asked, length($2::text) AS length, pg_sleep(0.02)', [asked, wide]),
      );
      await setTimeout(10);
      await endConnection();
      const rows = await Promise.all(reads);
      expect(rows.map(([row]) => row?.asked)).to.deep.equal(Array.from({ length: 15 }, (_, asked) => asked));
    }
  });

  it('of one company leave connections to lists of others', async () => {
    await server.query('SELECT pg_advisory_lock(7)');
    const held = companySql`SELECT 1 AS asked FROM (SELECT pg_advisory_xact_lock_shared($2)) AS held WHERE $1::integer > 0`;
    const list = (company: SystemActor, key: number) =>
      core.extension.database.scope(company, { kind: 'list', name: 'test.list' }).rows(held, [key]);
    const reads = Promise.all(Array.from({ length: READS }, () => list(test.company, 7)));
    try {
      expect(await list(test.foreign, 8)).to.deep.equal([{ asked: 1 }]);
    } finally {
      await server.query('SELECT pg_advisory_unlock(7)');
    }
    expect(await reads).to.have.length(READS);
  });

  it('take no more connections than the pool has, and leave none behind', async () => {
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
    expect(await count()).to.be.within(1, 6);
    const last = sleep();
    await setTimeout(10);
    await Promise.all([other.close(), last]);
    for (let tries = 0; (await count()) > 0; tries++) {
      expect(tries).to.be.below(100);
      await setTimeout(50);
    }
  });
});
