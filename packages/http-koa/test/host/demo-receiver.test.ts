import { createCore, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import { makeDemoReceiver } from '../../src/host/demo/demo-receiver.ts';
import { registerWebhooks } from '../../src/host/webhooks.ts';
import { makeDataFolder, migrateAll, TEST_KEYS } from './running-shaon.ts';

onEachDatabase('the demo’s receiver beside another company', { migrate: migrateAll }, (database) => {
  it('is neither trusted nor allowed, although its certificate lies in the data folder', async () => {
    const folder = makeDataFolder();
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    try {
      const company = await core.companies.create({ name: 'Bakery' });
      await makeDemoReceiver(folder.path);
      const webhooks = await registerWebhooks(core, readConfig({ SHAON_DATA_DIR: folder.path }));
      let refusal: unknown;
      try {
        await webhooks.endpoints.register(systemActor(company.id), {
          url: 'https://localhost:4443/shaon',
          events: ['employee.created'],
        });
      } catch (error) {
        refusal = error;
      }
      expect(refusal).to.have.property('name', 'UrlRefusedError');
    } finally {
      await core.close();
      folder.remove();
    }
  });
});
