import { createCore } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { isFastPathOn } from '../../../src/database/fast/fast-path.ts';
import { namingClient } from '../../../src/database/fast/named-statements.ts';
import { refusal, TEST_KEYS, withCore } from '../../support.ts';

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
      const ask = () =>
        core.extension.database.readAllCompanies().rows(rawSql(TEXT), ['SELECT name FROM pg_prepared%']);
      await ask();
      return (await ask()).map((row) => row.name);
    } finally {
      await core.close();
    }
  }

  it('are prepared once by a connection, on PostgreSQL', async () => {
    if (test.database.type !== 'postgres' || !isFastPathOn()) return;
    const names = await preparedNames();
    expect(names).to.have.lengthOf(1);
    expect(names[0]).to.match(/^shaon_\d+$/);
  });

  it('are left out where a pooler cannot keep them', async () => {
    expect(await preparedNames(false)).to.deep.equal([]);
  });

  it('follow a table that grows, though nobody analyses it', async () => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') return;
    const Client = namingClient(pg.Client, { isNaming: true, plansForMs: 50 });
    const client = new Client({ connectionString: connection.url });
    await client.connect();
    try {
      await client.query('CREATE TEMPORARY TABLE grown (id integer PRIMARY KEY, text text)');
      await client.query('SET plan_cache_mode = force_generic_plan');
      const find = () => client.query('SELECT text FROM grown WHERE id = $1', [1]);
      const plan = async () => {
        const { rows } = await client.query(`EXPLAIN EXECUTE shaon_0 (1)`);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      await client.query('SET enable_indexscan = off; SET enable_bitmapscan = off');
      await find();
      await client.query('RESET enable_indexscan; RESET enable_bitmapscan');
      await client.query(`INSERT INTO grown SELECT n, 'x' FROM generate_series(1, 20000) AS n`);
      expect(await plan(), 'before').to.include('Seq Scan');
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect((await find()).rows).to.deep.equal([{ text: 'x' }]);
      expect(await plan(), 'after')
        .to.include('Index')
        .and.not.include('Seq Scan');
      await client.query('BEGIN');
      await client.query('SELECT 1 / 0').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(await refusal(find())).to.have.property('code', '25P02');
      await client.query('ROLLBACK');
      expect((await find()).rows).to.deep.equal([{ text: 'x' }]);
    } finally {
      await client.end();
    }
  });
});
