import { createCore } from '@shaon/core';
import { newEmployee, onEachDatabase, startConnectProxy } from '@shaon/testing';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import { smsSender } from '../../src/host/sms.ts';
import { registerWebhooks } from '../../src/host/webhooks.ts';
import { makeCompany, makeDataFolder, migrateAll, settingsFor, TEST_KEYS } from './running-shaon.ts';

onEachDatabase('SHAON_OUTBOUND_PROXY', { migrate: migrateAll }, (database) => {
  it('is asked for text messages and for webhooks', async () => {
    const folder = makeDataFolder();
    const proxy = await startConnectProxy(() => 0);
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    try {
      const told = new Promise<void>((resolve) => {
        proxy.answer = (target) => {
          if (target.startsWith('93.184.216.35')) resolve();
          return 502;
        };
      });
      const config = readConfig(
        settingsFor(database.connection(), folder.path, {
          SHAON_OUTBOUND_PROXY: `http://shaon:key@127.0.0.1:${proxy.port}`,
          SHAON_SMS: 'https://93.184.216.34/sms',
        }),
      );
      await smsSender(config)
        ?.send({ to: '+972501234567', text: 'x', reference: 'x' })
        .catch(() => undefined);
      const { company } = await makeCompany(database.connection());
      const webhooks = await registerWebhooks(core, config);
      await webhooks.endpoints.register(company, { url: 'https://93.184.216.35/', events: ['employee.created'] });
      await core.employees.create(company, newEmployee());
      await webhooks.start();
      await told;
      await webhooks.stop();
      const credentials = `Basic ${btoa('shaon:key')}`;
      expect(proxy.asked).to.include.members([`93.184.216.34:443 ${credentials}`, `93.184.216.35:443 ${credentials}`]);
    } finally {
      await core.close();
      await proxy.close();
      folder.remove();
    }
  }).timeout(30_000);
});
