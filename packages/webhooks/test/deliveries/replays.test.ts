import { expect } from 'chai';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { refusal, withWebhooks } from '../support.ts';

const PAGE = { page: 1, per_page: 10 };

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

    const count = (since = from) => test.webhooks.deliveries.countReplay(test.company, id, since);
    const states = async (company = test.company) => {
      const { items, total } = await test.webhooks.deliveries.list(
        company,
        { endpointId: id, trigger: 'replay' },
        PAGE,
      );
      expect(items.map(({ trigger }) => trigger)).to.deep.equal(Array(total).fill('replay'));
      return items.map(({ state }) => state).sort();
    };

    it('is counted before it is made', async () => {
      expect(await count()).to.equal(3);
      expect(await count(test.clock.now())).to.equal(0);
      expect(await states()).to.deep.equal([]);
    });

    it('is in the list by its trigger, which tells how far it has come', async () => {
      expect(await test.webhooks.deliveries.replay(test.company, id, from)).to.equal(3);
      expect(await states()).to.deep.equal(['pending', 'pending', 'pending']);
      expect(await count(), 'what is open is not doubled').to.equal(0);
      await test.webhooks.endpoints.disable(test.company, id);
      expect(await states()).to.deep.equal(['held', 'held', 'held']);
      await test.webhooks.endpoints.enable(test.company, id, 'send');
      let left = 1;
      test.receiver.behave((socket, request) => answer(left-- > 0 ? 204 : 500)(socket, request));
      await test.webhooks.drainOnce();
      expect(await states()).to.deep.equal(['failed', 'failed', 'succeeded']);
    });

    it('sends again what failed again', async () => {
      test.clock.advance(60_000);
      expect(await test.webhooks.deliveries.replay(test.company, id, from)).to.equal(2);
      expect(await states()).to.deep.equal(['failed', 'failed', 'pending', 'pending', 'succeeded']);
    });

    it("is nobody else's", async () => {
      expect(await states(test.foreign)).to.deep.equal([]);
      const foreign = test.webhooks.deliveries.countReplay(test.foreign, id, from);
      expect(await refusal(foreign)).to.have.property('code', 'not_found');
      const wrong = test.webhooks.deliveries.countReplay(test.company, id, new Date(Number.NaN));
      expect(await refusal(wrong)).to.have.property('code', 'invalid_input');
    });
  },
  { waitsMs: [] },
);
