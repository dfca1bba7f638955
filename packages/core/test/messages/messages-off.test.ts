import { createCore, isShaonError, silentLog } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { GOOD_PASSWORD } from '../accounts/people.ts';
import { newEmployee, refusal, TEST_KEYS, TEST_NOW, withCore } from '../support.ts';

const DAY = 86_400_000;

withCore(
  'messages: a product that welcomes its people itself',
  (test) => {
    const waiting = async () => {
      const text = 'SELECT id FROM "shaon_message" WHERE due_at IS NOT NULL OR text IS NOT NULL';
      return (await test.core.extension.database.allCompanies().run(rawSql(text))).length;
    };

    it('puts nothing into the outbox, and leaves the log-in without a password', async () => {
      expect(test.core.messages.isWelcoming).to.equal(false);
      const { id } = await test.core.employees.create(test.company, newEmployee());
      expect((await test.core.messages.latest(test.company, [id])).size).to.equal(0);
      const login = (await test.core.personnel.logins(test.company, [id])).get(id);
      expect(login).to.include({ hasPassword: false });
      const resent = await refusal(test.core.messages.resend(test.company, id));
      expect(isShaonError(resent, 'state_conflict') && resent.message).to.contain('access link');
      expect(await waiting()).to.equal(0);
    });

    it('lets them in by a link of the product’s own message', async () => {
      const employee = newEmployee();
      const { id } = await test.core.employees.create(test.company, employee);
      const { loginId } = (await test.core.personnel.logins(test.company, [id])).get(id) ?? { loginId: 0 };
      const { secret } = await test.core.accounts.makeLink(test.company, loginId);
      await test.core.accounts.useLink(secret, GOOD_PASSWORD);
      expect(await test.core.accounts.verify(employee.email, GOOD_PASSWORD)).to.include({ mustChangePassword: false });
    });

    it('takes back at the next prune what an earlier process left in the outbox', async () => {
      const before = await createCore({ database: test.database.connection(), keys: TEST_KEYS, clock: test.clock });
      try {
        const { id } = await before.employees.create(test.company, newEmployee());
        expect(await waiting()).to.equal(1);
        test.clock.set(new Date(test.clock.now().getTime() + 1));
        expect(await test.core.prune()).to.include({ unsentMessages: 1 });
        expect((await test.core.messages.latest(test.company, [id])).get(id)).to.include({
          state: 'failed',
          lastError: 'never_sent',
          dueAt: null,
        });
        expect(await waiting()).to.equal(0);
      } finally {
        await before.close();
      }
    });
  },
  { welcomeMessages: false },
);

withCore('messages: nobody sends', (test) => {
  it('gives up what has waited for a week, and leaves the rest', async () => {
    test.clock.set(TEST_NOW);
    const old = await test.core.employees.create(test.company, newEmployee());
    test.clock.set(new Date(Date.parse(TEST_NOW) + 7 * DAY));
    const young = await test.core.employees.create(test.company, newEmployee());
    expect(await test.core.prune()).to.include({ unsentMessages: 0 });
    test.clock.set(new Date(Date.parse(TEST_NOW) + 7 * DAY + 1));
    expect(await test.core.prune({ batchSize: 1 })).to.include({ unsentMessages: 1 });
    const latest = await test.core.messages.latest(test.company, [old.id, young.id]);
    expect([latest.get(old.id)?.state, latest.get(young.id)?.state]).to.deep.equal(['failed', 'waiting']);
    expect(await test.core.prune({ unsentMessageDays: 0 })).to.include({ unsentMessages: 1 });
  });

  it('and the next start says so while any waits', async () => {
    const lines: string[] = [];
    const log = { ...silentLog, warn: (_fields: object, text: string) => void lines.push(text) };
    const options = { database: test.database.connection(), keys: TEST_KEYS, clock: test.clock, log };
    const start = async () => (await createCore(options)).close();
    await start();
    expect(lines).to.deep.equal([]);
    await test.core.employees.create(test.company, newEmployee());
    await start();
    expect(lines.filter((line) => line.includes('welcomeMessages: false'))).to.have.lengthOf(1);
  });
});
