import { setTimeout as sleep } from 'node:timers/promises';
import { createCore, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { createWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire, TEST_KEYS } from '../hire.ts';
import { migrateAll } from '../support.ts';

onEachDatabase('a process that ends right after a write', { migrate: migrateAll }, (database) => {
  it('says nothing of other processes that it could not wake', async () => {
    const lines: string[] = [];
    const note = (_fields: object, message: string) => void lines.push(message);
    const log = { info: note, warn: note, error: note };
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, log });
    const webhooks = await createWebhooks(core, { allow: ['127.0.0.0/8'] });
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await webhooks.endpoints.register(company, { url: 'https://127.0.0.1:4443/', events: ['employee.created'] });
    // The first wakes the others at once; the second waits for its turn, and finds the database closed.
    await hire({ core, company });
    await hire({ core, company });
    await core.close();
    await sleep(150);
    expect(lines).to.deep.equal([]);
  });
});
