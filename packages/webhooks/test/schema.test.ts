import { coreEntities, createCore, migrateCore, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { createWebhooks, migrateWebhooks, webhookEntities } from '@shaon/webhooks';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { hire, TEST_KEYS } from './hire.ts';
import { refusal } from './support.ts';

onEachDatabase('the webhook tables', { migrate: migrateCore }, (database) => {
  it('are asked for before webhooks start, naming the mend', async () => {
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    try {
      const error = await refusal(createWebhooks(core));
      expect(error).to.have.property('code', 'schema_missing');
      expect(String(error)).to.contain('migrateWebhooks');
    } finally {
      await core.close();
    }
  });

  it('are made once, also by several processes at a time', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => migrateWebhooks(database.connection())));
    expect(runs.flat()).to.have.lengthOf(1);
  });

  it('are what the entities say, to the last constraint', async () => {
    const connection = database.connection();
    const entities = [...coreEntities(connection.type), ...webhookEntities(connection.type)].map((entity) => {
      (entity.options as { synchronize: boolean }).synchronize = true;
      return entity;
    });
    const reader = await (connection.type === 'sqlite'
      ? new DataSource({ type: 'better-sqlite3', database: connection.path, entities })
      : new DataSource({ type: 'postgres', url: connection.url, entities })
    ).initialize();
    try {
      const difference = await reader.driver.createSchemaBuilder().log();
      expect(difference.upQueries.map((query) => query.query)).to.deep.equal([]);
    } finally {
      await reader.destroy();
    }
  });

  it('make core refuse to write without a sink, unless told otherwise', async () => {
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    try {
      expect(await refusal(hire({ core, company }))).to.have.property('code', 'event_sink_missing');
    } finally {
      await core.close();
    }
  });
});
