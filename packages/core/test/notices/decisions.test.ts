import { SendFailure } from '@shaon/core';
import { expect } from 'chai';
import { newPerson } from '../accounts/people.ts';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { KeptMails, KeptTexts, PAGES } from './kept-mails.ts';

const mails = new KeptMails();
const texts = new KeptTexts();

withCore(
  'notices: decisions',
  (test) => {
    before(async () => {
      await test.core.absenceTypes.create(test.company, { label: 'vacation' });
    });

    beforeEach(async () => {
      mails.failure = null;
      test.clock.set(TEST_NOW);
      await mails.sent(test.core);
      texts.taken.length = 0;
    });

    const dates = ['2026-06-07', '2026-06-08', '2026-06-09'];
    const asked = async (days = dates.slice(0, 1)) => {
      const { core } = test;
      const manager = await newPerson(core, test.company, 'manager');
      const person = await newPerson(core, test.company);
      const requests = await core.leave.submit(person.actor, { dates: days, type: 'vacation' });
      await mails.sent(core);
      texts.taken.length = 0;
      return { ...person, manager: manager.actor, requests, id: requests[0]?.id as number };
    };
    const emailOf = (employee: { readonly email: string }) => employee.email;

    it('are told in one mail of two parts with the same words, a link and the note', async () => {
      const { employee, manager, id } = await asked();
      await test.core.leave.approve(manager, id, { manager_note: 'Enjoy <b>it</b>\nand rest' });
      const [mail, ...more] = await mails.sent(test.core);
      expect(more).to.deep.equal([]);
      expect(mail).to.include({ to: emailOf(employee), subject: 'בקשת ההיעדרות ל־7.6 אושרה' });
      for (const part of [mail?.text, mail?.html]) {
        expect(part).to.contain('Bakery · שעון').and.contain(`${PAGES}/my-day/leave`).and.contain('יום ג׳, 2.6.2026');
        expect(part).to.contain(manager.name).and.contain(`${PAGES}/account/notices`).and.not.contain('vacation');
      }
      expect(mail?.text).to.contain('> Enjoy <b>it</b>\n> and rest');
      expect(mail?.html).to.contain('Enjoy &lt;b&gt;it&lt;/b&gt;<br>and rest').and.contain('dir="rtl"');
      expect(mail?.html).not.to.match(/<img|<script|url\(|http-equiv/);
    });

    it('are told in the person’s own language', async () => {
      const { actor, manager, id } = await asked();
      await test.core.accounts.setLocale(actor, 'en');
      await test.core.leave.reject(manager, id);
      const [mail] = await mails.sent(test.core);
      expect(mail?.subject).to.equal('Your leave request for 7 Jun was refused');
      expect(mail?.text).to.contain(`Decided by ${manager.name}, Tuesday, 2 Jun 2026, 09:00.`);
    });

    it('on a group are told once', async () => {
      const { manager, id } = await asked(dates);
      await test.core.leave.approveGroup(manager, id);
      expect((await mails.sent(test.core)).map(({ subject }) => subject)).to.deep.equal([
        'בקשת ההיעדרות ל־7.6–9.6 (3 ימים) אושרה',
      ]);
    });

    it('that take an approval back are told, and a person’s own acts are not', async () => {
      const { actor, manager, id } = await asked();
      await test.core.leave.approve(manager, id);
      await mails.sent(test.core);
      await test.core.leave.cancel(manager, id);
      expect((await mails.sent(test.core))[0]?.subject).to.equal('בקשת ההיעדרות ל־7.6 בוטלה');
      const [own] = await test.core.leave.submit(actor, { dates: ['2026-06-10'], type: 'vacation' });
      await test.core.leave.cancel(actor, own?.id as number);
      expect(await mails.sent(test.core)).to.deep.equal([]);
    });

    it('that are undone with their transaction, or change nothing, are not told', async () => {
      const { manager, id } = await asked();
      await refusal(
        test.core.transaction(async (within) => {
          await test.core.leave.approve(manager, id, {}, { manager: within });
          throw new Error('undone');
        }),
      );
      expect(await mails.sent(test.core)).to.deep.equal([]);
      await test.core.leave.approve(manager, id);
      await test.core.leave.approve(manager, id);
      expect(await mails.sent(test.core)).to.have.lengthOf(1);
    });

    it('are told by the way that the person chose, and by SMS only where the company pays for it', async () => {
      const { actor, manager, id } = await asked();
      const { core } = test;
      expect(await core.notices.own(actor)).to.deep.include({
        by: 'mail',
        sms: 'off',
        email: (await core.accounts.own(actor)).email,
      });
      expect(await refusal(core.notices.choose(actor, { by: 'sms' }))).to.have.property('code', 'invalid_input');
      await core.companies.update(test.company, { sms_notices: true });
      expect((await core.notices.own(actor)).sms).to.deep.equal({ ending: '67' });
      await core.notices.choose(actor, { by: 'sms' });
      await core.leave.approve(manager, id);
      expect(await mails.sent(core)).to.deep.equal([]);
      expect(texts.taken.map(({ to, text }) => [to, text])).to.deep.equal([
        ['+972501234567', `שעון: יש החלטה על בקשה שלך. ${PAGES}/my-day/leave`],
      ]);
      await core.companies.update(test.company, { sms_notices: false });
      await core.leave.reject(manager, id);
      expect(await mails.sent(core)).to.have.lengthOf(1);
      await core.notices.choose(actor, { by: 'none' });
      await core.leave.approve(manager, id);
      expect(await mails.sent(core)).to.deep.equal([]);
      expect(texts.taken).to.have.lengthOf(1);
    });

    it('are not told to those who do not want them, nor to those frozen before they were sent', async () => {
      const { actor, employee, manager, id } = await asked();
      const { core } = test;
      await core.notices.choose(actor, { kinds: ['correction_decided'] });
      await core.leave.approve(manager, id);
      expect(await mails.sent(core)).to.deep.equal([]);
      await core.notices.choose(actor, { kinds: ['leave_decided'] });
      await core.leave.reject(manager, id);
      await core.employees.freeze(test.company, employee.id);
      expect(await mails.sent(core)).to.deep.equal([]);
      expect(await refusal(core.notices.own(actor))).to.have.property('code', 'not_authenticated');
    });

    it('wait while the mail server does not answer, and the person sees it', async () => {
      const { actor, manager, id } = await asked();
      const { core } = test;
      mails.failure = new SendFailure('econnrefused');
      await core.leave.approve(manager, id);
      expect(await core.messages.drainOnce()).to.deep.equal({ sent: 0, failed: 1 });
      const { waiting } = await core.notices.own(actor);
      expect(waiting).to.deep.equal({
        count: 1,
        since: new Date(TEST_NOW),
        nextAt: new Date(Date.parse(TEST_NOW) + 30_000),
      });
      expect(await core.operator.waitingMessages()).to.deep.include({ mail: 1 });
      mails.failure = null;
      test.clock.advance(30_000);
      expect(await mails.sent(core)).to.have.lengthOf(1);
      expect((await core.notices.own(actor)).waiting).to.equal(null);
    });

    it('are given up at once where the server refuses the address for good', async () => {
      const { actor, manager, id } = await asked();
      mails.failure = new SendFailure('smtp_550', { isFinal: true });
      await test.core.leave.approve(manager, id);
      await test.core.messages.drainOnce();
      mails.failure = null;
      test.clock.advance(24 * 3_600_000);
      expect(await mails.sent(test.core)).to.deep.equal([]);
      expect((await test.core.notices.own(actor)).waiting).to.equal(null);
    });

    it('on requests for corrections are told with the note, and withdrawing one is not', async () => {
      const { core } = test;
      const { actor, employee, manager } = await asked();
      const punches = [
        { kind: 'in', at: new Date('2026-06-01T05:00:00Z') },
        { kind: 'out', at: new Date('2026-06-01T14:10:00Z') },
      ] as const;
      const ask = (date: string) =>
        core.correctionRequests.ask(actor, {
          date,
          punches: punches.map(({ kind, at }) => ({
            kind,
            at: new Date(at.getTime() - 86_400_000 * (date === '2026-06-01' ? 0 : 1)),
          })),
          reason: 'I left at 17:10',
        });
      const first = await ask('2026-06-01');
      const second = await ask('2026-05-31');
      await core.correctionRequests.apply(manager, first.id);
      expect((await mails.sent(core)).map(({ to, subject }) => [to, subject])).to.deep.equal([
        [employee.email, 'בקשת התיקון ליום ב׳, 1.6.2026 התקבלה'],
      ]);
      await core.correctionRequests.refuse(manager, second.id, { note: 'By the gate it was 17:00' });
      const [refused] = await mails.sent(core);
      expect(refused?.text).to.contain('> By the gate it was 17:00').and.contain(`${PAGES}/my-day/day?date=2026-05-31`);
      expect(refused?.text).not.to.contain('I left at');
      const third = await ask('2026-05-31');
      await core.correctionRequests.withdraw(actor, third.id);
      expect(await mails.sent(core)).to.deep.equal([]);
    });

    it('say one line in the subject, whatever a name holds', async () => {
      const { manager, id } = await asked();
      await test.core.companies.update(test.company, { name: 'Bakery' });
      await test.core.leave.approve({ ...manager, name: 'Eve\r\nBcc: all@example.com' }, id);
      const [mail] = await mails.sent(test.core);
      expect(mail?.subject).not.to.match(/[\r\n]/);
      expect(mail?.text).to.contain('Eve Bcc: all@example.com');
    });
  },
  { mailSender: mails, smsSender: texts, pagesUrl: `${PAGES}/` },
);
