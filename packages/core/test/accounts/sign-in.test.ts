import type { AccountActor, ShaonError } from '@shaon/core';
import { duringPasswordCheck, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { GOOD_PASSWORD, newAdmin, newcomer, newPerson, newWelcomed } from './people.ts';

withCore('accounts: sign-in', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const signIn = (email: string, password: string) => test.core.accounts.signIn({ email, password });

  it('takes the password of the welcome message and asks for a change', async () => {
    const { employee, password } = await newWelcomed(test.core, test.company);
    const signedIn = await signIn(employee.email, password);
    expect(signedIn.mustChangePassword).to.equal(true);
    expect(signedIn.actor).to.include({ kind: 'password_change', name: employee.name });
    if (!signedIn.mustChangePassword) throw new Error('The person may go on.');
    expect(await test.core.accounts.authenticate(signedIn.secret)).to.include({ mustChangePassword: true });
    await test.core.accounts.changePassword(
      signedIn.actor,
      { current_password: password, password: GOOD_PASSWORD },
      { sessionId: signedIn.sessionId },
    );
    const changed = await test.core.accounts.authenticate(signedIn.secret);
    expect(changed).to.include({ mustChangePassword: false });
    expect(changed?.actor).to.include({ role: 'employee', employeeId: employee.id, name: employee.name });
    expect((await signIn(employee.email, GOOD_PASSWORD)).mustChangePassword).to.equal(false);
  });

  it('takes the sign-in itself for the proof of the password of a message', async () => {
    const { employee, password } = await newWelcomed(test.core, test.company);
    const actor = newcomer(await signIn(employee.email, password));
    const choose = (chosen: string) => test.core.accounts.changePassword(actor, { password: chosen });
    expect(await refusal(choose(password))).to.have.deep.property('errors', {
      password: [{ rule: 'different', params: { other: 'current_password' } }],
    });
    await choose(GOOD_PASSWORD);
    expect(await refusal(choose('a second sentence'))).to.have.property('code', 'not_authenticated');
    const known = (await signIn(employee.email, GOOD_PASSWORD)).actor as AccountActor;
    const unproved = test.core.accounts.changePassword(known, { password: 'a second sentence' });
    expect(await refusal(unproved)).to.have.deep.property('errors', {
      current_password: [{ rule: 'current_password' }],
    });
  });

  it('refuses in the same words whatever the reason', async () => {
    const { email } = await newAdmin(test.core, test.company);
    const { account } = await test.core.accounts.create(test.company, {
      name: 'No password yet',
      email: 'nopassword@example.test',
      role: 'manager',
    });
    const { employee, password } = await newWelcomed(test.core, test.company);
    await test.core.employees.freeze(test.company, employee.id);
    const refusals = [
      await refusal(signIn('nobody@example.test', GOOD_PASSWORD)),
      await refusal(signIn(email, 'wrong password')),
      await refusal(signIn(email, '')),
      await refusal(signIn(email, undefined as never)),
      await refusal(signIn({ $gt: '' } as never, GOOD_PASSWORD)),
      await refusal(signIn(account.email, GOOD_PASSWORD)),
      await refusal(signIn(employee.email, password)),
    ] as { code: string; message: string; details: object }[];
    for (const error of refusals) {
      expect({ code: error.code, message: error.message, details: error.details }).to.deep.equal({
        code: 'not_authenticated',
        message: refusals[0]?.message,
        details: {},
      });
    }
  });

  it('makes an account wait longer and longer after five failures, and forgets them after six hours', async () => {
    const { email } = await newAdmin(test.core, test.company);
    for (let failure = 1; failure <= 5; failure++) await refusal(signIn(email, 'wrong password'));
    expect(await refusal(signIn(email, GOOD_PASSWORD))).to.have.property('code', 'not_authenticated');
    test.clock.advance(29_999);
    expect(await refusal(signIn(email, GOOD_PASSWORD))).to.have.property('code', 'not_authenticated');
    test.clock.advance(1);
    await refusal(signIn(email, 'wrong password'));
    test.clock.advance(59_999);
    expect(await refusal(signIn(email, GOOD_PASSWORD))).to.have.property('code', 'not_authenticated');
    test.clock.advance(1);
    await signIn(email, GOOD_PASSWORD);
    test.clock.advance(6 * 3_600_000);
    await refusal(signIn(email, 'wrong password'));
    await signIn(email, GOOD_PASSWORD);
  });

  it('makes an address that nobody has wait just as long, so that the wait tells nothing', async () => {
    const { email } = await newAdmin(test.core, test.company);
    const { account } = await test.core.accounts.create(test.company, {
      name: 'Disabled',
      email: 'disabled.and.guessed@example.test',
      role: 'manager',
    });
    await test.core.accounts.disable(test.company, account.id);
    const details = async (address: string) =>
      ((await refusal(signIn(address, 'wrong password'))) as ShaonError).details;
    const waits = [0, 0, 0, 0, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000];
    for (const wait of waits) {
      const until = new Date(test.clock.now().getTime() + wait);
      for (const address of [email, 'Nobody.at.all@example.test', account.email]) {
        expect(await details(address), address).to.deep.equal(wait === 0 ? {} : { blockedUntil: until });
        // What comes meanwhile makes it no longer.
        if (wait > 0) expect(await details(address.toUpperCase())).to.deep.equal({ blockedUntil: until });
      }
      test.clock.advance(wait);
    }
    for (const address of [undefined, null, 12, {}]) {
      for (let guess = 0; guess < 6; guess++) expect(await details(address as never)).to.deep.equal({});
    }
  });

  it('goes on the same way with both, whatever time, the operator and a right password do in between', async () => {
    const { email } = await newAdmin(test.core, test.company);
    const [hour, unknown] = [3_600_000, 'nobody.for.long@example.test'];
    const waitOf = async (address: string) => {
      const { details } = (await refusal(signIn(address, 'wrong password'))) as ShaonError;
      return details.blockedUntil instanceof Date ? details.blockedUntil.getTime() - test.clock.now().getTime() : 0;
    };
    const nothing = () => undefined;
    const purge = () => test.core.prune({ sessionDays: 0 });
    // Time that goes by, what happens then, and what the next failure is told.
    const steps: readonly (readonly [passes: number, happens: () => unknown, wait: number])[] = [
      ...Array.from({ length: 4 }, () => [0, nothing, 0] as const),
      [0, purge, 30_000],
      [30_000, nothing, 60_000],
      [hour, () => signIn(email, GOOD_PASSWORD), 120_000],
      [hour, () => test.core.accounts.verify(email, GOOD_PASSWORD), 240_000],
      [5 * hour, purge, 480_000],
      [480_000 + 6 * hour, nothing, 0],
      [0, nothing, 0],
      [6 * hour, nothing, 0],
      ...Array.from({ length: 3 }, () => [0, purge, 0] as const),
      [0, nothing, 30_000],
      [40 * 24 * hour, purge, 0],
    ];
    for (const [index, [passes, happens, wait]] of steps.entries()) {
      test.clock.advance(passes);
      await happens();
      expect([await waitOf(email), await waitOf(unknown)], `step ${index}`).to.deep.equal([wait, wait]);
    }
    test.clock.advance(7 * hour);
    expect((await test.core.prune()).unknownSignIns).to.be.greaterThan(0);
  });

  it('counts fifty failures at a time, and lets fifty right ones in', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const right = await Promise.all(Array.from({ length: 50 }, () => signIn(email, GOOD_PASSWORD)));
    expect(new Set(right.map((session) => session.secret))).to.have.property('size', 50);
    await Promise.allSettled(Array.from({ length: 50 }, () => signIn(email, 'wrong password')));
    const [row] = await test.core.extension.database
      .scope(test.company)
      .rows(rawSql('SELECT failed_attempts FROM "shaon_login" WHERE company_id = $1 AND id = $2'), [actor.loginId]);
    expect(Number(row?.failed_attempts)).to.be.within(5, 50);
    expect((await test.core.accounts.get(test.company, actor.loginId)).blockedUntil).to.be.greaterThan(
      test.clock.now(),
    );
    expect(await refusal(signIn(email, GOOD_PASSWORD))).to.have.property('code', 'not_authenticated');
    expect(await test.core.accounts.authenticate(right[0]?.secret ?? '')).not.to.equal(null);
  });

  it('tells not which of many guesses at once was right, nor whether somebody has the address', async () => {
    const passwords = [...Array.from({ length: 19 }, (_, index) => `guess ${index}`), GOOD_PASSWORD];
    for (let burst = 0; burst < 3; burst++) {
      const { actor, email } = await newAdmin(test.core, test.company);
      const now = test.clock.now().getTime();
      const refusals = async (address: string) => {
        const outcomes = await Promise.allSettled(passwords.map((password) => signIn(address, password)));
        return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ShaonError] : []));
      };
      const known = await refusals(email);
      for (const refused of [known, await refusals(`nobody${burst}@example.test`)]) {
        const waits = refused.flatMap(({ details }) => (details.blockedUntil as Date | undefined)?.getTime() ?? []);
        expect(new Set(waits)).to.deep.equal(new Set([now + 30_000]));
      }
      const rows = await test.core.extension.database
        .scope(test.company)
        .rows(
          rawSql(`SELECT id FROM "shaon_audit" WHERE company_id = $1 AND login_id = $2 AND action = 'session.refused'`),
          [actor.loginId],
        );
      expect(rows).to.have.lengthOf(known.length);
    }
  });

  it('leaves no session of a password that was changed meanwhile', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const change = test.core.accounts.changePassword(actor, {
      current_password: GOOD_PASSWORD,
      password: 'a new password',
    });
    await Promise.allSettled(Array.from({ length: 30 }, () => signIn(email, GOOD_PASSWORD)));
    await change;
    expect(await test.core.accounts.listSessions(actor)).to.deep.equal([]);
  });

  it('verifies for an embedding product, and refuses frozen people', async () => {
    const welcomed = await newWelcomed(test.core, test.company);
    const early = await test.core.accounts.verify(welcomed.employee.email, welcomed.password);
    expect(early).to.have.nested.property('actor.kind', 'password_change');
    const { employee } = await newPerson(test.core, test.company);
    const password = GOOD_PASSWORD;
    const verified = await test.core.accounts.verify(employee.email, password);
    expect(verified?.actor).to.include({ employeeId: employee.id, companyId: test.company.companyId });
    expect(verified?.mustChangePassword).to.equal(false);
    expect(await test.core.accounts.verify(employee.email, 'wrong password')).to.equal(null);
    expect(await test.core.accounts.verify('nobody@example.test', password)).to.equal(null);
    expect(await test.core.accounts.verify(employee.email, password)).not.to.equal(null);
    await test.core.employees.freeze(test.company, employee.id);
    expect(await test.core.accounts.verify(employee.email, password)).to.equal(null);
    await test.core.employees.reactivate(test.company, employee.id);
    expect(await test.core.accounts.verify(employee.email, password)).not.to.equal(null);
  });

  it('verifies nobody whom the wrong guesses of the same moment have blocked', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const guesses = Array.from({ length: 40 }, (_, index) => `guess number ${index}`);
    const outcomes = await Promise.all(
      [...guesses, GOOD_PASSWORD].map((password) => test.core.accounts.verify(email, password)),
    );
    expect(outcomes.filter((outcome) => outcome !== null)).to.deep.equal([]);

    test.clock.advance(3_600_000);
    expect(await test.core.accounts.verify(email, GOOD_PASSWORD)).not.to.equal(null);
    const changes = await Promise.allSettled(
      [...guesses, GOOD_PASSWORD].map((current) =>
        test.core.accounts.changePassword(actor, { current_password: current, password: 'another password' }),
      ),
    );
    expect(changes.filter(({ status }) => status === 'fulfilled')).to.deep.equal([]);
  });

  it('verifies nobody who is frozen while the password is checked', async () => {
    const { employee, password } = await newWelcomed(test.core, test.company);
    const verified = await duringPasswordCheck(
      () => test.core.accounts.verify(employee.email, password),
      () => test.core.employees.freeze(test.company, employee.id),
    );
    expect(verified).to.equal(null);
  });

  it('tells the audit who was refused and why, without what was typed', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    await refusal(test.core.accounts.signIn({ email, password: 'my secret attempt' }, { ip: '192.0.2.7' }));
    await refusal(signIn('typed-into-the-wrong-field', 'x'));
    const rows = await test.core.extension.database
      .allCompanies()
      .run(
        rawSql(
          `SELECT company_id, login_id, caller, ip, detail FROM "shaon_audit" WHERE action = 'session.refused' ORDER BY id DESC LIMIT 2`,
        ),
      );
    expect(rows[1]).to.include({ ip: '192.0.2.7', detail: '{"reason":"password"}', caller: actor.name });
    expect(Number(rows[1]?.login_id)).to.equal(actor.loginId);
    expect(rows[0]).to.deep.equal({
      company_id: null,
      login_id: null,
      caller: null,
      ip: null,
      detail: '{"reason":"unknown"}',
    });
  });

  it('refuses nobody for failures of a clock far ahead, once it is set right', async () => {
    const { email, actor } = await newAdmin(test.core, test.company);
    const unknown = 'nobody-ahead@example.test';
    test.clock.advance(365 * 86_400_000);
    for (const address of [email, unknown]) {
      for (let failure = 0; failure < 6; failure++) await refusal(signIn(address, 'wrong password'));
    }
    test.clock.set(TEST_NOW);
    const refused = (await refusal(signIn(unknown, 'wrong password'))) as ShaonError;
    expect(refused.details, 'the present wait').to.deep.equal({
      blockedUntil: new Date(Date.parse(TEST_NOW) + 60_000),
    });
    expect((await signIn(email, GOOD_PASSWORD)).actor).to.include({ loginId: actor.loginId });
  });
});
