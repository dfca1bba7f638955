import { setImmediate } from 'node:timers/promises';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { type Claimed, type ClaimParts, claim } from '../../src/dispatch/claim.ts';
import { type RecordParts, recordFinished } from '../../src/dispatch/record.ts';
import { SUCCESS } from '../attempt-results.ts';
import { queue } from '../queued.ts';
import { loopback, until, withWebhooks } from '../support.ts';
import { workerParts } from '../worker-parts.ts';

const WORKERS = 8;
const MAX_INFLIGHT = 3;
const DELIVERIES = 480;

withWebhooks('several workers at once', (test) => {
  let worker: ClaimParts & RecordParts;
  let endpoints: number[];

  before(async () => {
    worker = workerParts(test.core, loopback(test.authority));
  });

  beforeEach(async () => {
    endpoints = [];
    for (const path of ['/a', '/b']) {
      const { endpoint } = await test.webhooks.endpoints.register(test.company, {
        url: test.receiver.url + path,
        events: ['leave_request.approved'],
        max_inflight: MAX_INFLIGHT,
      });
      endpoints.push(endpoint.id);
    }
  });

  const due = async () => (await test.webhooks.backlog()).due;

  it('never have more on their way to an endpoint than it allows', async () => {
    await queue(test.core, { companyId: test.company.companyId, endpoints, count: DELIVERIES / endpoints.length });
    const onTheWay = new Map<number, number>();
    const count = ({ endpointId }: Claimed, by: number) => {
      const now = (onTheWay.get(endpointId) ?? 0) + by;
      onTheWay.set(endpointId, now);
      return now;
    };
    let most = 0;
    let claimedInAll = 0;
    const end = Date.now() + 15_000;
    const work = async () => {
      while ((await due()) > 0 && Date.now() < end) {
        // Looking is synchronous on SQLite: without a turn of the event loop nobody else would get on.
        await setImmediate();
        const { claimed } = await claim(worker, 50);
        claimedInAll += claimed.length;
        for (const each of claimed) most = Math.max(most, count(each, 1));
        // One by one, so that room is found in every size.
        for (const each of claimed) {
          // Before it is on record: afterwards another worker may have filled the room already.
          count(each, -1);
          await recordFinished(worker, [{ claimed: each, result: SUCCESS }]);
        }
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    expect(claimedInAll).to.equal(DELIVERIES);
    expect(most).to.equal(MAX_INFLIGHT);
  });

  it('do not wait for each other, and say what another one is claiming for', async () => {
    if (test.database.type === 'sqlite') return; // one worker
    await queue(test.core, { companyId: test.company.companyId, endpoints, count: 1 });
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isLocked = false;
    const other = test.core.extension.database.writeAllCompanies('test.hold', {}, async (all) => {
      await all.run(rawSql('SELECT id FROM "shaon_webhook_endpoint" WHERE id = $1 FOR NO KEY UPDATE'), [endpoints[0]!]);
      isLocked = true;
      await held;
    });
    try {
      await until(() => isLocked);
      const first = await claim(worker, 50);
      expect(first.claimed.map(({ endpointId }) => endpointId)).to.deep.equal([endpoints[1]]);
      expect(first.isContended).to.equal(true);
      // Domain changes go on queueing to it.
      await queue(test.core, { companyId: test.company.companyId, endpoints: [endpoints[0]!], count: 1 });
    } finally {
      release();
      await other;
    }
    const second = await claim(worker, 50);
    expect(second.claimed.map(({ endpointId }) => endpointId)).to.deep.equal([endpoints[0], endpoints[0]]);
    expect(second.isContended).to.equal(false);
  });
});
