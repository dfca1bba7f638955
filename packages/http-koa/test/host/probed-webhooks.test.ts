import { expect } from 'chai';
import { webhooksStalled } from '../../src/host/health.ts';

const health = (stalled: boolean) => ({ running: true, freeSlots: 1, oldestSendableMs: 0, stalled });

describe('the webhooks of a probe', () => {
  it('are looked at once for many probes of a moment, whoever sends them', async () => {
    let looks = 0;
    const isStalled = webhooksStalled({ health: async () => health(looks++ > 0) });
    expect(await Promise.all(Array.from({ length: 100 }, isStalled))).to.deep.equal(new Array(100).fill(false));
    expect(looks).to.equal(1);
  });

  it('are stalled when they say so, and when nothing can be read of them', async () => {
    expect(await webhooksStalled({ health: async () => health(true) })()).to.equal(true);
    const unread = { health: () => Promise.reject(new Error('The database is gone.')) };
    expect(await webhooksStalled(unread)()).to.equal(true);
  });
});
