import { isShaonError } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import {
  GOOD_PASSWORD,
  loginIdOf,
  messageStates,
  newAdmin,
  newcomer,
  newPerson,
  newWelcomed,
} from '../accounts/people.ts';
import { newEmployee, TEST_NOW, withCore } from '../support.ts';

/** How an act of a race ended: `done`, or the code of its refusal with the fields that it names. */
type Outcome = string;

withCore('employees and accounts: two at once on one record (D:W10, W24)', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const ROUNDS = 8;
  const PAGE = { page: 1, per_page: 200 };
  let serial = 0;
  const freshEmail = () => `race${++serial}@example.test`;

  /** Runs the acts together. A raw error of the database fails the test. */
  async function together(...acts: (() => Promise<unknown>)[]): Promise<Outcome[]> {
    const results = await Promise.allSettled(acts.map((act) => act()));
    return results.map((result) => {
      if (result.status === 'fulfilled') return 'done';
      const { reason } = result;
      if (!isShaonError(reason)) throw reason;
      const { errors } = reason as { errors?: Record<string, { rule: string }[]> };
      if (errors === undefined) return reason.code;
      return Object.entries(errors)
        .map(([field, [issue]]) => `${field}: ${issue?.rule}`)
        .join();
    });
  }

  const onlyOne = (outcomes: readonly Outcome[], refusedWith: string) => {
    expect([...outcomes].sort()).to.deep.equal(['done', ...outcomes.slice(1).map(() => refusedWith)].sort());
  };

  it('one e-mail address goes to one of a create, an update, an amendment and accounts of both kinds', async () => {
    const manager = await test.core.accounts.create(test.company, { name: 'M', email: freshEmail(), role: 'manager' });
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await create(), await create()];
      const email = freshEmail();
      const { core, company, foreign } = test;
      onlyOne(
        await together(
          () => core.employees.create(foreign, newEmployee({ email: email.toUpperCase() })),
          () => core.employees.update(company, one.id, { email, name: 'Renamed' }),
          () => core.personnel.amend(company, two.id, { email, hourly_rate: '41' }),
          () => core.accounts.create(company, { name: 'N', email, role: 'manager' }),
          () => core.accounts.update(company, manager.account.id, { email }),
        ),
        'email: unique',
      );
    }
  });

  it('one ID number goes to one of a create and two amendments, in whatever company', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await create(), await create()];
      const id_number = newEmployee().id_number;
      onlyOne(
        await together(
          () => test.core.employees.create(test.foreign, newEmployee({ id_number })),
          () => test.core.personnel.amend(test.company, one.id, { id_number }),
          () => test.core.personnel.amend(test.company, two.id, { id_number, phone: '052-7654321' }),
        ),
        'id_number: unique',
      );
    }
  });

  it('an address and an ID number that two others take are both named, and nothing is half done', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await create(), await create()];
      const [email, id_number] = [freshEmail(), newEmployee().id_number];
      const outcomes = await together(
        () => test.core.employees.update(test.company, one.id, { email }),
        () => test.core.personnel.amend(test.company, two.id, { id_number }),
        () => test.core.employees.create(test.company, newEmployee({ email, id_number, name: `Late ${serial}` })),
      );
      const [changed, amended, created] = outcomes;
      if (created === 'done') expect([changed, amended]).to.deep.equal(['email: unique', 'id_number: unique']);
      else expect(created).to.be.oneOf(['email: unique', 'id_number: unique', 'id_number: unique,email: unique']);
      const found = await test.core.personnel.search(test.company, { text: `Late ${serial}` }, PAGE);
      expect(found.items.filter(({ name }) => name === `Late ${serial}`)).to.have.lengthOf(created === 'done' ? 1 : 0);
    }
  });

  it('two people cannot have one another’s address, and neither loses their own', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await create(), await create()];
      const outcomes = await together(
        () => test.core.employees.update(test.company, one.id, { email: two.email }),
        () => test.core.employees.update(test.company, two.id, { email: one.email }),
      );
      expect(outcomes).to.deep.equal(['email: unique', 'email: unique']);
      expect((await test.core.employees.get(test.company, one.id)).email).to.equal(one.email);
    }
  });

  it('a freeze beside an update, an amendment and a change of role leaves all of them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await create();
      const email = freshEmail();
      expect(
        await together(
          () => test.core.employees.freeze(test.company, id),
          () => test.core.employees.update(test.company, id, { email, name: `Name ${round}` }),
          () => test.core.personnel.amend(test.company, id, { hourly_rate: `${50 + round}` }),
          () => test.core.accounts.setRole(test.company, { employee_id: id, role: 'manager' }),
        ),
      ).to.deep.equal(['done', 'done', 'done', 'done']);
      expect(await test.core.employees.get(test.company, id)).to.include({
        status: 'frozen',
        email,
        name: `Name ${round}`,
        role: 'manager',
      });
      const account = await test.core.accounts.get(test.company, await loginIdOf(test.core, test.company, id));
      expect(account).to.include({ email, name: `Name ${round}`, role: 'manager' });
      expect(account.disabledAt).not.to.equal(null);
    }
  });

  it('a freeze beside a reactivation leaves employee and log-in equal', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await create();
      await together(
        () => test.core.employees.freeze(test.company, id),
        () => test.core.employees.reactivate(test.company, id),
        () => test.core.employees.freeze(test.company, id),
      );
      const { status } = await test.core.employees.get(test.company, id);
      const account = await test.core.accounts.get(test.company, await loginIdOf(test.core, test.company, id));
      expect(account.disabledAt === null).to.equal(status === 'active');
    }
  });

  it('a freeze beside a sign-in, a link and its use leaves nothing that lets the person in', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { employee, actor } = await newPerson(test.core, test.company);
      const used = await test.core.accounts.makeLink(test.company, actor.loginId);
      const email = employee.email;
      const [frozen, signedIn, linked, use] = await together(
        () => test.core.employees.freeze(test.company, employee.id),
        () => test.core.accounts.signIn({ email, password: GOOD_PASSWORD }),
        () => test.core.accounts.makeLink(test.company, actor.loginId),
        () => test.core.accounts.useLink(used.secret, 'another password'),
      );
      expect(frozen).to.equal('done');
      expect(signedIn).to.be.oneOf(['done', 'not_authenticated']);
      expect(linked).to.be.oneOf(['done', 'state_conflict']);
      expect(use).to.be.oneOf(['done', 'not_authenticated']);
      expect(await openDoors(actor.loginId)).to.equal(0);
    }
  });

  it('a resend beside another one and a change of password leaves one message or none (D:W26)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { employee, password } = await newWelcomed(test.core, test.company);
      const actor = newcomer(await test.core.accounts.signIn({ email: employee.email, password }));
      const outcomes = await together(
        () => test.core.messages.resend(test.company, employee.id),
        () => test.core.messages.resend(test.company, employee.id),
        () => test.core.accounts.changePassword(actor, { current_password: password, password: GOOD_PASSWORD }),
      );
      const [resent, again, changed] = outcomes;
      for (const outcome of [resent, again]) expect(outcome).to.be.oneOf(['done', 'state_conflict']);
      expect(changed).to.be.oneOf(['done', 'current_password: current_password']);
      if (changed === 'done') {
        // The person's own password is the last word.
        await test.core.accounts.signIn({ email: employee.email, password: GOOD_PASSWORD });
      } else expect([resent, again]).to.include('done');
      const states = await messageStates(test.core, test.company, employee.id);
      expect(states.filter((state) => state === 'waiting')).to.have.lengthOf(1);
    }
  });

  it('a resend beside a freeze, an update and a link is done or refused, and leaves no message to the frozen', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await create();
      const loginId = await loginIdOf(test.core, test.company, id);
      const [resent, ...others] = await together(
        () => test.core.messages.resend(test.company, id),
        () => test.core.employees.freeze(test.company, id),
        () => test.core.employees.update(test.company, id, { phone: '054-1112223' }),
        () => test.core.accounts.makeLink(test.company, loginId),
      );
      expect(resent).to.be.oneOf(['done', 'employee_frozen']);
      expect(others.slice(0, 2)).to.deep.equal(['done', 'done']);
      expect(others[2]).to.be.oneOf(['done', 'state_conflict']);
      expect(await messageStates(test.core, test.company, id)).not.to.include('waiting');
      expect(await openDoors(loginId)).to.equal(0);
    }
  });

  it('links of one person: of several made at once only the newest is left', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    for (let round = 0; round < ROUNDS; round++) {
      const make = () => test.core.accounts.makeLink(test.company, actor.loginId);
      const links = await Promise.all([make(), make(), make()]);
      const open = await Promise.all(links.map(({ secret }) => test.core.accounts.openLink(secret)));
      expect(open.filter((link) => link !== null)).to.have.lengthOf(1);
    }
  });

  it('a department that is removed beside creates and updates takes nobody along', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const department = await test.core.organization.createDepartment(test.company, { name: `Gone ${++serial}` });
      const { id } = await create();
      const [removed, ...written] = await together(
        () => test.core.organization.removeDepartment(test.company, department.id, { clearReferences: true }),
        () => test.core.employees.create(test.company, newEmployee({ department_id: department.id })),
        () => test.core.employees.update(test.company, id, { department_id: department.id }),
      );
      expect(removed).to.be.oneOf(['done', 'in_use', 'state_conflict']);
      for (const outcome of written) expect(outcome).to.be.oneOf(['done', 'department_id: in']);
      if (removed === 'done') expect((await test.core.employees.get(test.company, id)).department).to.equal(null);
    }
  });

  const create = () => test.core.employees.create(test.company, newEmployee());

  /** Sessions and links by which a log-in could go on. */
  async function openDoors(loginId: number): Promise<number> {
    const [row] = await test.core.extension.database.scope(test.company).rows(
      rawSql(`SELECT (SELECT COUNT(*) FROM "shaon_session" WHERE company_id = $1 AND login_id = $2 AND ended_at IS NULL)
          + (SELECT COUNT(*) FROM "shaon_access_link" WHERE company_id = $1 AND login_id = $2 AND used_at IS NULL) AS doors`),
      [loginId],
    );
    return Number(row?.doors);
  }
});
