import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { GOOD_PASSWORD, newAdmin } from './people.ts';

const HOUR = 3_600_000;
const WRONG = { password: [{ rule: 'current_password' }] };

withCore('accounts: a password proved again', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const signIn = (email: string) => test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
  const confirmedAt = async (secret: string) => (await test.core.accounts.authenticate(secret))?.confirmedAt;

  it('is at the sign-in first, and then when it was confirmed in that session', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const here = await signIn(email);
    const elsewhere = await signIn(email);
    expect(await confirmedAt(here.secret)).to.deep.equal(new Date(TEST_NOW));
    test.clock.advance(HOUR);
    expect(await confirmedAt(here.secret)).to.deep.equal(new Date(TEST_NOW));
    await test.core.accounts.confirmPassword(actor, here.sessionId, GOOD_PASSWORD);
    expect(await confirmedAt(here.secret)).to.deep.equal(test.clock.now());
    expect(await confirmedAt(elsewhere.secret)).to.deep.equal(new Date(TEST_NOW));
    const { items } = await test.core.auditReads.list(test.company, { action: 'session.confirm' });
    expect(items.map(({ kind, loginId, detail }) => ({ kind, loginId, detail }))).to.deep.equal([
      { kind: 'admin', loginId: actor.loginId, detail: JSON.stringify({ session_id: here.sessionId }) },
    ]);
  });

  it('is throttled and audited as a sign-in', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const { secret, sessionId } = await signIn(email);
    test.clock.advance(HOUR);
    const confirm = (password: string) =>
      test.core.accounts.confirmPassword(actor, sessionId, password, { ip: '192.0.2.7' });
    for (const password of ['wrong password', '', undefined as never, 'wrong password', 'wrong password']) {
      expect(await refusal(confirm(password))).to.have.deep.property('errors', WRONG);
    }
    expect(await refusal(confirm(GOOD_PASSWORD))).to.have.deep.property('errors', WRONG);
    expect(await refusal(signIn(email))).to.have.property('code', 'not_authenticated');
    expect(await confirmedAt(secret)).to.deep.equal(new Date(TEST_NOW));
    const { items } = await test.core.auditReads.list(test.company, { action: 'session.refused' });
    const mine = items.filter(({ loginId, ip }) => loginId === actor.loginId && ip === '192.0.2.7');
    expect(mine.map(({ detail }) => JSON.parse(detail ?? '').reason)).to.deep.equal([
      'blocked',
      ...Array.from({ length: 5 }, () => 'password'),
    ]);
    test.clock.advance(30_000);
    await confirm(GOOD_PASSWORD);
    expect((await test.core.accounts.get(test.company, actor.loginId)).blockedUntil).to.be.at.most(test.clock.now());
  });

  it('is proved in an open session of one’s own alone', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const mine = await signIn(email);
    const colleague = await newAdmin(test.core, test.company);
    const theirs = await signIn(colleague.email);
    const foreign = await newAdmin(test.core, test.foreign);
    const foreignSession = await signIn(foreign.email);
    for (const sessionId of [theirs.sessionId, foreignSession.sessionId, 2 ** 60, Number.NaN]) {
      const confirmed = test.core.accounts.confirmPassword(actor, sessionId, GOOD_PASSWORD);
      expect(await refusal(confirmed)).to.have.property('code', 'not_found');
    }
    await test.core.accounts.endSession(actor, mine.sessionId);
    const ended = test.core.accounts.confirmPassword(actor, mine.sessionId, GOOD_PASSWORD);
    expect(await refusal(ended)).to.have.property('code', 'not_found');
    const borrowed = { ...actor, companyId: systemActor(test.foreign.companyId).companyId };
    expect(
      await refusal(test.core.accounts.confirmPassword(borrowed, foreignSession.sessionId, GOOD_PASSWORD)),
    ).to.have.property('code', 'not_found');
  });

  it('counts no more when the account was disabled or got another password', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    await newAdmin(test.core, test.company);
    const { sessionId } = await signIn(email);
    const confirmed = test.core.accounts.confirmPassword(actor, sessionId, GOOD_PASSWORD);
    await test.core.accounts.disable(test.company, actor.loginId);
    await Promise.allSettled([confirmed]);
    expect(await refusal(test.core.accounts.confirmPassword(actor, sessionId, GOOD_PASSWORD))).to.have.property(
      'code',
      'not_authenticated',
    );
  });
});
