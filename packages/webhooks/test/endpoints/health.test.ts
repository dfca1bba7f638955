import type { EventType } from '@shaon/core';
import { expect } from 'chai';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { refusal, withWebhooks } from '../support.ts';

const NOTHING = { delivered: 0, failed: 0 };
const HOUR_MS = 3_600_000;

withWebhooks(
  "an endpoint's health",
  (test) => {
    const events: EventType[] = ['employee.created'];
    let id: number;

    before(async () => {
      // 01:00 on 16 June in Jerusalem, and a day earlier by UTC.
      test.clock.set('2026-06-15T22:00:00Z');
      id = (await test.webhooks.endpoints.register(test.company, { url: test.receiver.url, events })).endpoint.id;
    });

    const health = () => test.webhooks.endpoints.health(test.company, id);
    const deliver = async (status: number) => {
      test.receiver.behave(answer(status));
      await hire(test);
      await test.webhooks.drainOnce();
      return test.clock.now();
    };

    it('knows nothing before the first delivery', async () => {
      const found = await health();
      expect(found).to.deep.include({
        endpointId: id,
        last24Hours: NOTHING,
        last7Days: NOTHING,
        lastSuccessAt: null,
        lastFailureAt: null,
        failingSince: null,
        lastSuccess: null,
        lastFailure: null,
        pending: 0,
        retrying: 0,
        nextDueAt: null,
        held: 0,
      });
      expect(found.days.map(({ date }) => date)).to.have.lengthOf(14);
      expect([found.days[0]?.date, found.days.at(-1)?.date]).to.deep.equal(['2026-06-03', '2026-06-16']);
    });

    it("counts what ended in a day, a week and each of the company's days", async () => {
      await deliver(204);
      const second = await deliver(500).then(() => {
        test.clock.advance(1_000);
        test.receiver.behave(answer(200));
        return test.webhooks.drainOnce();
      });
      expect(second, 'the retry').to.equal(1);
      test.clock.advance(26 * HOUR_MS);
      const succeededAt = await deliver(201);

      const found = await health();
      expect(found.last24Hours).to.deep.equal({ delivered: 1, failed: 0 });
      expect(found.last7Days).to.deep.equal({ delivered: 3, failed: 0 });
      expect(found.lastSuccessAt).to.deep.equal(succeededAt);
      expect(found.lastSuccess).to.deep.include({ at: succeededAt, status: 201, error: null });
      expect(found.days.slice(-3)).to.deep.equal([
        { date: '2026-06-15', atOnce: 0, afterRetry: 0, failed: 0 },
        { date: '2026-06-16', atOnce: 1, afterRetry: 1, failed: 0 },
        { date: '2026-06-17', atOnce: 1, afterRetry: 0, failed: 0 },
      ]);
    });

    it('has failed since the first delivery after the last success that was given up', async () => {
      await deliver(503);
      expect(await health()).to.deep.include({ failingSince: null, pending: 1, retrying: 1 });
      expect((await health()).nextDueAt).to.deep.equal(new Date(test.clock.now().getTime() + 1_000));
      test.clock.advance(1_000);
      await test.webhooks.drainOnce();
      const since = test.clock.now();
      test.clock.advance(60_000);
      await deliver(503);
      test.clock.advance(1_000);
      await test.webhooks.drainOnce();

      const found = await health();
      expect(found).to.deep.include({ failingSince: since, lastFailureAt: test.clock.now(), pending: 0, retrying: 0 });
      expect(found.lastFailure).to.deep.include({ status: 503, error: 'server_error' });
      expect(found.last24Hours).to.deep.equal({ delivered: 1, failed: 2 });
      expect(found.days.at(-1)).to.deep.include({ failed: 2 });

      test.clock.advance(1_000);
      await deliver(200);
      expect((await health()).failingSince).to.equal(null);
    });

    it('counts what is held, and is the same in the list of all', async () => {
      const other = await test.webhooks.endpoints.register(test.company, {
        url: test.receiver.url,
        events: ['leave_request.approved'],
      });
      await test.webhooks.endpoints.disable(test.company, id);
      await hire(test);
      const { days: _days, lastSuccess: _success, lastFailure: _failure, ...figures } = await health();
      expect(figures).to.include({ held: 1, pending: 0 });
      const all = await test.webhooks.endpoints.healthOfAll(test.company);
      expect(all.map(({ endpointId }) => endpointId)).to.deep.equal([id, other.endpoint.id]);
      expect(all[0]).to.deep.equal(figures);
      expect(all[1]).to.deep.include({ last7Days: NOTHING, held: 0 });
      await test.webhooks.endpoints.enable(test.company, id, 'discard');
    });

    it('remembers the last success for longer than the delivery is kept', async () => {
      const { lastSuccessAt } = await health();
      test.clock.advance(31 * 24 * HOUR_MS);
      await test.webhooks.prune();
      const found = await health();
      expect(found.lastSuccess).to.equal(null);
      expect(found.lastSuccessAt?.getTime()).to.be.within(lastSuccessAt!.getTime() - 60_000, lastSuccessAt!.getTime());
      expect(found.failingSince, 'the failures before it are still kept').to.equal(null);
    });

    it("is nobody else's to see", async () => {
      expect(await refusal(test.webhooks.endpoints.health(test.foreign, id))).to.have.property('code', 'not_found');
      expect(await test.webhooks.endpoints.healthOfAll(test.foreign)).to.deep.equal([]);
    });
  },
  { waitsMs: [1_000] },
);
