import { setImmediate } from 'node:timers/promises';
import { silentLog } from '@shaon/core';
import type { CompanyWrites, Database } from '@shaon/core/storage';
import { expect } from 'chai';
import { Dispatcher } from '../../src/dispatch/dispatcher.ts';
import { resolveWebhooksOptions } from '../../src/options.ts';
import { sqlClockOf } from '../../src/sql-clock.ts';

const clock = { now: () => new Date() };

/** How often a sender claims within some time while it is woken all the time, and the most that is allowed. */
async function claimsWithin(milliseconds: number): Promise<{ claims: number; most: number }> {
  let claims = 0;
  const database = {
    dialect: 'postgres',
    isOpen: true,
    allCompanies: () => ({ run: async () => [] }),
    autocommit: () => ({
      run: async () => {
        claims += 1;
        return [{ id: null, is_contended: false, stopped_at: null }];
      },
    }),
  } as unknown as Database & CompanyWrites;
  const dispatcher = new Dispatcher({
    database,
    audit: {} as never,
    tellAdmins: async () => {},
    sqlClock: sqlClockOf('postgres', clock),
    keys: {} as never,
    clock,
    log: silentLog,
    options: resolveWebhooksOptions({}),
  });
  dispatcher.start();
  const startedAt = performance.now();
  while (performance.now() < startedAt + milliseconds) {
    dispatcher.wake();
    await setImmediate();
  }
  await dispatcher.stop(0);
  return { claims, most: (performance.now() - startedAt) / 10 + 2 };
}

describe('claims of a sender that is woken all the time', () => {
  it('follow each other after 10 ms', async () => {
    const { claims, most } = await claimsWithin(200);
    expect(claims).to.be.within(2, most);
  });
});
