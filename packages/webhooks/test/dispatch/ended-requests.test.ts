import type { Database } from '@shaon/core/extension';
import { expect } from 'chai';
import { Dispatcher } from '../../src/dispatch/dispatcher.ts';
import { dueTime } from '../../src/due-time.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { queue } from '../queued.ts';
import { loopback, until, withWebhooks } from '../support.ts';

const MAX_INFLIGHT = 3;
const DELIVERIES = 3 * MAX_INFLIGHT;

withWebhooks('requests that have ended on PostgreSQL', (test) => {
  it('leave their room while their results are written, to as many as may be open', async () => {
    if (test.database.type === 'sqlite') return; // a claim shares the commit of results
    const { endpoint } = await test.webhooks.endpoints.register(test.company, {
      url: test.receiver.url,
      events: ['leave_request.approved'],
      max_inflight: MAX_INFLIGHT,
    });
    await queue(test.core, { companyId: test.company.companyId, endpoints: [endpoint.id], count: DELIVERIES });
    let write: () => void = () => {};
    const mayWrite = new Promise<void>((resolve) => {
      write = resolve;
    });
    const dispatcher = new Dispatcher({
      database: writingAfter(test.core.extension.database, mayWrite),
      time: dueTime('postgres', test.clock),
      keys: test.core.extension.keys,
      clock: test.clock,
      log: test.core.extension.log,
      options: resolveWebhooksOptions({ ...loopback(test.authority), pollMs: 50 }),
    });
    const received = () => test.receiver.requests.length;
    const succeeded = async () => (await test.webhooks.deliveries.list(test.company, SUCCEEDED, PAGE)).total;
    dispatcher.start();
    try {
      await until(() => received() === 2 * MAX_INFLIGHT);
      // Some polls, in which no more may be claimed.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(received(), 'while nothing is on record').to.equal(2 * MAX_INFLIGHT);
      expect(await succeeded()).to.equal(0);
      write();
      await until(async () => (await succeeded()) === DELIVERIES);
      expect(received()).to.equal(DELIVERIES);
    } finally {
      write();
      await dispatcher.stop(1_000);
    }
  });
});

const SUCCEEDED = { state: 'succeeded' } as const;
const PAGE = { page: 1, per_page: 1 };

/** A database that writes results only after `moment`. */
function writingAfter(database: Database, moment: Promise<void>): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'appendAllCompanies') {
        return async (place: string, work: Parameters<Database['appendAllCompanies']>[1]) => {
          if (place === 'webhooks.record') await moment;
          return target.appendAllCompanies(place, work);
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
