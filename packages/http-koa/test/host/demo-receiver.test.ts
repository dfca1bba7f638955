import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createCore, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import { DEMO_CERTIFICATE } from '../../src/host/demo/demo-certificate.ts';
import { makeDemoReceiver } from '../../src/host/demo/demo-receiver.ts';
import { registerWebhooks } from '../../src/host/webhooks.ts';
import { makeDataFolder, migrateAll, TEST_KEYS } from './running-shaon.ts';

describe('the demo’s certificate', () => {
  const [ca, leaf] = [new X509Certificate(DEMO_CERTIFICATE.ca), new X509Certificate(DEMO_CERTIFICATE.cert)];

  it('is for localhost alone, by its own authority, with its own key, for years', () => {
    expect(leaf.subjectAltName).to.equal('DNS:localhost');
    expect(leaf.ca).to.equal(false);
    expect(leaf.checkIssued(ca) && leaf.verify(ca.publicKey)).to.equal(true);
    expect(leaf.checkPrivateKey(createPrivateKey(DEMO_CERTIFICATE.key))).to.equal(true);
    for (const { validFrom, validTo } of [ca, leaf]) {
      expect(Date.parse(validFrom)).to.be.below(Date.now());
      expect(new Date(validTo).getUTCFullYear()).to.equal(2076);
    }
  });
});

onEachDatabase('the demo’s receiver beside another company', { migrate: migrateAll }, (database) => {
  it('is neither trusted nor allowed, although its certificate lies in the data folder', async () => {
    const folder = makeDataFolder();
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    try {
      const company = await core.companies.create({ name: 'Bakery' });
      makeDemoReceiver(folder.path);
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
