import { expect } from 'chai';
import { KeptMails, PAGES } from '../notices/kept-mails.ts';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { GOOD_PASSWORD, newAdmin, newPerson } from './people.ts';

const mails = new KeptMails();
const NEW_PASSWORD = 'another horse 22';

withCore(
  'a forgotten password',
  (test) => {
    beforeEach(async () => {
      test.clock.set(TEST_NOW);
      mails.failure = null;
      await mails.sent(test.core);
    });

    const secretIn = (text = '') => /\/set-up\/([\w-]{43})/.exec(text)?.[1] ?? '';

    it('is replaced by a mailed link that works once, and ends every session', async () => {
      const { core } = test;
      const { email } = await newAdmin(core, test.company);
      const session = await core.accounts.signIn({ email, password: GOOD_PASSWORD });
      await core.accounts.forgotPassword(` ${email.toUpperCase()} `);
      const [mail, ...more] = await mails.sent(core);
      expect(more).to.deep.equal([]);
      expect(mail).to.include({ to: email, subject: 'קישור לסיסמה חדשה' });
      expect(mail?.text).to.contain(`${PAGES}/set-up/`).and.contain('עד 10:00');
      const secret = secretIn(mail?.text);
      expect(mail?.html).to.contain(secret);
      await core.accounts.useLink(secret, NEW_PASSWORD);
      expect(await core.accounts.authenticate(session.secret)).to.equal(null);
      await core.accounts.signIn({ email, password: NEW_PASSWORD });
      expect(await refusal(core.accounts.useLink(secret, GOOD_PASSWORD))).to.have.property('code', 'not_authenticated');
      expect((await mails.sent(core)).map(({ subject }) => subject)).to.deep.equal(['הסיסמה שלך הוחלפה']);
    });

    it('has links that end after an hour, and leave an invitation as it was', async () => {
      const { core } = test;
      const { account, link } = await core.accounts.create(test.company, {
        ...{ name: 'Invited', email: 'invited@example.test', role: 'manager' },
      });
      await core.accounts.forgotPassword(account.email);
      const secret = secretIn((await mails.sent(core))[0]?.text);
      expect(await core.accounts.openLink(secret)).to.include({ email: account.email });
      test.clock.advance(3_600_000);
      expect(await core.accounts.openLink(secret)).to.equal(null);
      expect(await core.accounts.openLink(link.secret)).not.to.equal(null);
    });

    it('is answered the same for every address, known or not, and after the same time', async () => {
      const { core } = test;
      const { email } = await newAdmin(core, test.company);
      const frozen = await newPerson(core, test.company);
      await core.employees.freeze(test.company, frozen.employee.id);
      await mails.sent(core);
      for (const address of [
        email,
        frozen.employee.email,
        'nobody@example.test',
        'no address',
        '\u0000',
        'x'.repeat(5_000),
      ]) {
        const before = performance.now();
        expect(await core.accounts.forgotPassword(address), JSON.stringify(address)).to.equal(undefined);
        expect(performance.now() - before).to.be.at.least(399);
      }
      expect((await mails.sent(core)).map(({ to }) => to)).to.deep.equal([email]);
      expect(await refusal(core.accounts.forgotPassword(' '))).to.have.property('code', 'invalid_input');
    });

    it('is braked like a sign-in, the same for an unknown address, without braking the sign-in', async () => {
      const { core } = test;
      const { email } = await newAdmin(core, test.company);
      const braked: unknown[] = [];
      for (const address of [email, 'unknown@example.test']) {
        for (let count = 0; count < 5; count += 1) await core.accounts.forgotPassword(address);
        braked.push(((await refusal(core.accounts.forgotPassword(address))) as { details: unknown }).details);
      }
      expect(braked).to.deep.equal([
        { blockedUntil: new Date(Date.parse(TEST_NOW) + 30_000) },
        { blockedUntil: new Date(Date.parse(TEST_NOW) + 30_000) },
      ]);
      expect(await mails.sent(core)).to.have.lengthOf(5);
      await core.accounts.signIn({ email, password: GOOD_PASSWORD });
      test.clock.advance(30_001);
      await core.accounts.forgotPassword(email);
      expect(await mails.sent(core)).to.have.lengthOf(1);
    });

    it('is mailed no more often to somebody for whom many ask at once', async () => {
      const { core } = test;
      const { email } = await newAdmin(core, test.company);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => core.accounts.forgotPassword(email).catch((error: unknown) => error)),
      );
      expect(answers.filter((answer) => answer === undefined)).to.have.lengthOf(5);
      expect(await mails.sent(core)).to.have.lengthOf(5);
    });

    it('keeps one client that asks for many addresses at once from delaying others', async () => {
      const { accounts } = test.core;
      const ask = (address: string, ip: string) =>
        accounts.forgotPassword(address, { ip }).then(
          () => 'answered',
          (error: { code: unknown }) => error.code,
        );
      const flood = Array.from({ length: 110 }, (_, index) => ask(`flood-${index}@example.test`, '192.0.2.1'));
      const other = await ask('other@example.test', '192.0.2.2');
      const answers = await Promise.all(flood);
      expect([other, answers.filter((answer) => answer === 'took_too_long').length]).to.deep.equal(['answered', 10]);
    });

    it('has links that end, sent or not, when the address is changed: who reads the old one may be somebody else', async () => {
      const { core, company } = test;
      const { employee } = await newPerson(core, company);
      const { account, link } = await core.accounts.create(company, {
        ...{ name: 'Typed wrong', email: 'typed-wrong@example.test', role: 'manager' },
      });
      const changes = {
        [employee.email]: () => core.employees.update(company, employee.id, { email: 'new-staff@example.test' }),
        [account.email]: () => core.accounts.update(company, account.id, { email: 'typed-right@example.test' }),
      };
      for (const [email, change] of Object.entries(changes)) {
        await core.accounts.forgotPassword(email);
        const secret = secretIn((await mails.sent(core))[0]?.text);
        expect(await core.accounts.openLink(secret)).to.include({ email });
        await core.accounts.forgotPassword(email);
        await change();
        expect(await core.accounts.openLink(secret), email).to.equal(null);
        expect(await mails.sent(core), email).to.deep.equal([]);
      }
      expect(await core.accounts.openLink(link.secret)).to.equal(null);
    });

    it('is not answered by a link that has ended before it could be sent', async () => {
      const { core } = test;
      const { email } = await newAdmin(core, test.company);
      mails.failure = new Error('down');
      await core.accounts.forgotPassword(email);
      await core.messages.drainOnce();
      test.clock.advance(3_600_000);
      expect(await mails.sent(core)).to.deep.equal([]);
      expect(await core.operator.waitingMessages()).to.deep.include({ mail: 0 });
    });

    it('that its person changes is told them, unless it is the first of their own', async () => {
      const { core } = test;
      const { email, actor } = await newAdmin(core, test.company);
      expect(await mails.sent(core)).to.deep.equal([]);
      await core.accounts.changePassword(actor, { current_password: GOOD_PASSWORD, password: NEW_PASSWORD });
      expect((await mails.sent(core)).map(({ to }) => to)).to.deep.equal([email]);
    });
  },
  { mailSender: mails, pagesUrl: PAGES },
);

withCore('a forgotten password without e-mail', (test) => {
  it('is refused, and an admin makes the link', async () => {
    expect(await refusal(test.core.accounts.forgotPassword('a@example.test'))).to.have.property(
      'code',
      'state_conflict',
    );
    expect(test.core.messages.isMailing).to.equal(false);
  });
});
