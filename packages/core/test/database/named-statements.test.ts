import { createCore, silentLog } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { postgresPoolOptions } from '../../src/database/connect/data-source.ts';
import { readOnPool } from '../../src/database/connect/postgres-statements.ts';
import { TEST_KEYS, withCore } from '../support.ts';

withCore('named statements', (test) => {
  const TEXT = 'SELECT name FROM pg_prepared_statements WHERE statement LIKE $1';

  async function preparedNames(namedStatements?: boolean): Promise<unknown[]> {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') return [];
    const core = await createCore({
      database: { ...connection, ...(namedStatements !== undefined && { namedStatements }) },
      keys: TEST_KEYS,
    });
    try {
      const ask = () => core.extension.database.allCompanies().run(rawSql(TEXT), ['SELECT name FROM pg_prepared%']);
      await ask();
      return (await ask()).map((row) => row.name);
    } finally {
      await core.close();
    }
  }

  it('are prepared once by a connection, on PostgreSQL', async () => {
    if (test.database.type !== 'postgres') return;
    const names = await preparedNames();
    expect(names).to.have.lengthOf(1);
    expect(names[0]).to.match(/^shaon_[0-9a-f]{24}$/);
  });

  it('are left out where a pooler cannot keep them', async () => {
    expect(await preparedNames(false)).to.deep.equal([]);
  });

  it('are planned anew when a table has grown that nobody has analysed, at the latest after a minute', async () => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') return;
    const options = await postgresPoolOptions(connection, [], silentLog, { isForManyCalls: false });
    expect(options.extra.maxLifetimeSeconds).to.be.within(1, 60);
    const extra = { ...options.extra, maxLifetimeSeconds: 1 };
    const pool = await new DataSource({ ...options, poolSize: 1, extra }).initialize();
    const server = new pg.Client(connection.url);
    await server.connect();
    try {
      const FIND = 'SELECT word FROM growing WHERE id = $1';
      const ask = (text: string, values: (string | number)[] = []) => readOnPool(pool, text, values, { isNamed: true });
      await server.query('CREATE TABLE growing (id integer PRIMARY KEY, word text)');
      await server.query('INSERT INTO growing VALUES (1, $1)', ['one']);
      await server.query('ANALYZE growing');
      const plan = async () => {
        for (let count = 0; count < 10; count++) await ask(FIND, [1]);
        const [prepared] = await ask('SELECT name FROM pg_prepared_statements WHERE statement LIKE $1', [`${FIND}%`]);
        return JSON.stringify(await ask(`EXPLAIN (FORMAT JSON) EXECUTE ${prepared?.name}(5)`));
      };
      expect(await plan()).to.include('Seq Scan');
      await server.query("INSERT INTO growing SELECT number, 'more' FROM generate_series(2, 20000) AS number");
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(await ask(FIND, [2])).to.deep.equal([{ word: 'more' }]);
      expect(await plan()).to.include('Index');
    } finally {
      await pool.destroy();
      await server.query('DROP TABLE IF EXISTS growing');
      await server.end();
    }
  });
});
