import type { AccountActor, SecondFactorActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { accountActor, GOOD_PASSWORD, newAdmin, newPerson } from './people.ts';

const STEP = 30_000;
const WRONG = { code: [{ rule: 'current_password' }] };

withCore('accounts: a second factor', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const code = async (act: Promise<unknown>) => ((await refusal(act)) as { code: string }).code;
  const signIn = (email: string) => test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
  const codeNow = (secret: string, offset = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() + offset });
  const reasons = async (loginId: number) => {
    const { items } = await test.core.auditReads.list(test.company, { action: 'session.refused' });
    return items.filter((row) => row.loginId === loginId).map(({ detail }) => JSON.parse(detail ?? '').reason);
  };

  /** An admin with a second factor, and the secret in their app. */
  async function enrolled() {
    const { actor, email } = await newAdmin(test.core, test.company);
    await test.core.accounts.beginSecondFactor(actor);
    const secret = (await test.core.accounts.pendingSecondFactor(actor))?.secret ?? '';
    const session = await signIn(email);
    const { recoveryCodes } = await test.core.accounts.confirmSecondFactor(actor, codeNow(secret), {
      sessionId: session.sessionId,
    });
    test.clock.advance(STEP);
    return { actor, email, secret, session, recoveryCodes };
  }

  /** Somebody who has given their password alone. */
  async function halfway(email: string): Promise<{ actor: SecondFactorActor; sessionId: number; secret: string }> {
    const { actor, sessionId, secret } = await signIn(email);
    if (actor.kind !== 'second_factor') throw new Error('The sign-in asked for no code.');
    return { actor, sessionId, secret };
  }

  it('is got by a secret and its first code, which gives ten recovery codes', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    expect(await test.core.accounts.secondFactor(actor)).to.deep.equal({
      since: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    });
    expect(await test.core.accounts.pendingSecondFactor(actor)).to.equal(null);
    await test.core.accounts.beginSecondFactor(actor);
    const pending = await test.core.accounts.pendingSecondFactor(actor, { issuer: 'Bakery HR' });
    expect(pending?.secret).to.match(/^[A-Z2-7]{32}$/);
    expect(pending?.address).to.contain(`otpauth://totp/Bakery%20HR:${encodeURIComponent(email)}?`);
    expect(pending?.address).to.contain(`secret=${pending?.secret}`);
    expect((await signIn(email)).actor.kind, 'before the first code').to.equal('account');
    const { recoveryCodes } = await test.core.accounts.confirmSecondFactor(actor, codeNow(pending?.secret ?? ''));
    expect(new Set(recoveryCodes)).to.have.property('size', 10);
    for (const one of recoveryCodes) expect(one).to.match(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await test.core.accounts.secondFactor(actor)).to.deep.equal({
      since: test.clock.now(),
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect(await test.core.accounts.pendingSecondFactor(actor), 'shown no more').to.equal(null);
    expect(await code(test.core.accounts.beginSecondFactor(actor))).to.equal('state_conflict');
    const listed = await test.core.accounts.get(test.company, actor.loginId);
    expect(listed.secondFactorSince).to.deep.equal(test.clock.now());
  });

  it('has its secret and its recovery codes in no column that could be read', async () => {
    const { actor, secret, recoveryCodes } = await enrolled();
    const rows = await Promise.all(
      [
        'SELECT * FROM "shaon_login" WHERE company_id = $1',
        'SELECT * FROM "shaon_recovery_code" WHERE company_id = $1',
      ].map((text) => test.core.extension.database.scope(test.company).rows(rawSql(text))),
    );
    const stored = JSON.stringify(rows);
    expect(stored).to.contain(`"login_id":${actor.loginId}`);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))]) {
      expect(stored).not.to.contain(text);
    }
    const { items } = await test.core.auditReads.list(test.company, {});
    for (const text of [secret, ...recoveryCodes]) expect(JSON.stringify(items)).not.to.contain(text);
  });

  it('is asked for at the sign-in, and lets in with its code', async () => {
    const { actor, email, secret } = await enrolled();
    const session = await halfway(email);
    expect(session.actor).to.deep.equal({
      kind: 'second_factor',
      must: 'code',
      companyId: actor.companyId,
      loginId: actor.loginId,
      name: actor.name,
    });
    expect((await test.core.accounts.authenticate(session.secret))?.actor).to.deep.equal(session.actor);
    const person = await test.core.accounts.proveSecondFactor(session.actor, codeNow(secret), {
      sessionId: session.sessionId,
    });
    expect(person).to.deep.equal(actor);
    expect((await test.core.accounts.authenticate(session.secret))?.actor).to.deep.equal(actor);
    expect((await signIn(email)).actor.kind, 'the next sign-in').to.equal('second_factor');
    const { items } = await test.core.auditReads.list(test.company, { action: 'session.second_factor' });
    expect(items[0]).to.include({
      loginId: actor.loginId,
      detail: JSON.stringify({ session_id: session.sessionId, by: 'code' }),
    });
  });

  it('is asked for by a product’s own log-in too', async () => {
    const { actor, email, secret } = await enrolled();
    const person = await test.core.accounts.verify(email, GOOD_PASSWORD);
    if (person?.actor.kind !== 'second_factor') throw new Error('verify asked for no code.');
    expect(await test.core.accounts.proveSecondFactor(person.actor, codeNow(secret))).to.deep.equal(actor);
  });

  it('goes on in the session that got it; the others ask for a code', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const elsewhere = await signIn(email);
    await test.core.accounts.beginSecondFactor(actor);
    const secret = (await test.core.accounts.pendingSecondFactor(actor))?.secret ?? '';
    const here = await signIn(email);
    await test.core.accounts.confirmSecondFactor(actor, codeNow(secret), { sessionId: here.sessionId });
    expect((await test.core.accounts.authenticate(here.secret))?.actor.kind).to.equal('account');
    expect((await test.core.accounts.authenticate(elsewhere.secret))?.actor.kind).to.equal('second_factor');
  });

  it('takes the code of the half minute before and after, and each code once', async () => {
    const { email, secret } = await enrolled();
    const prove = async (given: string) => {
      const { actor, sessionId } = await halfway(email);
      return test.core.accounts.proveSecondFactor(actor, given, { sessionId });
    };
    test.clock.advance(10 * STEP);
    const early = codeNow(secret, -STEP);
    await prove(early);
    expect(await refusal(prove(early))).to.have.deep.property('errors', WRONG);
    await prove(codeNow(secret));
    const late = codeNow(secret, STEP);
    await prove(`${late.slice(0, 3)} ${late.slice(3)}`);
    test.clock.advance(STEP);
    expect(await refusal(prove(late)), 'seen and typed again').to.have.deep.property('errors', WRONG);
    expect(await refusal(prove(codeNow(secret, 2 * STEP)))).to.have.deep.property('errors', WRONG);
    await prove(codeNow(secret, STEP));
  });

  it('is proved once by one code that comes many times at once', async () => {
    const { email, secret } = await enrolled();
    const { actor, sessionId } = await halfway(email);
    const given = codeNow(secret);
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => test.core.accounts.proveSecondFactor(actor, given, { sessionId })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
  });

  it('shares the throttle of the password, which buys no further guesses', async () => {
    const { actor, email, secret } = await enrolled();
    for (let guess = 0; guess < 5; guess++) {
      const session = await halfway(email);
      const proved = test.core.accounts.proveSecondFactor(session.actor, '000000', { sessionId: session.sessionId });
      expect(await refusal(proved)).to.have.deep.property('errors', WRONG);
    }
    expect(await code(signIn(email)), 'blocked').to.equal('not_authenticated');
    const half: SecondFactorActor = {
      kind: 'second_factor',
      must: 'code',
      companyId: actor.companyId,
      loginId: actor.loginId,
      name: actor.name,
    };
    const right = test.core.accounts.proveSecondFactor(half, codeNow(secret));
    expect(await refusal(right), 'the right one too').to.have.deep.property('errors', WRONG);
    expect(await reasons(actor.loginId)).to.deep.equal([
      'blocked',
      'blocked',
      ...Array.from({ length: 5 }, () => 'code'),
    ]);
    test.clock.advance(STEP);
    await test.core.accounts.proveSecondFactor(half, codeNow(secret));
    expect((await test.core.accounts.get(test.company, actor.loginId)).blockedUntil).to.be.at.most(test.clock.now());
  });

  it('lets somebody halfway do nothing else', async () => {
    const { email } = await enrolled();
    const { actor } = await halfway(email);
    const cast = actor as never as AccountActor;
    const acts: Record<string, () => Promise<unknown>> = {
      'read the company': () => test.core.companies.get(cast),
      'list sessions': () => test.core.accounts.listSessions(cast),
      'set the language': () => test.core.accounts.setLocale(cast, 'en'),
      'choose notices': () => test.core.notices.choose(cast, { kinds: [] }),
      'make a token': () => test.core.tokens.issue(cast, { name: 'x', abilities: ['leave:read'] }),
      'change the password': () =>
        test.core.accounts.changePassword(cast, { current_password: GOOD_PASSWORD, password: 'a new password' }),
      'renew codes': () => test.core.accounts.renewRecoveryCodes(cast, '000000'),
      'remove it': () =>
        test.core.accounts.removeSecondFactor(cast, { current_password: GOOD_PASSWORD, code: '000000' }),
    };
    for (const [name, act] of Object.entries(acts)) expect(await code(act()), name).to.equal('not_permitted');
    expect(await code(test.core.accounts.beginSecondFactor(actor))).to.equal('state_conflict');
    expect(await test.core.accounts.pendingSecondFactor(actor)).to.equal(null);
  });

  it('is replaced for once by each recovery code, however it is typed', async () => {
    const { actor, email, recoveryCodes } = await enrolled();
    const prove = async (given: string) => test.core.accounts.proveSecondFactor((await halfway(email)).actor, given);
    const [first = '', second = ''] = recoveryCodes;
    await prove(` ${first.toUpperCase().replaceAll('-', ' ')} `);
    expect(await refusal(prove(first))).to.have.deep.property('errors', WRONG);
    await prove(second.replaceAll('-', ''));
    expect((await test.core.accounts.secondFactor(actor)).recoveryCodesLeft).to.equal(8);
    const other = await enrolled();
    expect(await refusal(prove(other.recoveryCodes[0] ?? '')), 'a colleague’s').to.have.deep.property('errors', WRONG);
  });

  it('gets new recovery codes for a code; the old ones end', async () => {
    const { actor, email, secret, recoveryCodes } = await enrolled();
    expect(await refusal(test.core.accounts.renewRecoveryCodes(actor, '000000'))).to.have.deep.property(
      'errors',
      WRONG,
    );
    const renewed = await test.core.accounts.renewRecoveryCodes(actor, codeNow(secret));
    expect(renewed).to.have.lengthOf(10);
    const { actor: half } = await halfway(email);
    const old = test.core.accounts.proveSecondFactor(half, recoveryCodes[0] ?? '');
    expect(await refusal(old)).to.have.deep.property('errors', WRONG);
    await test.core.accounts.proveSecondFactor(half, renewed[0] ?? '');
  });

  it('is removed with the password and a code, and by nothing less', async () => {
    const { actor, email, secret } = await enrolled();
    const remove = (current_password: string, given: string) =>
      test.core.accounts.removeSecondFactor(actor, { current_password, code: given });
    expect(await refusal(remove('wrong password', codeNow(secret)))).to.have.deep.property('errors', {
      current_password: [{ rule: 'current_password' }],
    });
    expect(await refusal(remove(GOOD_PASSWORD, '000000'))).to.have.deep.property('errors', WRONG);
    await remove(GOOD_PASSWORD, codeNow(secret));
    expect((await signIn(email)).actor.kind).to.equal('account');
    expect(await test.core.accounts.secondFactor(actor)).to.include({ since: null, recoveryCodesLeft: 0 });
    expect(await code(remove(GOOD_PASSWORD, codeNow(secret)))).to.equal('state_conflict');
    await test.core.accounts.beginSecondFactor(actor);
    expect((await test.core.accounts.pendingSecondFactor(actor))?.secret).not.to.equal(secret);
  });

  it('is taken away by another admin or the operator, which ends the sessions', async () => {
    const { actor, email, session } = await enrolled();
    const admin = await newAdmin(test.core, test.company);
    expect(await code(test.core.accounts.resetSecondFactor(actor, actor.loginId))).to.equal('state_conflict');
    const foreign = await newAdmin(test.core, test.foreign);
    expect(await code(test.core.accounts.resetSecondFactor(foreign.actor, actor.loginId))).to.equal('not_found');
    const manager = await newPerson(test.core, test.company, 'manager');
    expect(await code(test.core.accounts.resetSecondFactor(manager.actor, actor.loginId))).to.equal('not_permitted');
    await test.core.accounts.resetSecondFactor(admin.actor, actor.loginId);
    expect(await test.core.accounts.authenticate(session.secret)).to.equal(null);
    expect((await signIn(email)).actor.kind).to.equal('account');
    expect(await code(test.core.accounts.resetSecondFactor(admin.actor, actor.loginId))).to.equal('state_conflict');
    const { items } = await test.core.auditReads.list(test.company, { action: 'account.reset_second_factor' });
    expect(items[0]).to.include({
      loginId: admin.actor.loginId,
      detail: JSON.stringify({ login_id: actor.loginId }),
    });
    const other = await enrolled();
    await test.core.accounts.resetSecondFactor(test.company, other.actor.loginId);
    expect((await signIn(other.email)).actor.kind).to.equal('account');
  });

  it('may be wanted by a company of its admins, who may then only get one', async () => {
    const { actor, email } = await newAdmin(test.core, test.foreign);
    const manager = await newPerson(test.core, test.foreign, 'manager');
    const open = await signIn(email);
    expect(await code(test.core.companies.requireSecondFactor(manager.actor, true))).to.equal('not_permitted');
    expect((await test.core.companies.requireSecondFactor(actor, true)).secondFactorSince).to.deep.equal(
      test.clock.now(),
    );
    await test.core.companies.requireSecondFactor(actor, true);
    const { items } = await test.core.auditReads.list(test.foreign, { action: 'company.require_second_factor' });
    expect(items.map(({ detail }) => detail)).to.deep.equal([JSON.stringify({ required: true })]);
    expect((await signIn(manager.employee.email)).actor.kind, 'managers').to.equal('account');
    const session = await test.core.accounts.authenticate(open.secret);
    if (session?.actor.kind !== 'second_factor') throw new Error('The admin may go on.');
    expect(session.actor.must).to.equal('enrol');
    const half = session.actor;
    expect(await code(test.core.companies.get(half as never))).to.equal('not_permitted');
    expect(await code(test.core.accounts.proveSecondFactor(half, '000000'))).to.equal('state_conflict');
    await test.core.accounts.beginSecondFactor(half);
    const secret = (await test.core.accounts.pendingSecondFactor(half))?.secret ?? '';
    const { sessionId } = open;
    expect(await refusal(test.core.accounts.confirmSecondFactor(half, '000000', { sessionId }))).to.have.deep.property(
      'errors',
      WRONG,
    );
    await test.core.accounts.confirmSecondFactor(half, codeNow(secret), { sessionId });
    const now = accountActor(await test.core.accounts.authenticate(open.secret));
    expect((await test.core.accounts.secondFactor(now)).isRequired).to.equal(true);
    await test.core.companies.requireSecondFactor(now, false);
    expect((await test.core.companies.get(test.foreign)).secondFactorSince).to.equal(null);
  });

  it('is confirmed within the time of its secret alone', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    expect(await code(test.core.accounts.confirmSecondFactor(actor, '000000'))).to.equal('state_conflict');
    await test.core.accounts.beginSecondFactor(actor);
    const first = (await test.core.accounts.pendingSecondFactor(actor))?.secret ?? '';
    await test.core.accounts.beginSecondFactor(actor);
    const confirmed = test.core.accounts.confirmSecondFactor(actor, codeNow(first));
    expect(await refusal(confirmed), 'the secret of before').to.have.deep.property('errors', WRONG);
    for (const given of [undefined, null, 12, '', 'abcdef', '1234567', '١٢٣٤٥٦', '\u0000']) {
      const wrong = test.core.accounts.confirmSecondFactor(actor, given as never);
      expect(await refusal(wrong)).to.have.deep.property('errors', WRONG);
    }
  });
});
