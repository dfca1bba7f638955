import { expect } from 'chai';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { refusal, withWebhooks } from '../support.ts';

withWebhooks(
  'a replay',
  (test) => {
    let id: number;
    let from: Date;

    before(async () => {
      const events = ['employee.created'] as const;
      id = (await test.webhooks.endpoints.register(test.company, { url: test.receiver.url, events })).endpoint.id;
      from = test.clock.now();
      for (const status of [200, 503, 503, 503]) {
        test.receiver.behave(answer(status));
        await hire(test);
        await test.webhooks.drainOnce();
      }
      test.clock.advance(60_000);
    });

    const count = (which: 'failed' | 'all', since = from) =>
      test.webhooks.deliveries.countReplay(test.company, id, { from: since, which });
    const replays = () => test.webhooks.deliveries.replays(test.company, id);

    it('is counted before it is made', async () => {
      expect(await count('failed')).to.equal(3);
      expect(await count('all')).to.equal(4);
      expect(await count('failed', test.clock.now())).to.equal(0);
      expect(await replays()).to.deep.equal([]);
    });

    it('tells how far it has come, until it is over', async () => {
      const at = test.clock.now();
      expect(await test.webhooks.deliveries.replay(test.company, id, { from })).to.equal(3);
      expect(await replays()).to.deep.equal([{ at, total: 3, delivered: 0, failed: 0, cancelled: 0, waiting: 3 }]);
      expect(await count('failed'), 'what is open is not doubled').to.equal(0);
      await test.webhooks.endpoints.disable(test.company, id);
      expect((await replays())[0]).to.include({ waiting: 3 });
      await test.webhooks.endpoints.enable(test.company, id, 'send');
      let left = 1;
      test.receiver.behave((socket, request) => answer(left-- > 0 ? 204 : 500)(socket, request));
      await test.webhooks.drainOnce();
      expect(await replays()).to.deep.equal([{ at, total: 3, delivered: 1, failed: 2, cancelled: 0, waiting: 0 }]);
    });

    it('stands beside the ones before it, newest first, for seven days', async () => {
      test.clock.advance(60_000);
      expect(await test.webhooks.deliveries.replay(test.company, id, { from, which: 'all' })).to.equal(4);
      expect((await replays()).map(({ total }) => total)).to.deep.equal([4, 3]);
      test.clock.advance(7 * 86_400_000);
      expect((await replays()).map(({ total }) => total)).to.deep.equal([4]);
    });

    it("is nobody else's", async () => {
      expect(await refusal(test.webhooks.deliveries.replays(test.foreign, id))).to.have.property('code', 'not_found');
      const foreign = test.webhooks.deliveries.countReplay(test.foreign, id, { from });
      expect(await refusal(foreign)).to.have.property('code', 'not_found');
      const wrong = test.webhooks.deliveries.countReplay(test.company, id, { from: new Date(Number.NaN) });
      expect(await refusal(wrong)).to.have.property('code', 'invalid_input');
    });
  },
  { waitsMs: [] },
);
