import { sentStatements } from '@shaon/testing';
import { expect } from 'chai';
import { type ClaimParts, claim } from '../../src/dispatch/claim.ts';
import { type RecordParts, recordFinished } from '../../src/dispatch/record.ts';
import { hire } from '../hire.ts';
import { loopback, withWebhooks } from '../support.ts';
import { workerParts } from '../worker-parts.ts';

const ATTEMPT = { errorCode: null, durationMs: 1, remoteAddress: '127.0.0.1', excerpt: '' };

withWebhooks('round trips to PostgreSQL', (test) => {
  let worker: ClaimParts & RecordParts;

  before(async () => {
    worker = workerParts(test.core, { ...loopback(test.authority), waitsMs: [1_000] });
    for (const path of ['/a', '/b']) {
      const url = test.receiver.url + path;
      await test.webhooks.endpoints.register(test.company, { url, events: ['employee.created'] });
    }
  });

  it('are one for an event, one for a claim, and one for a batch of results', async () => {
    if (test.database.type === 'sqlite') return; // its statements are calls
    // The company's zone is known from the event before.
    await hire(test);
    const ofEvent = await statementsOf(() => hire(test));
    expect(ofEvent.filter((text) => text.includes('shaon_webhook'))).to.have.lengthOf(1);
    let claimed = await claimOnce();
    expect(claimed).to.have.lengthOf(4);
    await recordOnce(claimed, 'server_error', 500);
    test.clock.advance(1_000);
    claimed = await claimOnce();
    expect(claimed).to.have.lengthOf(4);
    await recordOnce(claimed, 'success', 200);
    expect(await claimOnce(), 'nothing is left').to.deep.equal([]);
    expect((await test.webhooks.deliveries.list(test.company, { state: 'succeeded' }, PAGE)).total).to.equal(4);
  });

  async function claimOnce() {
    let claimed: Awaited<ReturnType<typeof claim>>['claimed'] = [];
    const texts = await statementsOf(async () => {
      ({ claimed } = await claim(worker, 50));
    });
    expect(texts).to.have.lengthOf(1);
    return claimed;
  }

  async function recordOnce(
    claimed: Awaited<ReturnType<typeof claim>>['claimed'],
    outcome: 'success' | 'server_error',
    status: number,
  ): Promise<void> {
    const finished = claimed.map((each) => ({ claimed: each, result: { ...ATTEMPT, outcome, status } }));
    expect(await statementsOf(() => recordFinished(worker, finished))).to.have.lengthOf(1);
  }
});

const PAGE = { page: 1, per_page: 50 };

/** Every text that goes to a server meanwhile, but for what wakes other processes. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts = await sentStatements(work);
  return texts.filter((text) => !text.includes('pg_notify'));
}
