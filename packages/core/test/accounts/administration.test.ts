import type { AccountActor, StaffRole } from '@shaon/core';
import { expect } from 'chai';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { GOOD_PASSWORD, newAdmin, newPerson, newWelcomed } from './people.ts';

withCore('accounts: administration', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const code = async (promise: Promise<unknown>) => ((await refusal(promise)) as { code: string }).code;

  it('never disables the last active admin, also when two disable one another', async () => {
    const company = { ...test.company, companyId: (await test.core.companies.create({ name: 'Two admins' })).id };
    const one = await newAdmin(test.core, company);
    expect(await code(test.core.accounts.disable(company, one.actor.loginId))).to.equal('state_conflict');
    // An invited admin who has no password yet is not one who can act.
    await test.core.accounts.create(company, { name: 'Invited', email: 'invited@example.test', role: 'admin' });
    expect(await code(test.core.accounts.disable(company, one.actor.loginId))).to.equal('state_conflict');
    const two = await newAdmin(test.core, company);
    for (let round = 0; round < 10; round++) {
      const results = await Promise.allSettled([
        test.core.accounts.disable(one.actor, two.actor.loginId),
        test.core.accounts.disable(two.actor, one.actor.loginId),
      ]);
      expect(results.map((result) => result.status).sort()).to.deep.equal(['fulfilled', 'rejected']);
      for (const { actor } of [one, two]) await test.core.accounts.enable(company, actor.loginId);
    }
  });

  it('ends the sessions of a disabled account, and lets it in again when enabled', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    await newAdmin(test.core, test.company);
    const { secret } = await test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
    await test.core.accounts.disable(test.company, actor.loginId);
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
    expect(await code(test.core.accounts.signIn({ email, password: GOOD_PASSWORD }))).to.equal('not_authenticated');
    expect(await code(test.core.accounts.makeLink(test.company, actor.loginId)), 'a link').to.equal('state_conflict');
    await test.core.accounts.enable(test.company, actor.loginId);
    await test.core.accounts.makeLink(test.company, actor.loginId);
    await test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
  });

  it('keeps the role of one of the staff equal in both rows', async () => {
    const { employee } = await newPerson(test.core, test.company);
    const { secret } = await test.core.accounts.signIn({ email: employee.email, password: GOOD_PASSWORD });
    await test.core.accounts.setRole(test.company, { employee_id: employee.id, role: 'manager' });
    expect(await test.core.employees.get(test.company, employee.id)).to.include({ role: 'manager' });
    expect((await test.core.accounts.authenticate(secret))?.actor).to.include({ role: 'manager' });
    const listed = await test.core.accounts.list(test.company);
    expect(listed.find((account) => account.employeeId === employee.id)).to.include({ role: 'manager' });
    await test.core.accounts.setRole(test.company, { employee_id: employee.id, role: 'employee' });
    expect(
      (await test.core.accounts.list(test.company)).some((account) => account.employeeId === employee.id),
    ).to.equal(false);
    const account = (await test.core.accounts.list(test.company, { everybody: true })).find(
      (one) => one.employeeId === employee.id,
    );
    expect(await code(test.core.accounts.disable(test.company, account?.id ?? 0))).to.equal('state_conflict');
    expect(await code(test.core.accounts.update(test.company, account?.id ?? 0, { name: 'x' }))).to.equal(
      'state_conflict',
    );
  });

  it('renames an account within the one name space', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const { employee } = await newWelcomed(test.core, test.foreign);
    expect(await code(test.core.accounts.update(test.company, actor.loginId, { email: employee.email }))).to.equal(
      'invalid_input',
    );
    await test.core.accounts.update(test.company, actor.loginId, { email: `New-${email}`, name: 'New name' });
    const { actor: renamed } = await test.core.accounts.signIn({ email: `new-${email}`, password: GOOD_PASSWORD });
    expect(renamed.name).to.equal('New name');
  });

  it('refuses unknown members of an account and of a role (D:K17)', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    const { employee } = await newPerson(test.core, test.company);
    const { accounts } = test.core;
    const admin = { name: 'x', email: 'unknown-member@example.test', isDisabled: true };
    for (const attempt of [
      accounts.inviteAdmin(test.company.companyId, admin),
      accounts.create(test.company, { ...admin, role: 'admin' }),
      accounts.update(test.company, actor.loginId, { isDisabled: true } as object),
      accounts.setRole(test.company, { employee_id: employee.id, role: 'manager', isDisabled: true } as StaffRole),
    ]) {
      expect(await refusal(attempt)).to.have.deep.property('errors', { isDisabled: [{ rule: 'prohibited' }] });
    }
  });

  it('knows nothing of another company’s accounts', async () => {
    const { actor } = await newAdmin(test.core, test.foreign);
    const { employee } = await newWelcomed(test.core, test.foreign);
    const id = actor.loginId;
    const { accounts } = test.core;
    expect((await accounts.list(test.company, { everybody: true })).some((account) => account.id === id)).to.equal(
      false,
    );
    for (const attempt of [
      () => accounts.get(test.company, id),
      () => accounts.update(test.company, id, { name: 'taken over' }),
      () => accounts.makeLink(test.company, id),
      () => accounts.disable(test.company, id),
      () => accounts.enable(test.company, id),
      () => accounts.setRole(test.company, { employee_id: employee.id, role: 'manager' }),
      () =>
        accounts.changePassword(
          { ...actor, companyId: test.company.companyId },
          { current_password: GOOD_PASSWORD, password: 'taken over now' },
        ),
    ]) {
      expect(await code(attempt())).to.equal('not_found');
    }
    await accounts.setLocale({ ...actor, companyId: test.company.companyId }, 'en');
    expect(await accounts.get(test.foreign, id)).to.include({ name: actor.name });
  });

  it('is the admin’s alone: neither a token’s nor a manager’s', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    const manager: AccountActor = { ...actor, role: 'manager' };
    const { token } = await test.core.tokens.issue(test.company, { name: 't', abilities: ['employees:write'] });
    const authenticated = await test.core.tokens.authenticate(token);
    if (authenticated.outcome !== 'accepted') throw new Error('The token was refused.');
    for (const [who, refused] of [
      [manager, 'not_permitted'],
      [authenticated.actor, 'ability_missing'],
    ] as const) {
      const { accounts } = test.core;
      for (const attempt of [
        () => accounts.list(who),
        () => accounts.get(who, actor.loginId),
        () => accounts.create(who, { name: 'x', email: 'x@example.test', role: 'admin' }),
        () => accounts.update(who, actor.loginId, { name: 'x' }),
        () => accounts.makeLink(who, actor.loginId),
        () => accounts.disable(who, actor.loginId),
        () => accounts.enable(who, actor.loginId),
        () => accounts.setRole(who, { employee_id: 1, role: 'manager' }),
      ]) {
        expect(await code(attempt())).to.equal(refused);
      }
    }
  });
});
