import type { AccountActor, Actor, SecondFactorActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { accountActor, GOOD_PASSWORD, newAdmin, newPerson, newWelcomed, passwordIn, unsentText } from './people.ts';

const smsSender = { send: async () => undefined };

withCore(
  'accounts: what a freeze ends (D:F4, A15)',
  (test) => {
    beforeEach(() => test.clock.set(TEST_NOW));

    const PAGE = { page: 1, per_page: 10 };
    const code = async (promise: Promise<unknown>) => ((await refusal(promise)) as { code: string }).code;

    /** What a person may do; each asks for another thing of the company. */
    const acts = (actor: AccountActor & { readonly employeeId?: number | null }) => {
      const { core } = test;
      const own = actor.employeeId ?? 0;
      const acts: Record<string, () => Promise<unknown>> = {
        'list sessions': () => core.accounts.listSessions(actor),
        'end a session': () => core.accounts.endSession(actor, 1),
        'end all sessions': () => core.accounts.endAllSessions(actor),
        'set the language': () => core.accounts.setLocale(actor, 'en'),
        'read own notices': () => core.notices.own(actor),
        'choose notices': () => core.notices.choose(actor, { kinds: [] }),
      };
      if (own !== 0) {
        acts['list own leave'] = () => core.leave.listOwn(actor, PAGE);
        acts['ask for leave'] = () => core.leave.submit(actor, { type: 'Vacation', dates: ['2026-06-10'] });
        acts['punch in'] = () => core.attendance.punchIn(actor, own);
      }
      if (actor.role === 'admin') {
        acts['list employees'] = () => core.employees.list(actor, {}, PAGE);
        acts['change an employee'] = () => core.employees.update(actor, own === 0 ? 1 : own, { name: 'x' });
        acts['list shifts'] = () => core.shifts.list(actor);
        acts['rename the company'] = () => core.companies.update(actor, { name: 'x' });
        acts['make a token'] = () => core.tokens.issue(actor, { name: 'x', abilities: ['leave:read'] });
        acts['read the audit'] = () => core.auditReads.list(actor, {});
        acts['read messages'] = () => core.messages.latest(actor, [own]);
        acts['change nothing within a transaction'] = () =>
          core.transaction((manager) => core.employees.update(actor, own === 0 ? 1 : own, {}, { manager }));
        acts['within a transaction'] = () =>
          core.transaction((manager) => core.employees.update(actor, own === 0 ? 1 : own, { name: 'x' }, { manager }));
      }
      return acts;
    };

    it('lets a stale actor of a frozen employee do nothing more, whatever their role', async () => {
      await newAdmin(test.core, test.company);
      for (const role of ['employee', 'manager', 'admin'] as const) {
        const { employee, actor } = await newPerson(test.core, test.company, role);
        expect(await test.core.leave.listOwn(actor, PAGE)).to.deep.equal({ items: [], total: 0 });
        await test.core.employees.freeze(test.company, employee.id);
        for (const [name, act] of Object.entries(acts(actor))) {
          expect(await code(act()), `${role}: ${name}`).to.equal('not_authenticated');
        }
        await test.core.employees.reactivate(test.company, employee.id);
        expect(await test.core.leave.listOwn(actor, PAGE)).to.deep.equal({ items: [], total: 0 });
      }
    });

    it('shows a frozen person nothing of their account, wherever their sign-in stood', async () => {
      const { employee, password } = await newWelcomed(test.core, test.company);
      const { actor } = await test.core.accounts.signIn({ email: employee.email, password });
      expect(await test.core.accounts.own(actor)).to.include({ email: employee.email });
      await test.core.employees.freeze(test.company, employee.id);
      expect(await code(test.core.accounts.own(actor))).to.equal('not_authenticated');
    });

    it('lets a stale actor of a disabled account do nothing more', async () => {
      const { actor } = await newAdmin(test.core, test.company);
      await newAdmin(test.core, test.company);
      await test.core.accounts.disable(test.company, actor.loginId);
      for (const [name, act] of Object.entries(acts(actor))) {
        expect(await code(act()), name).to.equal('not_authenticated');
      }
    });

    it('ends links for good: they open nothing after a reactivation', async () => {
      const { employee, actor } = await newPerson(test.core, test.company);
      const { secret } = await test.core.accounts.makeLink(test.company, actor.loginId);
      await test.core.employees.freeze(test.company, employee.id);
      expect(await test.core.accounts.openLink(secret)).to.equal(null);
      expect(await code(test.core.accounts.makeLink(test.company, actor.loginId))).to.equal('state_conflict');
      await test.core.employees.reactivate(test.company, employee.id);
      expect(await test.core.accounts.openLink(secret)).to.equal(null);
      expect(await code(test.core.accounts.useLink(secret, 'another password'))).to.equal('not_authenticated');
    });

    it('ends the invitation of a disabled account for good', async () => {
      const { account, link } = await test.core.accounts.create(test.company, {
        name: 'Invited',
        email: 'invited.for.good@example.test',
        role: 'manager',
      });
      await test.core.accounts.disable(test.company, account.id);
      await test.core.accounts.enable(test.company, account.id);
      expect(await test.core.accounts.openLink(link.secret)).to.equal(null);
      expect(await code(test.core.accounts.useLink(link.secret, GOOD_PASSWORD))).to.equal('not_authenticated');
    });

    it('keeps the password of a message that was sent, which must be changed as before', async () => {
      const { employee, password } = await newWelcomed(test.core, test.company);
      await test.core.messages.sendDue();
      const signIn = (secret: string) => test.core.accounts.signIn({ email: employee.email, password: secret });
      const { secret } = await signIn(password);
      await test.core.employees.freeze(test.company, employee.id);
      expect(await code(signIn(password))).to.equal('not_authenticated');
      await test.core.employees.reactivate(test.company, employee.id);
      expect(await test.core.accounts.authenticate(secret)).to.equal(null);
      expect((await signIn(password)).mustChangePassword).to.equal(true);
      await test.core.messages.resend(test.company, employee.id);
      expect(await code(signIn(password))).to.equal('not_authenticated');
    });

    it('drops the password of a message that was not sent, and a new message brings a new one', async () => {
      const { employee, password } = await newWelcomed(test.core, test.company);
      const signIn = (secret: string) => test.core.accounts.signIn({ email: employee.email, password: secret });
      await test.core.employees.freeze(test.company, employee.id);
      await test.core.employees.reactivate(test.company, employee.id);
      const login = (await test.core.personnel.logins(test.company, [employee.id])).get(employee.id);
      expect(login).to.include({ hasPassword: false, disabledAt: null });
      expect(await code(signIn(password))).to.equal('not_authenticated');
      await test.core.messages.resend(test.company, employee.id);
      const renewed = passwordIn(await unsentText(test.core, test.company, employee.id));
      expect((await signIn(renewed)).mustChangePassword).to.equal(true);
    });

    it('keeps the password that a person chose themselves', async () => {
      const { employee } = await newPerson(test.core, test.company);
      await test.core.employees.freeze(test.company, employee.id);
      await test.core.employees.reactivate(test.company, employee.id);
      await test.core.accounts.signIn({ email: employee.email, password: GOOD_PASSWORD });
    });

    it('takes a welcome message back that has not left', async () => {
      const { employee } = await newWelcomed(test.core, test.company);
      await test.core.employees.freeze(test.company, employee.id);
      const message = (await test.core.messages.latest(test.company, [employee.id])).get(employee.id);
      expect(message).to.include({ state: 'cancelled', dueAt: null });
      const [row] = await test.core.extension.database
        .scope(test.company)
        .rows(rawSql('SELECT text FROM "shaon_message" WHERE company_id = $1 AND employee_id = $2'), [employee.id]);
      expect(row).to.deep.equal({ text: null });
    });

    it('keeps all of it when the freeze is taken back by its transaction', async () => {
      const { employee, actor } = await newPerson(test.core, test.company);
      const { secret: session } = await test.core.accounts.signIn({ email: employee.email, password: GOOD_PASSWORD });
      const link = await test.core.accounts.makeLink(test.company, actor.loginId);
      const undone = test.core.transaction(async (manager) => {
        await test.core.employees.freeze(test.company, employee.id, { manager });
        throw new Error('undone');
      });
      expect(await refusal(undone)).to.have.property('message', 'undone');
      expect(await test.core.accounts.authenticate(session)).not.to.equal(null);
      expect(await test.core.accounts.openLink(link.secret)).not.to.equal(null);
    });

    it('lets somebody with the password of a message do nothing but change it, or go again', async () => {
      const { employee, password } = await newWelcomed(test.core, test.company);
      const { secret } = await test.core.accounts.signIn({ email: employee.email, password });
      const session = await test.core.accounts.authenticate(secret);
      if (session?.mustChangePassword !== true) throw new Error('The person may go on.');
      // @ts-expect-error No service takes such an actor.
      const refused: Actor = session.actor;
      const disguised = { ...refused, employeeId: employee.id, role: 'employee' } as unknown as AccountActor;
      const others = acts({ ...disguised, role: 'admin' } as AccountActor);
      delete others['end a session'];
      for (const [name, act] of Object.entries(others)) {
        expect(await code(act()), name).to.equal('not_permitted');
      }
      const factor = { ...refused } as unknown as SecondFactorActor;
      const { accounts } = test.core;
      const ofSecondFactor: Record<string, () => Promise<unknown>> = {
        'read the second factor': () => accounts.secondFactor(disguised),
        'begin a second factor': () => accounts.beginSecondFactor(factor),
        'read a pending secret': () => accounts.pendingSecondFactor(factor),
        'confirm a second factor': () => accounts.confirmSecondFactor(factor, '123456'),
        'prove a second factor': () => accounts.proveSecondFactor(factor, '123456'),
        'renew the recovery codes': () => accounts.renewRecoveryCodes(disguised, '123456'),
        'remove the second factor': () =>
          accounts.removeSecondFactor(disguised, { current_password: password, code: '123456' }),
        'confirm the password': () => accounts.confirmPassword(disguised, session.sessionId, password),
      };
      for (const [name, act] of Object.entries(ofSecondFactor)) {
        expect(await code(act()), name).to.equal('not_permitted');
      }
      await test.core.accounts.changePassword(
        session.actor,
        { current_password: password, password: GOOD_PASSWORD },
        { sessionId: session.sessionId },
      );
      const changed = await test.core.accounts.authenticate(secret);
      await test.core.attendance.punchIn(accountActor(changed), employee.id);

      const other = await newWelcomed(test.core, test.company);
      const going = await test.core.accounts.signIn({ email: other.employee.email, password: other.password });
      expect(await code(test.core.accounts.endSession(going.actor, session.sessionId))).to.equal('not_found');
      await test.core.accounts.endSession(going.actor, going.sessionId);
      expect(await test.core.accounts.authenticate(going.secret)).to.equal(null);
    });
  },
  { smsSender },
);
