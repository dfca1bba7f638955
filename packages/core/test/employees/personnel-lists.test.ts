import type { Employee, PersonnelFilter } from '@shaon/core';
import { expect } from 'chai';
import { GOOD_PASSWORD, newWelcomed } from '../accounts/people.ts';
import { newEmployee, withCore } from '../support.ts';
import { expectAnswers } from './office.ts';

const PAGE = { page: 1, per_page: 50 };

withCore('lists of people', (test) => {
  let dana: Employee;
  let noa: Employee;
  let password: string;

  before(async () => {
    ({ employee: dana, password } = await newWelcomed(test.core, test.company));
    noa = await test.core.employees.create(test.company, newEmployee({ name: 'Qadira' }));
    const gone = await test.core.employees.create(test.company, newEmployee({ name: 'Gone' }));
    await test.core.employees.freeze(test.company, gone.id);
    await test.core.employees.create(test.foreign, newEmployee());
  });

  const names = async (filter: PersonnelFilter) =>
    (await test.core.personnel.search(test.company, filter, PAGE)).items.map(({ name }) => name);

  it('count the active, the frozen, and the active who have not signed in yet', async () => {
    expect(await test.core.personnel.counts(test.company)).to.deep.equal({ active: 2, frozen: 1, notSignedIn: 2 });
    expect(await names({ not_signed_in: true })).to.have.members([dana.name, 'Qadira']);
    await test.core.accounts.signIn({ email: dana.email, password });
    expect(await test.core.personnel.counts(test.company)).to.deep.equal({ active: 2, frozen: 1, notSignedIn: 1 });
    expect(await names({ not_signed_in: true })).to.deep.equal(['Qadira']);
    expect(await names({ not_signed_in: true, text: 'zoë' })).to.deep.equal([]);
    expect(await names({ not_signed_in: false })).to.have.lengthOf(3);
  });

  it('say how somebody can sign in, and when they did last', async () => {
    const first = test.clock.now();
    await test.core.accounts.signIn({ email: dana.email, password });
    const states = await test.core.personnel.logins(test.company, [dana.id, noa.id, 0, 4711]);
    expect([...states.keys()]).to.deep.equal([dana.id, noa.id]);
    expect(states.get(dana.id)).to.deep.include({
      ...{ role: 'employee', hasPassword: true, mustChangePassword: true, lastSignInAt: first, disabledAt: null },
    });
    expect(states.get(noa.id)).to.deep.include({ hasPassword: true, lastSignInAt: null });
    test.clock.advance(60_000);
    const { actor } = await test.core.accounts.signIn({ email: dana.email, password });
    if (actor.kind === 'second_factor') throw new Error('Nobody has a second factor here.');
    await test.core.accounts.changePassword(actor, { current_password: password, password: GOOD_PASSWORD });
    expect((await test.core.personnel.logins(test.company, [dana.id])).get(dana.id)).to.deep.include({
      ...{ mustChangePassword: false, lastSignInAt: test.clock.now() },
    });
    expect(await test.core.personnel.logins(test.foreign, [dana.id])).to.have.property('size', 0);
  });

  it('note a password that a product verifies, once a day', async () => {
    const lastSignIn = async () =>
      (await test.core.personnel.logins(test.company, [dana.id])).get(dana.id)?.lastSignInAt?.getTime();
    const before = await lastSignIn();
    test.clock.advance(23 * 3_600_000);
    expect(await test.core.accounts.verify(dana.email, GOOD_PASSWORD)).not.to.equal(null);
    expect(await lastSignIn()).to.equal(before);
    test.clock.advance(3_600_000);
    expect(await test.core.accounts.verify(dana.email, 'wrong')).to.equal(null);
    expect(await lastSignIn()).to.equal(before);
    expect(await test.core.accounts.verify(dana.email, GOOD_PASSWORD)).not.to.equal(null);
    expect(await lastSignIn()).to.equal(test.clock.now().getTime());
  });

  it('narrow by role', async () => {
    await test.core.accounts.setRole(test.company, { employee_id: noa.id, role: 'manager' });
    expect(await names({ role: 'manager' })).to.deep.equal(['Qadira']);
    expect(await names({ role: 'manager', status: 'frozen' })).to.deep.equal([]);
    expect(await names({ role: 'nobody' })).to.deep.equal([]);
  });

  it('follow a changed name, address and phone', async () => {
    const found = async (text: string) => (await names({ text })).length;
    await test.core.personnel.amend(test.company, noa.id, { name: 'Zoë Éclair' });
    await test.core.employees.update(test.company, noa.id, {
      email: 'New.Address@example.test',
      phone: '(054) 321-7654',
    });
    for (const text of ['ZOË éclair', 'new.address', '0543217654', '+972543217654'])
      expect(await found(text)).to.equal(1);
    expect(await found('qadira')).to.equal(0);
    await test.core.employees.update(test.company, noa.id, { phone: null });
    expect(await found('0543217654')).to.equal(0);
    expect((await names({})).at(1)).to.equal('Zoë Éclair');
  });

  it('are for managers and admins, never for a token', async () => {
    for (const call of ['counts', 'logins'] as const) {
      const ask = (actor: Parameters<typeof test.core.personnel.counts>[0]) =>
        test.core.personnel[call](actor, [noa.id]);
      await expectAnswers(test.core, test.company, ask, ['system', 'admin', 'manager']);
    }
  });
});
