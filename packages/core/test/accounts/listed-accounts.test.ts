import { expect } from 'chai';
import { TEST_NOW, withCore } from '../support.ts';
import { GOOD_PASSWORD, newAdmin, newPerson, newWelcomed } from './people.ts';

const HOUR = 3_600_000;

withCore('accounts: the list', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const listed = async (id: number) => {
    const account = (await test.core.accounts.list(test.company, { everybody: true })).find((one) => one.id === id);
    expect(await test.core.accounts.get(test.company, id)).to.deep.equal(account);
    return account;
  };

  it('says whether an account is invited, without a link, active or disabled', async () => {
    const { accounts } = test.core;
    await newAdmin(test.core, test.company);
    const input = { name: 'Office', email: 'office@example.test', role: 'manager' } as const;
    const { account, link } = await accounts.create(test.company, input);
    const { id } = account;
    expect(await listed(id)).to.include({ state: 'invited', lastSignInAt: null, hasPassword: false });
    expect((await listed(id))?.linkExpiresAt).to.deep.equal(link.expiresAt);
    test.clock.advance(72 * HOUR);
    expect(await listed(id)).to.include({ state: 'without_link', linkExpiresAt: null });
    const renewed = await accounts.makeLink(test.company, id);
    expect(await listed(id)).to.include({ state: 'invited' });
    await accounts.useLink(renewed.secret, GOOD_PASSWORD);
    expect(await listed(id)).to.include({ state: 'active', linkExpiresAt: null, lastSignInAt: null });
    await accounts.signIn({ email: input.email, password: GOOD_PASSWORD });
    expect((await listed(id))?.lastSignInAt).to.deep.equal(test.clock.now());
    const { expiresAt } = await accounts.makeLink(test.company, id);
    expect(await listed(id)).to.deep.include({ state: 'active', linkExpiresAt: expiresAt });
    await accounts.disable(test.company, id);
    expect(await listed(id)).to.include({ state: 'disabled', linkExpiresAt: null });
    await accounts.enable(test.company, id);
    expect(await listed(id)).to.include({ state: 'active', linkExpiresAt: null });
  });

  it('leaves employees out unless everybody is asked for, and other companies always', async () => {
    const { actor } = await newPerson(test.core, test.company, 'manager');
    const { employee } = await newWelcomed(test.core, test.company);
    const { actor: theirs } = await newAdmin(test.core, test.foreign);
    const ids = async (filter?: { everybody: boolean }) =>
      (await test.core.accounts.list(test.company, filter)).map(({ id }) => id);
    expect(await ids())
      .to.include(actor.loginId)
      .and.not.to.include(theirs.loginId);
    const everybody = await test.core.accounts.list(test.company, { everybody: true });
    expect(everybody.map(({ id }) => id)).not.to.include(theirs.loginId);
    expect(everybody.find(({ employeeId }) => employeeId === employee.id)).to.include({ state: 'active' });
  });
});
