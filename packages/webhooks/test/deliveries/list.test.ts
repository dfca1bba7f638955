import type { DeliveryFilter } from '@shaon/webhooks';
import { expect } from 'chai';
import { hire } from '../hire.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { refusal, withWebhooks } from '../support.ts';

const MINUTE_MS = 60_000;

withWebhooks(
  'the list of deliveries',
  (test) => {
    let one: number;
    let other: number;
    let begin: Date;

    /* To `one`: 204, 503 given up, a test given up with no answer, and one that waits. To `other`: 204, 301 given up. */
    before(async () => {
      const { endpoints, deliveries } = test.webhooks;
      const events = ['employee.created'] as const;
      one = (await endpoints.register(test.company, { url: test.receiver.url, events })).endpoint.id;
      other = (await endpoints.register(test.company, { url: `${test.receiver.url}/2`, events })).endpoint.id;
      begin = test.clock.now();
      test.receiver.behave(answer(204));
      await hire(test);
      await test.webhooks.drainOnce();
      test.clock.advance(MINUTE_MS);
      test.receiver.behave((socket, request) => answer(request.path.endsWith('/2') ? 301 : 503)(socket, request));
      await hire(test);
      await test.webhooks.drainOnce();
      test.clock.advance(MINUTE_MS);
      test.receiver.behave((socket) => socket.destroy());
      await deliveries.sendTest(test.company, one, 'leave_request.approved');
      await test.webhooks.drainOnce();
      test.clock.advance(MINUTE_MS);
      await deliveries.sendTest(test.company, one);
    });

    const listed = async (filter: DeliveryFilter, page = 1, per_page = 50) => {
      const { items, total } = await test.webhooks.deliveries.list(test.company, filter, { page, per_page });
      return { total, shown: items.map(({ state, lastStatus }) => `${state} ${lastStatus}`) };
    };
    const at = (minutes: number) => new Date(begin.getTime() + minutes * MINUTE_MS);

    it('has everything, newest first, with its event', async () => {
      const { items, total } = await test.webhooks.deliveries.list(test.company, {}, { page: 1, per_page: 50 });
      expect(total).to.equal(6);
      expect(items.map(({ id }) => id)).to.deep.equal(items.map(({ id }) => id).toSorted((a, b) => b - a));
      expect(items.slice(0, 3).map(({ eventType }) => eventType)).to.deep.equal([
        'employee.updated',
        'leave_request.approved',
        'employee.created',
      ]);
    });

    const cases: readonly (readonly [string, () => DeliveryFilter, readonly string[]])[] = [
      ['an endpoint', () => ({ endpointId: other }), ['failed 301', 'succeeded 204']],
      ['a state', () => ({ state: 'pending' }), ['pending null']],
      ['an event', () => ({ eventType: 'leave_request.approved' }), ['failed null']],
      ['an exact status', () => ({ status: 503 }), ['failed 503']],
      ['a class of statuses', () => ({ status: '3xx' }), ['failed 301']],
      ['no status', () => ({ status: 'none' }), ['failed null']],
      ['a time', () => ({ from: at(1), until: at(2), endpointId: one }), ['failed 503']],
      ['the end of a time, itself excluded', () => ({ until: at(1), endpointId: one }), ['succeeded 204']],
      [
        'all at once',
        () => ({
          endpointId: one,
          state: 'failed',
          eventType: 'employee.created',
          status: '5xx',
          from: at(0),
          until: at(9),
        }),
        ['failed 503'],
      ],
      ['what nothing is', () => ({ eventType: 'employee.deleted' }), []],
    ];
    for (const [name, filter, shown] of cases) {
      it(`is narrowed by ${name}, with its total`, async () => {
        expect(await listed(filter())).to.deep.equal({ total: shown.length, shown });
      });
    }

    it('goes page by page', async () => {
      const first = await listed({ eventType: 'employee.created' }, 1, 3);
      const second = await listed({ eventType: 'employee.created' }, 2, 3);
      expect([first.total, second.total, first.shown.length, second.shown.length]).to.deep.equal([4, 4, 3, 1]);
      expect(await listed({}, 9, 50)).to.deep.equal({ total: 6, shown: [] });
    });

    it('refuses a time and a status that are none', async () => {
      for (const [filter, field] of [
        [{ from: new Date(Number.NaN) }, 'from'],
        [{ from: new Date(-8.64e15) }, 'from'],
        [{ until: new Date(8.64e15) }, 'until'],
        [{ until: '2026-01-01' }, 'until'],
        [{ status: '6xx' }, 'status'],
        [{ status: 99.5 }, 'status'],
      ] as const) {
        expect(await refusal(listed(filter as never)), field)
          .to.have.property('errors')
          .that.has.keys(field);
      }
    });
  },
  { waitsMs: [] },
);
