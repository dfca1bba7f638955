import { type Core, createCore, type SystemActor, systemActor } from '@shaon/core';
import { onEachDatabase, rawSql } from '@shaon/testing';
import type { Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire, TEST_KEYS } from '../hire.ts';
import { proofSize, tell } from '../proof.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback, migrateAll, until } from '../support.ts';
import { webhooksWith } from '../webhooks-with.ts';

const TRANSACTIONS = proofSize('SHAON_TRANSACTIONS', 200, 1_000);
const EMPLOYEES = 20;
/** Only for what never comes to pass: the machine may be busy, and a failed attempt waits for its next one. */
const GENEROUS_MS = 90_000 + TRANSACTIONS * 50;

onEachDatabase(
  `${TRANSACTIONS} transactions at a time, half of them rolled back`,
  { migrate: migrateAll },
  (database) => {
    let core: Core;
    let webhooks: Webhooks;
    let receiver: TlsReceiver;
    let company: SystemActor;

    before(async () => {
      const authority = await createAuthority();
      receiver = await startReceiver(await authority.issue());
      core = await createCore({ database: database.connection(), keys: TEST_KEYS });
      webhooks = await webhooksWith(core, { ...loopback(authority), deadlineMs: 30_000, pollMs: 50 });
      company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    });

    after(async () => {
      await webhooks?.stop(0);
      await core?.close();
      await receiver?.close();
    });

    it('make an event for each commit and none for a rollback, among plain reads and writes', async function () {
      this.timeout(240_000 + TRANSACTIONS * 200);
      const employees: number[] = [];
      for (let count = 0; count < EMPLOYEES; count++) employees.push(await hire({ core, company }));
      const bystander = await hire({ core, company });
      await webhooks.endpoints.register(company, { url: receiver.url, events: ['employee.updated'], max_inflight: 50 });
      await webhooks.start();

      const committed: string[] = [];
      const started = performance.now();
      const outcomes = await Promise.allSettled(
        Array.from({ length: TRANSACTIONS }, async (_, index) => {
          const name = `committed ${index}`;
          if (index % 10 === 0) {
            // Beside the transactions, and not of any: neither commits with one nor is rolled back with one.
            await patiently(() => core.employees.update(company, bystander, { name: `plain ${index}` }));
            committed.push(`plain ${index}`);
            expect(await patiently(() => core.employees.get(company, bystander))).to.have.property('id', bystander);
          }
          await patiently(() =>
            core.transaction(async (manager) => {
              const id = employees[index % EMPLOYEES]!;
              await core.employees.update(company, id, { name }, { manager });
              if (index % 2 === 0) throw new Error('rolled back');
            }),
          );
          committed.push(name);
        }),
      );
      const seconds = (performance.now() - started) / 1000;
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
      expect(reasons).to.deep.equal(Array(TRANSACTIONS / 2).fill('Error: rolled back'));

      const all = core.extension.database.allCompanies();
      const stored = (await all.run(rawSql('SELECT body FROM "shaon_webhook_event"'))).map((row) =>
        nameIn(String(row.body)),
      );
      expect(stored.sort(), 'events stored').to.deep.equal(committed.sort());
      await until(async () => (await webhooks.backlog()).due === 0 && webhooks.inFlight === 0, GENEROUS_MS);
      const received = () => new Set(receiver.requests.map((request) => nameIn(request.body.toString())));
      await until(() => received().size >= committed.length, GENEROUS_MS);
      expect([...received()].sort(), 'events received').to.deep.equal(committed);
      tell('SHAON_TRANSACTIONS', {
        transactions: TRANSACTIONS,
        'rolled back': reasons.length,
        'changes committed (plain ones among them)': committed.length,
        events: stored.length,
        'seconds of writing': seconds.toFixed(1),
      });
    });
  },
);

const nameIn = (body: string): string => JSON.parse(body).data.name;

/** PostgreSQL's pool refuses who has waited for a connection for five seconds, before anything has begun. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'database_unavailable') throw error;
    }
  }
}
