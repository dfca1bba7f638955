import { createCore } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { isFastPathOn } from '../../../src/database/fast/fast-path.ts';
import { TEST_KEYS, withCore } from '../../support.ts';

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
});
