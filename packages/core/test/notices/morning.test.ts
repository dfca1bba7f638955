import { createCore, type MailMessage, silentLog } from '@shaon/core';
import { addDays } from '@shaon/core/time';
import { expect } from 'chai';
import { newAdmin, newPerson } from '../accounts/people.ts';
import { refusal, TEST_KEYS, TEST_NOW, withCore } from '../support.ts';
import { KeptMails, PAGES } from './kept-mails.ts';

const mails = new KeptMails();
const options = { mailSender: mails, pagesUrl: PAGES };

withCore(
  'notices: the morning',
  (test) => {
    /** On a date of June 2026, in Israel's summer time; each test has a date of its own. */
    const at = (date: string, time: string) => test.clock.set(new Date(`${date}T${time}:00+03:00`));
    const morning = async () => {
      await test.core.notices.tellMorning();
      return mails.sent(test.core);
    };

    before(async () => {
      await test.core.absenceTypes.create(test.company, { label: 'vacation' });
    });
    beforeEach(async () => {
      test.clock.set(TEST_NOW);
      await mails.sent(test.core);
    });

    /** A manager with requests of others that wait. */
    const waiting = async () => {
      const { actor, employee } = await newPerson(test.core, test.company, 'manager');
      const asker = await newPerson(test.core, test.company);
      const [request] = await test.core.leave.submit(asker.actor, { dates: ['2026-07-05'], type: 'vacation' });
      await test.core.correctionRequests.ask(asker.actor, {
        date: '2026-06-01',
        absence_type: 'vacation',
        reason: 'Ill',
      });
      await mails.sent(test.core);
      return { actor, email: employee.email, asker, id: request?.id as number };
    };
    const to = (sent: readonly MailMessage[], email: string) => sent.filter((mail) => mail.to === email);

    it('tells managers once what waits for them: numbers and links, no names', async () => {
      const { email, asker } = await waiting();
      at('2026-06-03', '07:59');
      expect(await morning()).to.deep.equal([]);
      at('2026-06-03', '08:00');
      const [mail, ...more] = to(await morning(), email);
      expect(more).to.deep.equal([]);
      expect(mail?.subject).to.match(/^מה מחכה לך הבוקר: \d+$/);
      expect(mail?.text).to.contain(`בקשות היעדרות: ${PAGES}/leave`).and.contain('הוותיקה מיום ג׳, 2.6.2026');
      expect(mail?.html).to.contain(`href="${PAGES}/leave"`);
      expect(mail?.text).to.contain(`בקשות תיקון: ${PAGES}/corrections`).and.not.contain('Ill');
      for (const part of [mail?.text, mail?.html]) {
        expect(part).not.to.contain(asker.employee.name).and.not.to.contain('vacation');
      }
      at('2026-06-03', '11:59');
      expect(await morning()).to.deep.equal([]);
    });

    it('is told once by two processes, and after a restart', async () => {
      const { email } = await waiting();
      at('2026-06-04', '08:01');
      const other = await createCore({
        ...{ database: test.database.connection(), keys: TEST_KEYS, clock: test.clock, log: silentLog },
        ...options,
      });
      try {
        // Two connections of one process would wait for one another on SQLite: there the same one works twice.
        const second = test.database.type === 'sqlite' ? test.core : other;
        await Promise.all([test.core, second, test.core, second].map((core) => core.notices.tellMorning()));
        expect(to(await mails.sent(test.core), email)).to.have.lengthOf(1);
        if (test.database.type === 'postgres') await other.notices.tellMorning();
        expect(await mails.sent(test.core)).to.deep.equal([]);
      } finally {
        await other.close();
      }
    });

    it('counts for a manager with limits their own people alone', async () => {
      const { core } = test;
      const { id } = await core.organization.createDepartment(test.company, { name: 'Ovens' });
      const { actor, email, asker } = await waiting();
      await core.managers.setLimit(test.company, actor.loginId, { department_ids: [id] });
      const own = await newPerson(core, test.company);
      await core.employees.update(test.company, own.employee.id, { department_id: id });
      at('2026-06-24', '08:00');
      expect(to(await morning(), email)).to.deep.equal([]);
      const [request] = await core.leave.submit(own.actor, { dates: ['2026-07-06'], type: 'vacation' });
      at('2026-06-25', '08:00');
      const [mail] = to(await morning(), email);
      expect(mail?.subject).to.equal('מה מחכה לך הבוקר: 1');
      await core.leave.approve(actor, request?.id ?? 0);
      expect(to(await mails.sent(core), own.employee.email)).to.have.lengthOf(1);
      expect(asker.employee.id).not.to.equal(own.employee.id);
    });

    it('is over at noon, and on Fridays and Saturdays nobody gets a summary', async () => {
      const { email } = await waiting();
      for (const date of ['2026-06-05', '2026-06-06']) {
        at(date, '08:30');
        expect(await morning(), date).to.deep.equal([]);
      }
      at('2026-06-07', '12:00');
      expect(await morning()).to.deep.equal([]);
      at('2026-06-08', '09:00');
      expect(to(await morning(), email)).to.have.lengthOf(1);
    });

    it('says nothing where nothing waits, or nobody wants to know', async () => {
      const { actor, email } = await waiting();
      await test.core.notices.choose(actor, { kinds: [] });
      at('2026-06-09', '08:00');
      expect(to(await morning(), email)).to.deep.equal([]);
      for (const { id } of (await test.core.leave.queue(test.company, { page: 1, per_page: 200 })).items) {
        await test.core.leave.reject(test.company, id);
      }
      const asked = await test.core.correctionRequests.list(
        test.company,
        { state: 'pending' },
        { page: 1, per_page: 200 },
      );
      for (const { id } of asked.items) await test.core.correctionRequests.refuse(test.company, id, { note: 'No' });
      await mails.sent(test.core);
      at('2026-06-10', '08:00');
      const empty = await newPerson(test.core, test.company, 'manager');
      expect(to(await morning(), empty.employee.email)).to.deep.equal([]);
    });

    it('says nothing of a manager’s own records, on which others decide, nor of people outside their limit', async () => {
      const { core, company } = test;
      const me = await newPerson(core, company, 'manager');
      const limited = await newPerson(core, company, 'manager');
      const ovens = (await core.organization.createDepartment(company, { name: 'Ovens' })).id;
      await core.employees.update(company, me.employee.id, { department_id: ovens });
      for (const { actor } of [me, limited]) {
        await core.managers.setLimit(company, actor.loginId, { department_ids: [ovens] });
      }
      const worked = async ({ actor }: typeof me) => {
        at('2026-06-21', '09:00');
        await core.attendance.punchIn(actor, actor.employeeId);
        at('2026-06-21', '17:00');
        await core.attendance.punchOut(actor, actor.employeeId);
        const absence = { date: '2026-06-01', absence_type: 'vacation', reason: 'Ill' };
        await core.correctionRequests.ask(actor, absence);
        await core.leave.submit(actor, { dates: ['2026-07-05'], type: 'vacation' });
      };
      await worked(me);
      await worked(await newPerson(core, company));
      await mails.sent(core);
      at('2026-06-22', '08:00');
      const sent = await morning();
      expect(to(sent, me.employee.email)).to.deep.equal([]);
      const [mail] = to(sent, limited.employee.email);
      expect(mail?.subject).to.equal('מה מחכה לך הבוקר: 3');
    });

    it('counts days without a decision and days without a check-out, by month', async () => {
      const manager = await newPerson(test.core, test.company, 'manager');
      const person = await newPerson(test.core, test.company);
      at('2026-06-11', '07:00');
      await test.core.attendance.punchIn(person.actor, person.actor.employeeId);
      at('2026-06-11', '15:00');
      await test.core.attendance.punchOut(person.actor, person.actor.employeeId);
      at('2026-06-14', '07:00');
      await test.core.attendance.punchIn(person.actor, person.actor.employeeId);
      await mails.sent(test.core);
      at('2026-06-16', '08:00');
      const [mail] = to(await morning(), manager.employee.email);
      expect(mail?.text).to.contain(
        `1  ימים שחסרה בהם יציאה, יוני 2026: ${PAGES}/attendance?month=2026-06&state=no_check_out`,
      );
      expect(mail?.text).to.contain(`ימים ממתינים לאישור, יוני 2026: ${PAGES}/attendance?month=2026-06&state=pending`);
    });

    it('warns admins of a token 14 days before its end and one day before, never of its text', async () => {
      const { email } = await newAdmin(test.core, test.company);
      at('2026-06-17', '10:00');
      const issue = async (name: string, end: string) =>
        test.core.tokens.issue(test.company, { name, abilities: ['shifts:read'], expires_at: new Date(end) });
      const long = await issue('Payroll\nBcc: x', '2026-07-15T10:00:00Z').catch(() =>
        issue('Payroll', '2026-07-15T10:00:00Z'),
      );
      await issue('Short', '2026-06-30T10:00:00Z');
      const revoked = await issue('Revoked', '2026-07-15T10:00:00Z');
      await test.core.tokens.revoke(test.company, revoked.summary.id);
      await mails.sent(test.core);
      const subjects: string[] = [];
      // On a Friday too.
      for (const date of [
        '2026-06-29',
        '2026-06-30',
        '2026-07-01',
        '2026-07-03',
        '2026-07-14',
        '2026-07-15',
        '2026-07-16',
      ]) {
        at(date, '08:00');
        const sent = to(await morning(), email);
        expect(JSON.stringify(sent)).not.to.contain(long.token);
        subjects.push(
          ...sent.filter(({ subject }) => !subject.startsWith('מה מחכה')).map(({ subject }) => `${date} ${subject}`),
        );
      }
      expect(subjects).to.deep.equal([
        '2026-06-29 תוקף האסימון Short עומד לפוג',
        '2026-07-01 תוקף האסימון Payroll עומד לפוג',
        '2026-07-14 תוקף האסימון Payroll עומד לפוג',
      ]);
    });

    it('counts more requests than a page of the queue has, and knows the oldest of all', async () => {
      const { core } = test;
      const { id } = await core.organization.createDepartment(test.company, { name: 'Packing' });
      const manager = await newPerson(core, test.company, 'manager');
      await core.managers.setLimit(test.company, manager.actor.loginId, { department_ids: [id] });
      const { actor, employee } = await newPerson(core, test.company);
      await core.employees.update(test.company, employee.id, { department_id: id });
      const submit = (date: string) => core.leave.submit(actor, { dates: [date], type: 'vacation' });
      at('2026-06-12', '09:00');
      await submit('2027-03-01');
      at('2026-06-17', '09:00');
      for (let day = 0; day < 204; day++) await submit(addDays('2026-07-01', day));
      at('2026-06-18', '08:00');
      const [mail] = to(await morning(), manager.employee.email);
      expect(mail?.text).to.contain('205  בקשות היעדרות').and.contain('הוותיקה מיום ו׳, 12.6.2026');
    });

    it('goes on after a company that fails, until its process ends', async () => {
      // pg's pool lets a caller that comes with its end wait for five seconds.
      if (test.database.type === 'postgres') return;
      const errors: string[] = [];
      let asked = Number.NEGATIVE_INFINITY;
      const closing = await createCore({
        ...{ database: test.database.connection(), keys: TEST_KEYS, ...options },
        log: {
          ...silentLog,
          error(_facts, text) {
            errors.push(text);
            void closing.close();
          },
        },
        clock: {
          now() {
            asked += 1;
            // Asked for the second time by the first company.
            if (asked === 2) throw new Error('Broken');
            return test.clock.now();
          },
        },
      });
      await test.core.companies.create({ name: 'Third' });
      at('2026-06-13', '08:00');
      asked = 0;
      expect(await refusal(closing.notices.tellMorning())).to.have.property('code', 'database_unavailable');
      await closing.close();
      expect(errors).to.deep.equal(['A company was not told in the morning']);
    });
  },
  options,
);
