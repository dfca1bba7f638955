import { migrateCore } from '@shaon/core';
import { createTestDatabase, skipUnlessTested } from '@shaon/testing';
import { expect } from 'chai';
import { refusal } from '../support.ts';
import { openRaw } from './raw-database.ts';

describe('a PostgreSQL database that cannot store every text', () => {
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    it(`is refused before the first table: ${encoding}`, async function () {
      skipUnlessTested(this, 'postgres');
      const other = await createTestDatabase('postgres');
      const name = `shaon_${encoding.toLowerCase()}_${process.pid}`;
      if (other.connection.type !== 'postgres') throw new Error('Not PostgreSQL.');
      const url = Object.assign(new URL(other.connection.url), { pathname: `/${name}` }).href;
      const owner = await openRaw(other.connection);
      try {
        await owner.run(
          `CREATE DATABASE ${name} ENCODING '${encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc`,
        );
        const error = await refusal(migrateCore({ type: 'postgres', url }));
        expect(error).to.include({ code: 'options_invalid' });
        expect(error).to.have.property('message').that.includes(`${encoding}, and needs UTF8`);
        const raw = await openRaw({ type: 'postgres', url });
        const tables = await raw.run("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").finally(raw.close);
        expect(tables).to.deep.equal([]);
      } finally {
        await owner.run(`DROP DATABASE IF EXISTS ${name}`);
        await owner.close();
        await other.drop();
      }
    });
  }
});
