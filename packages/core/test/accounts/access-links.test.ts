import { InvalidInputError } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { GOOD_PASSWORD, newAdmin, newWelcomed } from './people.ts';

withCore('accounts: access links', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  it('lets the first admin of a company set their password and sign in', async () => {
    const invited = { name: 'דנה', email: 'Dana@Example.test' };
    const { account, link } = await test.core.accounts.inviteAdmin(test.company.companyId, invited);
    expect(account).to.include({ name: 'דנה', role: 'admin', employeeId: null, hasPassword: false });
    expect(await test.core.accounts.openLink(link.secret)).to.deep.equal({
      ...invited,
      expiresAt: link.expiresAt,
      ownLocale: null,
      company: { name: 'Bakery', zone: 'Asia/Jerusalem', locale: 'he' },
    });
    await test.core.accounts.useLink(link.secret, GOOD_PASSWORD);
    const signedIn = await test.core.accounts.signIn({ email: 'dana@example.TEST', password: GOOD_PASSWORD });
    expect(signedIn).to.include({ mustChangePassword: false });
    expect(signedIn.actor).to.deep.equal({
      kind: 'account',
      companyId: test.company.companyId,
      loginId: account.id,
      role: 'admin',
      name: 'דנה',
      employeeId: null,
    });
  });

  it('refuses an address that an employee or a frozen one has, and a company that is not there', async () => {
    const { employee } = await newWelcomed(test.core, test.foreign);
    await test.core.employees.freeze(test.foreign, employee.id);
    const input = { name: 'x', email: employee.email.toUpperCase() };
    const error = await refusal(test.core.accounts.inviteAdmin(test.company.companyId, input));
    expect((error as InvalidInputError).errors).to.deep.equal({ email: [{ rule: 'unique' }] });
    const nowhere = test.core.accounts.inviteAdmin(4711, { name: 'x', email: 'nowhere@example.test' });
    expect(await refusal(nowhere)).to.have.property('code', 'not_found');
  });

  it('refuses a link of a clock far ahead once it is set right, and accepts one of a clock some minutes ahead', async () => {
    const invite = async (name: string, ahead: number) => {
      test.clock.set(new Date(Date.parse(TEST_NOW) + ahead));
      const input = { name, email: `${name}@ahead.test`, role: 'manager' } as const;
      const { account, link } = await test.core.accounts.create(test.company, input);
      test.clock.set(TEST_NOW);
      const listed = (await test.core.accounts.list(test.company)).find(({ id }) => id === account.id);
      return { secret: link.secret, state: listed?.state };
    };
    const far = await invite('far', 365 * 24 * 3_600_000);
    expect(far.state).to.equal('without_link');
    expect(await test.core.accounts.openLink(far.secret)).to.equal(null);
    const error = await refusal(test.core.accounts.useLink(far.secret, GOOD_PASSWORD));
    expect(error).to.have.property('code', 'not_authenticated');
    const near = await invite('near', 10 * 60_000);
    expect(near.state).to.equal('invited');
    await test.core.accounts.useLink(near.secret, GOOD_PASSWORD);
  });

  it('names what is wrong with a password and leaves the link usable', async () => {
    const email = 'boss.person@example.test';
    const { link } = await test.core.accounts.create(test.company, { name: 'B', email, role: 'manager' });
    for (const [password, rule] of [
      ['', 'required'],
      ['ninechars', 'min_length'],
      ['😀😀😀😀😀😀😀😀😀', 'min_length'],
      ['x'.repeat(201), 'max_length'],
      [email.toUpperCase(), 'different'],
    ] as const) {
      const error = (await refusal(test.core.accounts.useLink(link.secret, password))) as InvalidInputError;
      expect(error).to.be.instanceOf(InvalidInputError);
      expect(error.errors.password?.map((one) => one.rule)).to.deep.equal([rule]);
      if (password !== '') expect(error.message).not.to.contain(password);
    }
    await test.core.accounts.useLink(link.secret, GOOD_PASSWORD);
  });

  it('is used once, also by twenty at a time', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    const link = await test.core.accounts.makeLink(test.company, actor.loginId);
    const uses = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => test.core.accounts.useLink(link.secret, `${GOOD_PASSWORD} ${index}`)),
    );
    expect(uses.filter((use) => use.status === 'fulfilled')).to.have.lengthOf(1);
    for (const use of uses) {
      if (use.status === 'rejected') expect(use.reason).to.have.property('code', 'not_authenticated');
    }
    expect(await test.core.accounts.openLink(link.secret)).to.equal(null);
  });

  it('ends after 72 hours, by a newer link, and with a disabled account', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    await newAdmin(test.core, test.company);
    const first = await test.core.accounts.makeLink(test.company, actor.loginId);
    const second = await test.core.accounts.makeLink(test.company, actor.loginId);
    expect(await test.core.accounts.openLink(first.secret)).to.equal(null);
    test.clock.advance(72 * 3_600_000 - 1);
    expect(await test.core.accounts.openLink(second.secret)).not.to.equal(null);
    test.clock.advance(1);
    expect(await test.core.accounts.openLink(second.secret)).to.equal(null);
    const third = await test.core.accounts.makeLink(test.company, actor.loginId);
    await test.core.accounts.disable(test.company, actor.loginId);
    expect(await refusal(test.core.accounts.useLink(third.secret, GOOD_PASSWORD))).to.have.property(
      'code',
      'not_authenticated',
    );
    expect(await refusal(test.core.accounts.makeLink(test.company, actor.loginId))).to.have.property(
      'code',
      'state_conflict',
    );
  });

  it('ends the sessions of the account, and stores no secret', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const { secret } = await test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
    const link = await test.core.accounts.makeLink(test.company, actor.loginId);
    const stored = JSON.stringify([
      await test.core.extension.database.allCompanies().run(rawSql('SELECT * FROM "shaon_access_link"')),
      await test.core.extension.database.allCompanies().run(rawSql('SELECT * FROM "shaon_session"')),
      await test.core.extension.database.allCompanies().run(rawSql('SELECT * FROM "shaon_audit"')),
    ]);
    for (const hidden of [secret, link.secret, GOOD_PASSWORD]) expect(stored).not.to.contain(hidden);
    await test.core.accounts.useLink(link.secret, 'another password');
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
  });

  it('takes no other text for a link', async () => {
    for (const secret of ['', 'x', `${'a'.repeat(43)}`, "' OR 1=1 --", undefined as never, 7 as never]) {
      expect(await test.core.accounts.openLink(secret)).to.equal(null);
      expect(await refusal(test.core.accounts.useLink(secret, GOOD_PASSWORD))).to.have.property(
        'code',
        'not_authenticated',
      );
    }
  });
});
