import { type Core, createCore, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { runMigrations } from '@shaon/core/extension';
import { onEachDatabase, rawSql, TestClock } from '@shaon/testing';
import { createWebhooks, migrateWebhooks, type Webhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { addSecret } from '../../src/endpoints/secret-rotation.ts';
import { WEBHOOK_LEDGER, WEBHOOK_MIGRATIONS } from '../../src/migrations/index.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { TEST_KEYS } from '../hire.ts';
import { someoneWaitsForALock } from '../races/lock-waits.ts';
import { createAuthority } from '../receiver/certificates.ts';
import { answer, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { loopback } from '../support.ts';

const FLIGHTS = WEBHOOK_MIGRATIONS.findIndex(({ name }) => name === 'ShaonWebhooksFlights');
const BEGUN_MS = 5_000;
const EVENT = { type: 'employee.created', body: '{}' };

onEachDatabase(
  'deliveries that a killed process of an earlier version had in flight',
  { migrate: migrateCore },
  (database) => {
    const clock = new TestClock(new Date());
    let core: Core;
    let webhooks: Webhooks;
    let company: SystemActor;
    let receiver: TlsReceiver;
    let leaseMs: number;

    const time = (ms: number) =>
      database.type === 'sqlite' ? String(ms) : `CAST('${new Date(ms).toISOString()}' AS timestamptz(3))`;

    before(async () => {
      await runMigrations(database.connection(), WEBHOOK_LEDGER, WEBHOOK_MIGRATIONS.slice(0, FLIGHTS));
      const authority = await createAuthority();
      receiver = await startReceiver(await authority.issue());
      receiver.behave(answer(200));
      const options = loopback(authority);
      ({ leaseMs } = resolveWebhooksOptions(options));
      core = await createCore({ database: database.connection(), keys: TEST_KEYS, clock });
      company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
      let migrated: Promise<unknown> | undefined;
      await core.extension.database.writeAllCompanies('test.earlier', {}, async (all) => {
        const now = clock.now().getTime();
        await all.rows(
          rawSql(`INSERT INTO "shaon_webhook_event" (company_id, type, body, queued_at)
          VALUES (${company.companyId}, '${EVENT.type}', '${EVENT.body}', ${time(now - BEGUN_MS)})`),
        );
        await all.rows(
          rawSql(`INSERT INTO "shaon_webhook_endpoint" (company_id, url, description, enabled, max_inflight, failure_streak,
            created_by, created_at)
          VALUES (${company.companyId}, '${receiver.url}/', '', true, 5, 0, 'system', ${time(now - BEGUN_MS)})`),
        );
        // The first attempt failed, and the second was cut off.
        await all.rows(
          rawSql(`INSERT INTO "shaon_webhook_delivery" (company_id, event_id, event_type, endpoint_id, run, "trigger", state,
            due_at, lease, attempts, failures, interruptions, last_status, created_at)
          VALUES (${company.companyId}, 1, '${EVENT.type}', 1, 1, 'auto', 'in_flight', ${time(now + leaseMs - BEGUN_MS)}, 2, 2,
            1, 0, 500, ${time(now - 2 * BEGUN_MS)})`),
        );
        await all.rows(
          rawSql(`INSERT INTO "shaon_webhook_attempt" (company_id, delivery_id, number, started_at, finished_at, outcome, status)
          VALUES (${company.companyId}, 1, 1, ${time(now - 2 * BEGUN_MS)}, ${time(now - 2 * BEGUN_MS)}, 'server_error', 500),
            (${company.companyId}, 1, 2, ${time(now - BEGUN_MS)}, NULL, NULL, NULL)`),
        );
        if (database.type === 'sqlite') return;
        // The migration has begun when the earlier version's claim commits.
        migrated = migrateWebhooks(database.connection());
        await someoneWaitsForALock(all);
      });
      await (migrated ?? migrateWebhooks(database.connection()));
      webhooks = await createWebhooks(core, options);
      await core.extension.database.write(company, 'test.secret', {}, (rows) =>
        addSecret(rows, core.extension.keys, 1, {
          state: 'current',
          createdAt: clock.now(),
          expiresAt: null,
          overlapHours: 24,
        }),
      );
    });
    after(async () => {
      await core?.close();
      await receiver?.close();
    });

    const delivery = () => webhooks.deliveries.get(company, 1);
    const attempts = async () =>
      (await webhooks.deliveries.attempts(company, 1)).map(({ number, outcome, errorCode }) => [
        number,
        outcome,
        errorCode,
      ]);

    it('stay in flight until their leases end', async () => {
      expect(await delivery()).to.include({ state: 'in_flight', attempts: 2, failures: 1, lastStatus: 500 });
      expect(await attempts()).to.deep.equal([
        [1, 'server_error', null],
        [2, null, null],
      ]);
      clock.advance(leaseMs - BEGUN_MS - 1);
      expect(await webhooks.drainOnce()).to.equal(0);
    });

    it('are sent again afterwards, with the lost attempt on record', async () => {
      clock.advance(1);
      expect(await webhooks.drainOnce()).to.equal(1);
      expect(await delivery()).to.include({ state: 'succeeded', attempts: 3, failures: 1 });
      expect(await attempts()).to.deep.equal([
        [1, 'server_error', null],
        [2, 'interrupted', 'lease_lost'],
        [3, 'success', null],
      ]);
      expect(receiver.requests.map(({ headers }) => headers['x-service-attempt'])).to.deep.equal(['3']);
    });
  },
);
