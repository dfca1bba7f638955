import { type AccountActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { newAdmin, newPerson } from './people.ts';

withCore('accounts: the last active admin (D:A1)', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const emptyCompany = async () => systemActor((await test.core.companies.create({ name: 'One admin' })).id);
  const code = async (promise: Promise<unknown>) => ((await refusal(promise)) as { code: string }).code;

  it('is not frozen, not disabled and not given another role, and nothing of it is changed', async () => {
    const company = await emptyCompany();
    const { employee, actor } = await newPerson(test.core, company, 'admin');
    const { secret } = await test.core.accounts.makeLink(company, actor.loginId);
    const before = await test.core.accounts.get(company, actor.loginId);
    expect(await code(test.core.employees.freeze(company, employee.id))).to.equal('state_conflict');
    for (const role of ['manager', 'employee'] as const) {
      expect(await code(test.core.accounts.setRole(company, { employee_id: employee.id, role }))).to.equal(
        'state_conflict',
      );
    }
    expect(await test.core.employees.get(company, employee.id)).to.include({ status: 'active', role: 'admin' });
    expect(await test.core.accounts.get(company, actor.loginId)).to.deep.equal(before);
    expect(await test.core.accounts.openLink(secret)).not.to.equal(null);
  });

  it('is not saved by an admin who cannot sign in: invited, disabled or frozen', async () => {
    const company = await emptyCompany();
    const { employee } = await newPerson(test.core, company, 'admin');
    await test.core.accounts.create(company, { name: 'Invited', email: 'invited.only@example.test', role: 'admin' });
    const disabled = await newAdmin(test.core, company);
    await test.core.accounts.disable(company, disabled.actor.loginId);
    const frozen = await newPerson(test.core, company, 'admin');
    await test.core.employees.freeze(company, frozen.employee.id);
    expect(await code(test.core.employees.freeze(company, employee.id))).to.equal('state_conflict');
    await test.core.accounts.enable(company, disabled.actor.loginId);
    await test.core.employees.freeze(company, employee.id);
  });

  it('may be one without a password, who has a link or whom the product signs in', async () => {
    const company = await emptyCompany();
    const { accounts } = test.core;
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) =>
        accounts.create(company, { name, email: `only.${name}@example.test`, role: 'admin' }),
      ),
    );
    await accounts.disable(company, one!.account.id);
    expect(await code(accounts.disable(company, two!.account.id))).to.equal('state_conflict');
    expect(await accounts.openLink(two!.link.secret)).not.to.equal(null);
    await newAdmin(test.core, company);
    await accounts.disable(company, two!.account.id);
  });

  it('is not another company’s admin', async () => {
    await newAdmin(test.core, test.foreign);
    const company = await emptyCompany();
    const { employee } = await newPerson(test.core, company, 'admin');
    expect(await code(test.core.employees.freeze(company, employee.id))).to.equal('state_conflict');
  });

  type Admin = Awaited<ReturnType<typeof newPerson>>;
  const ENDINGS: Readonly<Record<string, (by: AccountActor, whom: Admin) => Promise<unknown>>> = {
    'freeze one another': (by, { employee }) => test.core.employees.freeze(by, employee.id),
    'take the role from one another': (by, { employee }) =>
      test.core.accounts.setRole(by, { employee_id: employee.id, role: 'employee' }),
  };

  for (const [what, end] of Object.entries(ENDINGS)) {
    it(`remains when two ${what} at once`, async () => {
      const company = await emptyCompany();
      const one = await newPerson(test.core, company, 'admin');
      const two = await newPerson(test.core, company, 'admin');
      for (let round = 0; round < 10; round++) {
        const results = await Promise.allSettled([end(one.actor, two), end(two.actor, one)]);
        expect(results.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
        const refused = results.find((result) => result.status === 'rejected') as PromiseRejectedResult;
        expect(refused.reason.code).to.be.oneOf(['state_conflict', 'not_authenticated']);
        for (const { employee } of [one, two]) {
          await test.core.employees.reactivate(company, employee.id);
          await test.core.accounts.setRole(company, { employee_id: employee.id, role: 'admin' });
        }
      }
    });
  }

  it('remains when a freeze, a disabling and a change of role come at once', async () => {
    const company = await emptyCompany();
    const frozen = await newPerson(test.core, company, 'admin');
    const demoted = await newPerson(test.core, company, 'admin');
    const disabled = await newAdmin(test.core, company);
    for (let round = 0; round < 10; round++) {
      const results = await Promise.allSettled([
        test.core.employees.freeze(company, frozen.employee.id),
        test.core.accounts.setRole(company, { employee_id: demoted.employee.id, role: 'manager' }),
        test.core.accounts.disable(company, disabled.actor.loginId),
      ]);
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).to.deep.equal(['state_conflict']);
      await test.core.employees.reactivate(company, frozen.employee.id);
      await test.core.accounts.setRole(company, { employee_id: demoted.employee.id, role: 'admin' });
      await test.core.accounts.enable(company, disabled.actor.loginId);
    }
  });
});
