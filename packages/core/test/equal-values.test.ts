import { expect } from 'chai';
import { withCore } from './support.ts';

withCore('a change to what is there already', (test) => {
  /** What the audit says of a kind of act, newest first. */
  const acts = async (action: string) =>
    (await test.core.auditReads.list(test.company, { action })).items.map(({ detail }) => JSON.parse(detail ?? '{}'));

  it('writes nothing of a preset, and only the others of several fields', async () => {
    const { shifts } = test.core;
    const day = { name: 'Day', start_time: '08:00', end_time: null, wage_percentage: 100 };
    const shift = await shifts.create(test.company, day);
    expect(await shifts.update(test.company, shift.id, day)).to.deep.equal(shift);
    expect(await acts('shift.update')).to.deep.equal([]);
    await shifts.update(test.company, shift.id, { ...day, wage_percentage: 125 });
    expect(await acts('shift.update')).to.deep.equal([
      { shift_id: shift.id, fields: ['wagePercentage'], changes: { wagePercentage: [100, 125] } },
    ]);
  });

  it('writes nothing of a branch and a department', async () => {
    const { organization } = test.core;
    const values = { name: 'North', address: null };
    const branch = await organization.createBranch(test.company, values);
    expect(await organization.updateBranch(test.company, branch.id, values)).to.deep.equal(branch);
    expect(await acts('branch.update')).to.deep.equal([]);
    const department = await organization.createDepartment(test.company, { name: 'North' });
    await organization.updateDepartment(test.company, department.id, { name: 'North' });
    expect(await acts('department.update')).to.deep.equal([]);
  });

  it('writes nothing of an account, and only the others of several fields', async () => {
    const { accounts } = test.core;
    const values = { name: 'Noa', email: 'noa@equal.test' };
    const { account } = await accounts.create(test.company, { ...values, role: 'manager' });
    expect(await accounts.update(test.company, account.id, values)).to.deep.equal(account);
    expect(await acts('account.update')).to.deep.equal([]);
    await accounts.update(test.company, account.id, { ...values, email: 'noa.levi@equal.test' });
    expect(await acts('account.update')).to.deep.equal([
      { login_id: account.id, fields: ['email'], changes: { email: ['noa@equal.test', 'noa.levi@equal.test'] } },
    ]);
  });
});
