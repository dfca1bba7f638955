import { mock } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createCore, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase, TestClock } from '@shaon/testing';
import { createWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { startBackground } from '../../src/host/background.ts';
import { createLog } from '../../src/host/log.ts';
import type { HostConfig } from '../../src/host/settings.ts';
import { startWorkers } from '../../src/host/worker.ts';
import { migrateAll, TEST_KEYS } from './running-shaon.ts';

const DAY_MS = 86_400_000;
const silent = createLog({ level: 'silent' });

describe('background work', () => {
  it('runs again and again, also after a failure, until it is stopped, which waits for it', async () => {
    let begun = 0;
    let ended = 0;
    const run = async () => {
      begun += 1;
      await pause(20);
      ended += 1;
      if (begun === 1) throw new Error('failed');
    };
    const background = startBackground({ name: 'test', firstAfterSeconds: 0.01, everySeconds: 0.01, run }, silent);
    while (begun < 3) await pause(5);
    await background.stop(60_000);
    expect(ended).to.equal(begun);
    const before = begun;
    await pause(60);
    expect(begun).to.equal(before);
  });

  it('that does not end, as a prune of millions of rows, is waited for no longer than the stop allows', async () => {
    let isBegun = false;
    const run = () => {
      isBegun = true;
      return new Promise(() => undefined);
    };
    const background = startBackground({ name: 'test', firstAfterSeconds: 0, everySeconds: 0, run }, silent);
    while (!isBegun) await pause(5);
    await background.stop(0);
  });
});

onEachDatabase('the background work of a server', { migrate: migrateAll }, (database) => {
  it('prunes webhook deliveries five minutes after its start, though it leaves the sending to a worker', async () => {
    const clock = new TestClock(new Date());
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, clock });
    const webhooks = await createWebhooks(core, { allow: ['127.0.0.0/8'] });
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const url = 'https://127.0.0.1:4443/';
    const { endpoint } = await webhooks.endpoints.register(company, { url, events: ['employee.created'] });
    await core.employees.create(company, newEmployee());
    await webhooks.endpoints.remove(company, endpoint.id);
    const total = async () => (await webhooks.deliveries.list(company, {}, { page: 1, per_page: 1 })).total;
    expect(await total()).to.equal(1);
    clock.advance(31 * DAY_MS);

    mock.timers.enable({ apis: ['setTimeout'] });
    let workers: Awaited<ReturnType<typeof startWorkers>>;
    try {
      workers = await startWorkers({ core, webhooks }, { auditMonths: 24 } as HostConfig, silent, { isSending: false });
      mock.timers.tick(299_000);
    } finally {
      // What the tick has begun goes on in real time.
      mock.timers.reset();
    }
    await pause(50);
    expect(await total(), 'not before').to.equal(1);
    await workers.stop(0);

    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      workers = await startWorkers({ core, webhooks }, { auditMonths: 24 } as HostConfig, silent, { isSending: false });
      mock.timers.tick(300_000);
    } finally {
      mock.timers.reset();
    }
    try {
      while ((await total()) > 0) await pause(20);
    } finally {
      await workers.stop(0);
      await core.close();
    }
  });
});
