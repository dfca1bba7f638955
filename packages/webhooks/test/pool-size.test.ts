import { type Core, coreEntities, createCore, isShaonError, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase } from '@shaon/testing';
import { createWebhooks, webhookEntities } from '@shaon/webhooks';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { TEST_KEYS } from './hire.ts';
import { migrateAll, refusal } from './support.ts';

const entities = [...coreEntities('postgres'), ...webhookEntities('postgres')];

onEachDatabase('a pool of few connections', { migrate: migrateAll }, (database) => {
  if (database.type === 'sqlite') return;
  let url: string;
  before(() => {
    ({ url } = database.connection() as { url: string });
  });

  /** Hires while a transaction of the product's stands open, and reads beside it: each takes a connection. */
  async function hire(core: Core): Promise<number> {
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    return core.transaction(async (manager) => {
      await core.employees.create(company, newEmployee(), { manager });
      await core.audit.commit({ kind: 'admin', action: 'page.hire', companyId: company.companyId });
      return (await core.employees.list(company, {}, { page: 1, per_page: 1 })).total;
    });
  }

  for (const [what, options] of [
    ['poolSize', { poolSize: 1 }],
    ['extra.max', { extra: { max: 1 } }],
  ] as const) {
    it(`is refused with one connection by ${what}, which would wait for itself forever`, async () => {
      const dataSource = await new DataSource({ type: 'postgres', url, entities, ...options }).initialize();
      try {
        const refused = await refusal(createCore({ dataSource, keys: TEST_KEYS }));
        expect(isShaonError(refused, 'options_invalid') && refused.message).to.match(/at least 2 .* this one has 1/);
      } finally {
        await dataSource.destroy();
      }
    });
  }

  it('is enough for core with two, and for a sender of webhooks with three', async () => {
    for (const poolSize of [2, 3]) {
      const dataSource = await new DataSource({ type: 'postgres', url, entities, poolSize }).initialize();
      const core = await createCore({ dataSource, keys: TEST_KEYS });
      const webhooks = await createWebhooks(core);
      try {
        if (poolSize === 2) {
          const refused = await refusal(webhooks.start());
          expect(isShaonError(refused, 'options_invalid') && refused.message).to.match(/at least 3 .* this one has 2/);
        } else await webhooks.start();
        expect(await hire(core)).to.equal(0);
      } finally {
        await webhooks.stop();
        await core.close();
        await dataSource.destroy();
      }
    }
  });

  it('is refused to a sender with a database of core’s own, too', async () => {
    const core = await createCore({ database: { type: 'postgres', url, poolSize: 2 }, keys: TEST_KEYS });
    try {
      const refused = await refusal((await createWebhooks(core)).start());
      expect(isShaonError(refused, 'options_invalid')).to.equal(true);
    } finally {
      await core.close();
    }
  });
});
