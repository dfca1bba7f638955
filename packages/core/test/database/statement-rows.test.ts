import { createCore } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import { runOnPostgres } from '../../src/database/connect/postgres-statements.ts';
import { TEST_KEYS, withCore } from '../support.ts';

withCore('rows of statements', (test) => {
  for (const namedStatements of [true, false]) {
    it(`are objects by column, whatever a text gives from time to time, named statements ${namedStatements}`, async () => {
      const connection = test.database.connection();
      const database = connection.type === 'postgres' ? { ...connection, namedStatements } : connection;
      const core = await createCore({ database, keys: TEST_KEYS });
      try {
        const all = core.extension.database.allCompanies();
        const ask = () => all.run(rawSql('SELECT $1 AS "first", NULL AS "a b"'), ['x']);
        expect(await ask()).to.deep.equal([{ first: 'x', 'a b': null }]);
        expect(await ask()).to.deep.equal([{ first: 'x', 'a b': null }]);
        expect(await all.run(rawSql('SELECT 1 AS "one" WHERE $1 = $2'), ['x', 'y'])).to.deep.equal([]);
      } finally {
        await core.close();
      }
    });
  }

  it('follow a table that has changed under its text, on PostgreSQL', async () => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') return;
    const client = new pg.Client(connection.url);
    await client.connect();
    try {
      const ask = () => runOnPostgres(client, 'SELECT * FROM changing WHERE id = $1', [1]);
      await client.query("CREATE TEMPORARY TABLE changing AS SELECT 1 AS id, 'x' AS before");
      expect(await ask()).to.deep.equal([{ id: 1, before: 'x' }]);
      await client.query('ALTER TABLE changing RENAME COLUMN before TO after');
      expect(await ask()).to.deep.equal([{ id: 1, after: 'x' }]);
    } finally {
      await client.end();
    }
  });
});
