import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { claimDue } from '../../src/dispatch/claim.ts';
import { recordFinished } from '../../src/dispatch/record.ts';
import { repairDeliveries } from '../../src/dispatch/repair-deliveries.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { sqlClockOf } from '../../src/sql-clock.ts';
import { FAILURE, SUCCESS } from '../attempt-results.ts';
import { queue } from '../queued.ts';
import { withWebhooks } from '../support.ts';
import { workerParts } from '../worker-parts.ts';
import { someoneWaitsForALock } from './lock-waits.ts';

const LOCK_ENDPOINT = rawSql('SELECT id FROM "shaon_webhook_endpoint" WHERE id = $1 FOR UPDATE');

/* On SQLite there is one writer at a time, so nobody waits for a row. */
withWebhooks('locks of endpoints and deliveries', (test) => {
  let low: number;
  let high: number;
  const register = async () =>
    (
      await test.webhooks.endpoints.register(test.company, {
        url: test.receiver.url,
        events: ['employee.created'],
      })
    ).endpoint.id;

  before(async () => {
    low = await register();
    high = await register();
  });

  it('are taken endpoint by endpoint, by id ascending, when results of several are recorded', async () => {
    if (test.database.type === 'sqlite') return;
    const { database } = test.core.extension;
    const parts = workerParts(test.core, { waitsMs: [] });
    await queue(test.core, { companyId: test.company.companyId, endpoints: [low, high], count: 1 });
    const claimed = await claimDue(parts, 10);
    expect(claimed).to.have.length(2);
    let recorded: Promise<void> | undefined;
    await database.writeAllCompanies('test.hold', {}, async (all) => {
      await all.run(LOCK_ENDPOINT, [low]);
      // A failure for good of the first and a success of the second: both endpoints are to be changed.
      recorded = recordFinished(
        parts,
        claimed.map((each) => ({ claimed: each, result: each.endpointId === low ? FAILURE : SUCCESS })),
      );
      recorded.catch(() => undefined);
      await someoneWaitsForALock(all);
      await all.run(LOCK_ENDPOINT, [high]);
    });
    await recorded;
    const list = await test.webhooks.endpoints.list(test.company);
    expect(list.map(({ failureStreak }) => failureStreak)).to.deep.equal([1, 0]);
    expect(list[1]!.lastSuccessAt).not.to.equal(null);
  });

  it('make the repair of held deliveries wait for a switch of their endpoint', async () => {
    if (test.database.type === 'sqlite') return;
    const { database } = test.core.extension;
    await queue(test.core, { companyId: test.company.companyId, endpoints: [low], count: 2 });
    await database.writeAllCompanies('test.held', {}, (all) =>
      all.run(rawSql(`UPDATE "shaon_webhook_delivery" SET state = 'held', due_at = NULL WHERE state = 'pending'`)),
    );
    let repaired: Promise<boolean> | undefined;
    await database.writeAllCompanies('test.switch', {}, async (all) => {
      await all.run(LOCK_ENDPOINT, [low]);
      const sqlClock = sqlClockOf(database.dialect, test.clock);
      repaired = repairDeliveries({ database, sqlClock, options: resolveWebhooksOptions({}) });
      repaired.catch(() => undefined);
      await someoneWaitsForALock(all);
      await all.run(rawSql(`UPDATE "shaon_webhook_endpoint" SET enabled = $2 WHERE id = $1`), [low, false]);
    });
    expect(await repaired).to.equal(false);
    expect((await test.webhooks.endpoints.get(test.company, low)).held).to.equal(2);
  });
});
