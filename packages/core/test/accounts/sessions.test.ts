import { everyCompanySql } from '@shaon/core/storage';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { sessionTable } from '../../src/accounts/session.ts';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { GOOD_PASSWORD, newAdmin, newWelcomed } from './people.ts';

const HOUR = 3_600_000;

withCore('accounts: sessions', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const signIn = (email: string, password = GOOD_PASSWORD) => test.core.accounts.signIn({ email, password });

  it('slides with use, and ends 12 hours after the last one', async () => {
    const { email } = await newAdmin(test.core, test.company);
    const { secret } = await signIn(email);
    for (let use = 0; use < 5; use++) {
      test.clock.advance(11 * HOUR);
      expect(await test.core.accounts.authenticate(secret)).not.to.equal(null);
    }
    test.clock.advance(12 * HOUR);
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
  });

  it('ends 90 days after the sign-in however much it is used', async () => {
    const { email } = await newAdmin(test.core, test.company);
    const { secret } = await signIn(email);
    for (let use = 0; use < 179; use++) {
      test.clock.advance(12 * HOUR - 1);
      expect(await test.core.accounts.authenticate(secret)).not.to.equal(null);
    }
    test.clock.set(new Date(new Date(TEST_NOW).getTime() + 90 * 24 * HOUR));
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
  });

  it('ends in time again after a use by a clock that was ahead', async () => {
    const { email } = await newAdmin(test.core, test.company);
    test.clock.advance(10 * HOUR);
    const { secret } = await signIn(email);
    test.clock.set(TEST_NOW);
    expect((await test.core.accounts.authenticate(secret))?.expiresAt).to.deep.equal(
      new Date(Date.parse(TEST_NOW) + 12 * HOUR),
    );
    test.clock.advance(12 * HOUR);
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
  });

  it('gives the person’s own sessions, ends one, and ends the rest', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const first = await test.core.accounts.signIn(
      { email, password: GOOD_PASSWORD },
      { ip: '192.0.2.1', userAgent: 'Firefox\u202e' },
    );
    const second = await signIn(email);
    const third = await signIn(email);
    const listed = await test.core.accounts.listSessions(actor);
    expect(listed.map((session) => session.id)).to.deep.equal([third, second, first].map((one) => one.sessionId));
    expect(listed[2]).to.include({ ip: '192.0.2.1', userAgent: 'Firefox?' });
    expect(listed[0]).not.to.have.property('digest');
    await test.core.accounts.endSession(actor, second.sessionId);
    expect(await test.core.accounts.authenticate(second.secret)).to.equal(null);
    expect(await test.core.accounts.authenticate(third.secret)).not.to.equal(null);
    expect(await test.core.accounts.endAllSessions(actor, { exceptSessionId: third.sessionId })).to.equal(1);
    expect(await test.core.accounts.authenticate(first.secret)).to.equal(null);
    expect(await test.core.accounts.authenticate(third.secret)).not.to.equal(null);
  });

  it('is nobody else’s to end, neither a colleague’s nor another company’s', async () => {
    const mine = await newAdmin(test.core, test.company);
    const { sessionId, secret } = await signIn(mine.email);
    for (const other of [await newAdmin(test.core, test.company), await newAdmin(test.core, test.foreign)]) {
      expect(await refusal(test.core.accounts.endSession(other.actor, sessionId))).to.have.property(
        'code',
        'not_found',
      );
      const forged = { ...other.actor, loginId: mine.actor.loginId };
      if (other.actor.companyId !== mine.actor.companyId) {
        expect(await refusal(test.core.accounts.endSession(forged, sessionId))).to.have.property('code', 'not_found');
        expect(await test.core.accounts.listSessions(forged)).to.deep.equal([]);
        expect(await test.core.accounts.endAllSessions(forged)).to.equal(0);
      }
    }
    expect(await test.core.accounts.authenticate(secret)).not.to.equal(null);
  });

  it('ends with a freeze, in the freeze’s own transaction', async () => {
    const { employee, password } = await newWelcomed(test.core, test.company);
    const { secret } = await signIn(employee.email, password);
    const undone = test.core.transaction(async (manager) => {
      await test.core.employees.freeze(test.company, employee.id, { manager });
      throw new Error('undone');
    });
    expect(await refusal(undone)).to.have.property('message', 'undone');
    expect(await test.core.accounts.authenticate(secret)).not.to.equal(null);
    await test.core.transaction(async (manager) => {
      await test.core.employees.freeze(test.company, employee.id, { manager });
    });
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
    await test.core.employees.reactivate(test.company, employee.id);
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
  });

  it('is nothing while its account is disabled, even if it was left open', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const { secret } = await signIn(email);
    await test.core.extension.database.writeAllCompanies('test', {}, (all) =>
      all.run(rawSql('UPDATE "shaon_login" SET disabled_at = $2 WHERE id = $1'), [actor.loginId, test.clock.now()]),
    );
    expect(await test.core.accounts.authenticate(secret)).to.equal(null);
  });

  it('ends with a changed password, but for the one that changed it', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const here = await signIn(email);
    const elsewhere = await signIn(email);
    const wrong = { current_password: 'not this one', password: 'a new password' };
    const error = await refusal(test.core.accounts.changePassword(actor, wrong));
    expect(error).to.have.deep.property('errors', { current_password: [{ rule: 'current_password' }] });
    const same = { current_password: GOOD_PASSWORD, password: GOOD_PASSWORD };
    expect(await refusal(test.core.accounts.changePassword(actor, same))).to.have.deep.property('errors', {
      password: [{ rule: 'different', params: { other: 'current_password' } }],
    });
    const change = { current_password: GOOD_PASSWORD, password: 'a new password' };
    await test.core.accounts.changePassword(actor, change, { sessionId: here.sessionId });
    expect(await test.core.accounts.authenticate(here.secret)).not.to.equal(null);
    expect(await test.core.accounts.authenticate(elsewhere.secret)).to.equal(null);
    await signIn(email, 'a new password');
  });

  it('speaks the person’s language, else the company’s', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const { secret } = await signIn(email);
    expect(await test.core.accounts.authenticate(secret)).to.include({ locale: 'he', ownLocale: null });
    await test.core.accounts.setLocale(actor, 'en');
    expect(await test.core.accounts.authenticate(secret)).to.include({ locale: 'en', ownLocale: 'en' });
    await test.core.accounts.setLocale(actor, null);
    expect(await test.core.accounts.authenticate(secret)).to.include({ locale: 'he', ownLocale: null });
    expect(await refusal(test.core.accounts.setLocale(actor, 'fr' as never))).to.have.property('code', 'invalid_input');
  });
});

