import { coreEntities, createCore, migrateCore } from '@shaon/core';
import { type Connection, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { migrationName } from '../../src/database/migrate.ts';
import { CORE_MIGRATIONS } from '../../src/database/migrations/index.ts';
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
});
