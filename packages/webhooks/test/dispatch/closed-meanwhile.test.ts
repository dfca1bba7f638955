import { setTimeout as sleep } from 'node:timers/promises';
import { createCore, silentLog, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { createWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire, TEST_KEYS } from '../hire.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { startReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll, refusal, until } from '../support.ts';

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

  it('ends its sender soon after, and starts none', async () => {
    const authority = await createAuthority();
    const receiver = await startReceiver(await authority.issue());
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, log: silentLog });
    const webhooks = await createWebhooks(core, loopback(authority));
    const company = systemActor((await core.companies.create({ name: 'Mill' })).id);
    await webhooks.endpoints.register(company, { url: receiver.url, events: ['employee.created'] });
    receiver.behave(() => undefined);
    await webhooks.start();
    await hire({ core, company });
    await until(() => receiver.requests.length === 1);
    await core.close();
    const closedAt = performance.now();
    await webhooks.stop();
    // The receiver does not answer until the deadline of 2 s; a lease would take 30 s more.
    expect(performance.now() - closedAt).to.be.below(15_000);
    expect(await refusal(webhooks.start())).to.have.property('code', 'database_unavailable');
    await receiver.close();
  });
});