withCore('accounts: sessions whose ids exceed 32 bits', (test) => {
  it('are confirmed, kept and ended like others', async () => {
    const { actor, email } = await newAdmin(test.core, test.company);
    const first = 2 ** 31;
    await test.core.extension.database.writeAllCompanies('test', {}, async (all) => {
      if (all.dialect === 'sqlite') {
        await all.run(everyCompanySql`DELETE FROM sqlite_sequence WHERE name = $1`, [sessionTable.name]);
        await all.run(everyCompanySql`INSERT INTO sqlite_sequence VALUES ($1, $2)`, [sessionTable.name, first]);
      } else {
        const sequence = everyCompanySql`pg_get_serial_sequence('${sessionTable}', 'id')::regclass`;
        await all.run(everyCompanySql`SELECT setval(${sequence}, $1::bigint)`, [first]);
      }
    });
    const signIn = () => test.core.accounts.signIn({ email, password: GOOD_PASSWORD });
    const [here, elsewhere] = [await signIn(), await signIn()];
    expect(here.sessionId).to.be.greaterThan(first);
    await test.core.accounts.confirmPassword(actor, here.sessionId, GOOD_PASSWORD);
    expect(await test.core.accounts.endAllSessions(actor, { exceptSessionId: here.sessionId })).to.equal(1);
    expect(await test.core.accounts.authenticate(elsewhere.secret)).to.equal(null);
    expect(await test.core.accounts.authenticate(here.secret)).to.have.property('sessionId', here.sessionId);
    await test.core.accounts.endSession(actor, here.sessionId);
    expect(await test.core.accounts.authenticate(here.secret)).to.equal(null);
  });
});
