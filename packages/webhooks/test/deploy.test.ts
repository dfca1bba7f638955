import { type Core, createCore, isShaonError, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { type Migration, runMigrations } from '@shaon/core/storage';
import { onEachDatabase } from '@shaon/testing';
import { createWebhooks, migrateWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { WEBHOOK_LEDGER, WEBHOOK_MIGRATIONS } from '../src/migrations/index.ts';
import { hire, TEST_KEYS } from './hire.ts';
import { refusal } from './support.ts';

const statements = ['ALTER TABLE "shaon_webhook_delivery" ADD COLUMN "remark" text'];
/** What a later version might add. */
const NEXT: Migration = {
  name: 'ShaonWebhooksOfTheNextVersion',
  timestamp: 4_000_000_000_000,
  statements: { sqlite: statements, postgres: statements },
};

onEachDatabase('webhooks of two versions', { migrate: migrateCore }, (database) => {
  let core: Core;
  let company: SystemActor;

  before(async () => {
    await migrateWebhooks(database.connection());
    core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
  });
  after(() => core?.close());

  it('are missed in a process that has another sink alone', async () => {
    const other = await createCore({ database: database.connection(), keys: TEST_KEYS });
    const heard: string[] = [];
    other.events.addSink({ name: 'crm', publish: async ({ type }) => void heard.push(type) });
    try {
      expect(isShaonError(await refusal(hire({ core: other, company })), 'event_sink_missing')).to.equal(true);
      expect(heard).to.deep.equal([]);
      await createWebhooks(other);
      expect(String(await refusal(createWebhooks(other)))).to.contain('registered already');
      await hire({ core: other, company });
      expect(heard).to.deep.equal(['employee.created']);
    } finally {
      await other.close();
    }
  });

  it('are queued while the next version migrates, and by no process of this version that starts after', async () => {
    const webhooks = await createWebhooks(core, { allow: ['127.0.0.0/8'] });
    await webhooks.endpoints.register(company, { url: 'https://127.0.0.1:4443/', events: ['employee.created'] });
    let isOver = false;
    let hired = 0;
    const work = async () => {
      for (; !isOver; hired++) await hire({ core, company });
    };
    const working = work();
    try {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const migrated = await runMigrations(database.connection(), WEBHOOK_LEDGER, [...WEBHOOK_MIGRATIONS, NEXT]);
      expect(migrated).to.have.lengthOf(1);
      await new Promise((resolve) => setTimeout(resolve, 200));
      isOver = true;
      await working;
      expect((await webhooks.backlog()).due).to.equal(hired);
    } finally {
      isOver = true;
      await Promise.allSettled([working]);
    }

    const next = await createCore({ database: database.connection(), keys: TEST_KEYS });
    try {
      const refused = await refusal(createWebhooks(next));
      expect(isShaonError(refused, 'schema_newer')).to.equal(true);
      // Without its sink it writes nothing at all.
      expect(isShaonError(await refusal(hire({ core: next, company })), 'event_sink_missing')).to.equal(true);
    } finally {
      await next.close();
    }
  });
});

const earlier = ['CREATE TABLE "shaon_webhook_endpoint" ("id" integer NOT NULL)'];

onEachDatabase('webhooks of an earlier commit', { migrate: migrateCore }, (database) => {
  it('are refused with the way out, and stay as they are', async () => {
    const step = { name: 'ShaonWebhooksInitial', timestamp: 1_763_600_000_000 };
    await runMigrations(database.connection(), WEBHOOK_LEDGER, [
      { ...step, statements: { sqlite: earlier, postgres: earlier } },
    ]);
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    try {
      for (const attempt of [() => migrateWebhooks(database.connection()), () => createWebhooks(core)]) {
        const refused = await refusal(attempt());
        expect(isShaonError(refused, 'schema_outdated') && refused.message).to.contain('Export');
      }
    } finally {
      await core.close();
    }
  });
});
