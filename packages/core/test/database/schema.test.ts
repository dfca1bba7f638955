import { coreEntities, createCore, migrateCore } from '@shaon/core';
import { type Connection, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { CORE_MIGRATIONS } from '../../src/database/migrations/index.ts';
import { migrationName } from '../../src/database/migrations/migrate.ts';
import { TEST_KEYS } from '../support.ts';

/** A DataSource whose entities TypeORM would synchronise, so that it tells what differs from the tables. */
function schemaReader(connection: Connection): DataSource {
  const entities = coreEntities(connection.type).map((entity) => {
    (entity.options as { synchronize: boolean }).synchronize = true;
    return entity;
  });
  return connection.type === 'sqlite'
    ? new DataSource({ type: 'better-sqlite3', database: connection.path, entities })
    : new DataSource({ type: 'postgres', url: connection.url, entities });
}

onEachDatabase('schema', (database) => {
  it('is refused before it exists, naming the mend', async () => {
    let refusal: unknown;
    try {
      await createCore({ database: database.connection(), keys: TEST_KEYS });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).to.have.property('code', 'schema_missing');
    expect(String(refusal)).to.contain('migrate');
  });

  it('is made once, also by several processes at a time', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => migrateCore(database.connection())));
    expect(runs.flat()).to.have.members(CORE_MIGRATIONS.map(migrationName));
    expect(await migrateCore(database.connection())).to.deep.equal([]);
  });

  it('is what the entities say, to the last constraint', async () => {
    const reader = await schemaReader(database.connection()).initialize();
    try {
      const difference = await reader.driver.createSchemaBuilder().log();
      expect(difference.upQueries.map((query) => query.query)).to.deep.equal([]);
    } finally {
      await reader.destroy();
    }
  });

  if (database.type === 'sqlite') {
    it('has ids that are rowids, which the driver tells of an inserted row', async () => {
      const reader = await schemaReader(database.connection()).initialize();
      try {
        const ids: { table: string; type: string; pk: number }[] = await reader.query(
          `SELECT t.name AS "table", c.type, c.pk FROM sqlite_master t, pragma_table_info(t.name) c
           WHERE t.type = 'table' AND t.name LIKE 'shaon%' AND c.name = 'id'`,
        );
        expect(ids.map(({ table }) => table)).to.include.members(['shaon_employee', 'shaon_session']);
        expect(ids.filter(({ type, pk }) => type.toLowerCase() !== 'integer' || pk !== 1)).to.deep.equal([]);
      } finally {
        await reader.destroy();
      }
    });
  }
});
