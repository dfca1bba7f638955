import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCore, EVENT_TYPES, systemActor } from '@shaon/core';
import { assertStoredCounts, daySeed, onEachDatabase, rawSql, runnableProgram, runsAll } from '@shaon/testing';
import { expect } from 'chai';
import { TEST_KEYS } from '../hire.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { startReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll } from '../support.ts';
import { webhooksWith } from '../webhooks-with.ts';
import { broken } from './random-invariants.ts';
import type { RandomOrder } from './random-process.ts';

/* Longer: SHAON_RANDOM_ROUNDS=20 SHAON_RANDOM_MS=5000. The same dice again: SHAON_TEST_SEED. */
const ROUNDS = Number(process.env.SHAON_RANDOM_ROUNDS ?? (runsAll ? 10 : 2));
const ROUND_MS = Number(process.env.SHAON_RANDOM_MS ?? 1_000);
const PROGRAM = fileURLToPath(new URL('./random-process.ts', import.meta.url));

onEachDatabase(`many who write at random, SHAON_TEST_SEED=${daySeed}`, { migrate: migrateAll }, (database) => {
  it('and are killed leave counts, days, leave, audit and events that agree', async function () {
    this.timeout(120_000 + ROUNDS * (ROUND_MS + 30_000));
    const authority = await createAuthority();
    const receiver = await startReceiver(await authority.issue());
    const connection = database.connection();
    const core = await createCore({ database: connection, keys: TEST_KEYS });
    const webhooks = await webhooksWith(core, { ...loopback(authority), deadlineMs: 1_000, leaseMarginMs: 0 });
    const company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    await core.absenceTypes.createDefaults(company);
    await webhooks.endpoints.register(company, { url: receiver.url, events: [...EVENT_TYPES], max_inflight: 10 });
    const order = { connection, companyId: company.companyId, ca: authority.ca };
    // On SQLite one process writes.
    const processes = connection.type === 'postgres' ? 2 : 1;

    for (let round = 1; round <= ROUNDS; round += 1) {
      const faults = await runOnce(
        Array.from({ length: processes }, (_, each) => {
          const serial = round * processes + each;
          return { ...order, serial, seed: daySeed + serial };
        }),
      );
      expect([...faults, ...(await broken(core))].join('\n      '), `round ${round}`).to.equal('');
      await assertStoredCounts(connection);
    }

    const all = core.extension.database.allCompanies();
    const open = rawSql('SELECT id FROM "shaon_webhook_delivery" WHERE due_at IS NOT NULL');
    for (const end = Date.now() + 60_000; (await all.run(open)).length > 0 && Date.now() < end; ) {
      await webhooks.drainOnce();
      await sleep(100);
    }
    const received = new Set(receiver.requests.map(({ headers }) => headers['x-service-delivery']));
    const queued = (await all.run(rawSql('SELECT id FROM "shaon_webhook_delivery"'))).map(({ id }) => `msg_${id}`);
    expect(queued.length, 'events').to.be.greaterThan(0);
    expect(
      queued.filter((id) => !received.has(id)),
      'never sent',
    ).to.deep.equal([]);
    expect(
      [...received].filter((id) => !queued.includes(String(id))),
      'of nobody',
    ).to.deep.equal([]);
    await core.close();
    await receiver.close();
  });
});

/** Lets processes write at once, kills the first of them and stops the others; gives what they told of as faults. */
async function runOnce(orders: readonly RandomOrder[]): Promise<string[]> {
  const faults: string[] = [];
  const children = await Promise.all(orders.map((order) => start(order, faults)));
  await sleep(ROUND_MS + Math.random() * 300);
  const [killed, ...others] = children as [ChildProcess, ...ChildProcess[]];
  expect(killed.exitCode, 'it writes until it is killed').to.equal(null);
  const ended = children.map((child) => once(child, 'close'));
  killed.kill('SIGKILL');
  for (const child of others) child.stdin?.end();
  await Promise.all(ended);
  return faults;
}

async function start(order: RandomOrder, faults: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await runnableProgram(PROGRAM), JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line');
  lines.on('line', (line) => {
    if (line !== 'ready') faults.push(line);
  });
  await Promise.race([ready, once(child, 'exit')]);
  return child;
}
