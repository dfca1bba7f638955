import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { GOOD_PASSWORD, newAdmin } from './people.ts';

withCore('accounts: texts that a database cannot store', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  const code = async (promise: Promise<unknown>) => ((await refusal(promise)) as { code: string }).code;
  const all = () => test.core.extension.database.allCompanies();
  const HOSTILE = ['\u0000', 'a\u0000b', '\uD800', 'x\uDC00y', '\uDC00\uD800', '\uFFFE'];

  it('come with a refused sign-in, which is audited all the same', async () => {
    const { email } = await newAdmin(test.core, test.company);
    for (const text of HOSTILE) {
      const origin = { ip: `192.0.2.1${text}`, userAgent: text };
      const before = await refusals();
      const { accounts } = test.core;
      for (const attempt of [
        () => accounts.signIn({ email: `${text}@example.test`, password: GOOD_PASSWORD }, origin),
        () => accounts.signIn({ email: `${email}${text}`, password: GOOD_PASSWORD }, origin),
        () => accounts.signIn({ email: `a@${text}`, password: GOOD_PASSWORD }, origin),
        () => accounts.signIn({ email, password: `wrong${text}` }, origin),
      ]) {
        expect(await code(attempt())).to.equal('not_authenticated');
      }
      expect(await accounts.verify(`${text}@example.test`, GOOD_PASSWORD, origin)).to.equal(null);
      expect(await refusals()).to.equal(before + 5);
      test.clock.advance(3_600_000);
      await accounts.signIn({ email, password: GOOD_PASSWORD });
    }
  });

  it('come with a sign-in, whose session and audit row are written', async () => {
    const { email, actor } = await newAdmin(test.core, test.company);
    for (const text of HOSTILE) {
      const origin = { ip: `192.0.2.1${text}`, userAgent: `Browser${text}` };
      const { secret, sessionId } = await test.core.accounts.signIn({ email, password: GOOD_PASSWORD }, origin);
      const [shown] = await test.core.accounts.listSessions(actor);
      expect(shown?.id).to.equal(sessionId);
      expect(shown?.userAgent).to.match(/^Browser\?+$|^Browser[abxy?]+$/);
      expect(shown?.ip)
        .to.match(/^192\.0\.2\.1/)
        .and.not.contain('\u0000');
      test.clock.advance(10 * 60_000);
      expect(await test.core.accounts.authenticate(secret, origin)).not.to.equal(null);
    }
  });

  it('are no secret of a session or a link', async () => {
    for (const text of HOSTILE) {
      const { accounts } = test.core;
      expect(await accounts.authenticate(text, { ip: text })).to.equal(null);
      expect(await accounts.openLink(text)).to.equal(null);
      expect(await code(accounts.useLink(text, GOOD_PASSWORD))).to.equal('not_authenticated');
    }
  });

  it('are refused in names, addresses and passwords that are kept', async () => {
    const { account, link } = await test.core.accounts.create(test.company, {
      name: 'Invited',
      email: 'hostile.texts@example.test',
      role: 'manager',
    });
    for (const text of HOSTILE.slice(0, 5)) {
      const { accounts } = test.core;
      const email = 'hostile.again@example.test';
      for (const attempt of [
        () => accounts.create(test.company, { name: `N${text}`, email, role: 'manager' }),
        () => accounts.create(test.company, { name: 'N', email: `a${text}@example.test`, role: 'manager' }),
        () => accounts.update(test.company, account.id, { name: `N${text}` }),
      ]) {
        expect(await code(attempt())).to.equal('invalid_input');
      }
    }
    await test.core.accounts.useLink(link.secret, `${GOOD_PASSWORD}\u0000`);
    await test.core.accounts.signIn({ email: account.email, password: `${GOOD_PASSWORD}\u0000` });
  });

  async function refusals(): Promise<number> {
    const [row] = await all().run(
      rawSql(`SELECT COUNT(*) AS refusals FROM "shaon_audit" WHERE action = 'session.refused'`),
    );
    return Number(row?.refusals);
  }
});
