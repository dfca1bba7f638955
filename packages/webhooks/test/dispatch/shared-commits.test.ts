import type { Database } from '@shaon/core/storage';
import { expect } from 'chai';
import { Dispatcher } from '../../src/dispatch/dispatcher.ts';
import { sqlClockOf } from '../../src/sql-clock.ts';
import { queue } from '../queued.ts';
import { answer } from '../receiver/tls-receiver.ts';
import { loopback, until, withWebhooks } from '../support.ts';
import { resolvedWith } from '../webhooks-with.ts';

const MAX_INFLIGHT = 6;
const DELIVERIES = 60;

withWebhooks('results on SQLite', (test) => {
  it('share commits with each other', async () => {
    if (test.database.type === 'postgres') return; // a commit there holds nobody up
    const { endpoint } = await test.webhooks.endpoints.register(test.company, {
      url: test.receiver.url,
      events: ['leave_request.approved'],
      max_inflight: MAX_INFLIGHT,
    });
    await queue(test.core, { companyId: test.company.companyId, endpoints: [endpoint.id], count: DELIVERIES });
    test.receiver.behave((socket, request) => setTimeout(() => answer(200)(socket, request), Math.random() * 4));
    const steps: string[] = [];
    const dispatcher = new Dispatcher({
      database: noting(test.core.extension.database, steps),
      audit: test.core.audit,
      tellAdmins: test.core.extension.tellAdmins,
      sqlClock: sqlClockOf('sqlite', test.clock),
      keys: test.core.extension.keys,
      clock: test.clock,
      log: test.core.extension.log,
      options: resolvedWith({ ...loopback(test.authority), pollMs: 60_000 }),
    });
    dispatcher.start();
    try {
      await until(
        async () => (await test.webhooks.deliveries.list(test.company, SUCCEEDED, PAGE)).total === DELIVERIES,
      );
    } finally {
      await dispatcher.stop(1_000);
    }
    const records = steps.filter((step) => step === 'record begun').length;
    expect(records, 'commits of results').to.be.below(DELIVERIES / 2);
  });
});

const SUCCEEDED = { state: 'succeeded' } as const;
const PAGE = { page: 1, per_page: 1 };

/** A database that notes when its sender's writes begin and end. */
function noting(database: Database, steps: string[]): Database {
  return new Proxy(database, {
    get(target, name) {
      const noted = async <T>(place: string, write: () => Promise<T>): Promise<T> => {
        const step = place.replace('webhooks.', '');
        steps.push(`${step} begun`);
        const result = await write();
        steps.push(`${step} done`);
        return result;
      };
      if (name === 'writeAllCompanies') {
        return (...write: Parameters<Database['writeAllCompanies']>) =>
          noted(write[0], () => target.writeAllCompanies(...write));
      }
      if (name === 'autocommit') {
        return (place: string) => {
          const all = target.autocommit(place);
          return new Proxy(all, {
            get: (scope, member) =>
              member === 'run'
                ? (...statement: Parameters<typeof all.run>) => noted(place, () => scope.run(...statement))
                : Reflect.get(scope, member),
          });
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
