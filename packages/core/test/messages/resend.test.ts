import { expect } from 'chai';
import { GOOD_PASSWORD, messageStates, newcomer, newWelcomed, passwordIn, unsentText } from '../accounts/people.ts';
import { newEmployee, refusal, withCore } from '../support.ts';

withCore('messages: resend', (test) => {
  const signIn = (email: string, password: string) => test.core.accounts.signIn({ email, password });

  it('replaces the password, ends the sessions, takes the old message back', async () => {
    const { employee, password } = await newWelcomed(test.core, test.company);
    const { secret } = await signIn(employee.email, password);
    await test.core.messages.resend(test.company, employee.id);
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
    expect(await refusal(signIn(employee.email, password))).to.have.property('code', 'not_authenticated');
    const renewed = passwordIn(await unsentText(test.core, test.company, employee.id));
    expect(renewed).not.to.equal(password);
    expect((await signIn(employee.email, renewed)).mustChangePassword).to.equal(true);
    expect(await messageStates(test.core, test.company, employee.id)).to.deep.equal(['waiting', 'cancelled']);
  });

  it('is refused once the person has chosen a password themselves', async () => {
    const { employee, password } = await newWelcomed(test.core, test.company);
    const actor = newcomer(await signIn(employee.email, password));
    await test.core.accounts.changePassword(actor, { current_password: password, password: GOOD_PASSWORD });
    expect(await refusal(test.core.messages.resend(test.company, employee.id))).to.have.property(
      'code',
      'state_conflict',
    );
    await signIn(employee.email, GOOD_PASSWORD);
  });

  it('is refused for a frozen employee and without a phone, and changes nothing then', async () => {
    const { employee, password } = await newWelcomed(test.core, test.company);
    await test.core.employees.update(test.company, employee.id, { phone: null });
    expect(await refusal(test.core.messages.resend(test.company, employee.id))).to.have.deep.property('errors', {
      phone: [{ rule: 'required' }],
    });
    await signIn(employee.email, password);
    await test.core.employees.freeze(test.company, employee.id);
    expect(await refusal(test.core.messages.resend(test.company, employee.id))).to.have.property(
      'code',
      'employee_frozen',
    );
  });

  it('shows a number that no message can reach as undeliverable', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee({ phone: '000-0000000' }));
    await test.core.messages.resend(test.company, id);
    expect((await test.core.messages.latest(test.company, [id])).get(id)).to.include({
      state: 'undeliverable',
      dueAt: null,
    });
  });
});
