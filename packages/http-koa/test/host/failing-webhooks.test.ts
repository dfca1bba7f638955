import { createCore, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase, TestClock } from '@shaon/testing';
import { expect } from 'chai';
import { readConfig } from '../../src/host/config.ts';
import { registerWebhooks } from '../../src/host/webhooks.ts';
import { makeDataFolder, migrateAll, type Settings, settingsFor, TEST_KEYS } from './running-shaon.ts';

/** SPEC 6, Delivery; the first attempt is at once. */
const WAITS_MS = [0, 10_000, 30_000, 120_000, 600_000, 1_800_000];

onEachDatabase('endpoints that keep failing, by the settings of the host', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  /** One delivery that fails for good to where nobody listens. */
  async function afterOneFailure(more: Settings) {
    const clock = new TestClock(new Date());
    const notes: object[] = [];
    // A busy machine may log a slow reading as well.
    const warn = (fields: object) => void ('endpoint' in fields && notes.push(fields));
    const log = { info() {}, error() {}, warn };
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, clock, log });
    try {
      const settings = settingsFor(database.connection(), folder.path, { SHAON_WEBHOOK_ALLOW: '127.0.0.1', ...more });
      const webhooks = await registerWebhooks(core, readConfig(settings));
      const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
      const { endpoint } = await webhooks.endpoints.register(company, {
        url: 'https://127.0.0.1:4443/shaon?key=1',
        events: ['employee.created'],
      });
      await core.employees.create(company, newEmployee());
      for (const wait of WAITS_MS) {
        clock.advance(wait);
        expect(await webhooks.drainOnce()).to.equal(1);
      }
      return { endpoint: await webhooks.endpoints.get(company, endpoint.id), notes };
    } finally {
      await core.close();
    }
  }

  it('are left on and named by nobody yet after one delivery, unless it is asked for', async () => {
    const { endpoint, notes } = await afterOneFailure({});
    expect(endpoint).to.include({ enabled: true, failureStreak: 1, failing: false });
    expect(notes).to.deep.equal([]);
  });

  it('are switched off and named in the log, without their URL, when it is (D:V23)', async () => {
    const { endpoint, notes } = await afterOneFailure({ SHAON_WEBHOOK_DISABLE_AFTER: '1' });
    expect(endpoint).to.include({ enabled: false, disabledReason: 'failing', failing: true });
    expect(notes).to.have.lengthOf(1);
    expect(notes[0]).to.include({ endpoint: endpoint.id, failureStreak: 1, disabled: true });
    expect(JSON.stringify(notes)).to.not.include('key=1');
  });
});
