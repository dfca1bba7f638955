import { type MailMessage, SendFailure } from '@shaon/core';
import { expect } from 'chai';
import { withPages } from './support.ts';

const mails: MailMessage[] = [];
let failure: Error | null = null;
const mailSender = {
  async send(mail: MailMessage) {
    if (failure !== null) throw failure;
    mails.push(mail);
  },
};
const smsSender = { send: async () => undefined };
const core = { mailSender, smsSender, pagesUrl: 'https://hr.example/admin' };

withPages(
  'what people want to be told',
  (test) => {
    it('has the kinds of each role, and says why a way is off', async () => {
      const kinds = async (who: typeof test.admin) => {
        const page = await (await test.signedIn(who)).get('/admin/account/notices');
        const boxes = page.document.querySelectorAll('input[type=checkbox]');
        return { main: page.main, kinds: boxes.map((box) => box.getAttribute('value')) };
      };
      const own = ['leave_decided', 'correction_decided'];
      const api = ['endpoint_failing', 'deliveries_given_up', 'token_expires'];
      expect(await kinds(test.admin)).to.deep.include({ kinds: ['digest', ...api] });
      expect(await kinds(test.manager)).to.deep.include({ kinds: ['digest', ...own] });
      const employee = await kinds(test.employee);
      expect(employee.kinds).to.deep.equal(own);
      expect(employee.main).to.include(test.employee.email).and.include('The company sends no notices by SMS');
      await test.core.companies.update(test.company, { sms_notices: true });
      expect((await kinds(test.employee)).main).to.include('To the phone that ends in 67, without details');
      expect((await kinds(test.admin)).main).to.include('There is no phone number; ask the managers');
    });

    it('is saved, also in another language, and is told so', async () => {
      const browser = await test.signedIn(test.employee);
      const account = await browser.get('/admin/account');
      expect(account.main).to.include('What I want to be told');
      await browser.get('/admin/account/notices');
      const saved = await browser.submit('/account/notices', { own: ['correction_decided'], by: 'sms', locale: 'he' });
      expect(saved).to.include({ status: 200, path: '/admin/account/notices' });
      expect(saved.main).to.include('הבחירה נשמרה.');
      const { kinds, by, locale } = await test.core.notices.own(test.employee.actor);
      expect({ by, locale }).to.deep.equal({ by: 'sms', locale: 'he' });
      expect(kinds.map(({ isWanted }) => isWanted)).to.deep.equal([false, true]);
      await test.core.accounts.setLocale(test.employee.actor, null);
    });

    it('keeps what was chosen on another device meanwhile, and shows both', async () => {
      const browser = await test.signedIn(test.manager);
      await browser.get('/admin/account/notices');
      await test.core.notices.choose(test.manager.actor, { by: 'none' });
      const page = await browser.submit('/account/notices', { by: 'mail', waiting: [] });
      expect(page.status).to.equal(409);
      expect((await test.core.notices.own(test.manager.actor)).by).to.equal('none');
    });

    it('says how many messages wait while the mail server does not answer, and when it is tried again', async () => {
      const someone = await test.hire('Wanda Waiting');
      failure = new SendFailure('econnrefused');
      const [type] = await test.core.absenceTypes.list(test.company);
      const dates = ['2026-06-20'];
      const [request] = await test.core.leave.submit(someone.actor, { dates, type: type?.label ?? '' });
      await test.core.leave.approve(test.manager.actor, request?.id ?? 0);
      await test.core.messages.drainOnce();
      const page = await (await test.signedIn(someone)).get('/admin/account/notices');
      expect(page.main).to.match(
        /1 message waits to be sent\. Sending has not worked since \d\d:\d\d; we try again at \d\d:\d\d\./,
      );
      failure = null;
    });
  },
  { core },
);

withPages(
  'a forgotten password on the pages',
  (test) => {
    const ask = async (email: string) => {
      const browser = test.visitor();
      const signIn = await browser.get('/admin/sign-in');
      expect(signIn.document.querySelector('a[href="/admin/forgot"]')).not.to.equal(null);
      await browser.get('/admin/forgot');
      return { browser, page: await browser.submit('/forgot', { email }) };
    };

    it('is answered the same for every address, and its link works once', async () => {
      mails.length = 0;
      const { page: unknown } = await ask('nobody@bakery.example');
      const { browser, page } = await ask(test.employee.email);
      expect(page.main).to.equal(unknown.main).and.include('It works once, for an hour');
      await test.core.messages.drainOnce();
      expect(mails.map(({ to }) => to)).to.deep.equal([test.employee.email]);
      const path = /\/admin(\/set-up\/[\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
      await browser.get(`/admin${path}`);
      const done = await browser.submit('/set-up', { password: 'a new and longer one 3' });
      expect(done.main).to.include('The password is saved.');
      const again = await test.visitor().get(`/admin${path}`);
      expect(again.status).to.equal(404);
      expect(again.main).to.include('used already or is too old').and.include('Another link by e-mail');
      expect(again.document.querySelector('main a[href="/admin/forgot"]')).not.to.equal(null);
    });

    it('is refused beside its field without an address, braked, and a form of another page is not taken', async () => {
      const { page } = await ask(' ');
      expect(page.status).to.equal(422);
      expect(page.main).to.include('Enter your e-mail address.');
      for (let count = 0; count < 5; count += 1) expect((await ask('often@bakery.example')).page.status).to.equal(200);
      const braked = (await ask('often@bakery.example')).page;
      expect(braked.status).to.equal(422);
      expect(braked.main).to.include('Too many attempts');
      const forged = new URLSearchParams({ _csrf: 'forged', email: test.employee.email });
      expect((await test.visitor().request('POST', '/admin/forgot', forged)).status).to.equal(403);
    });
  },
  { core },
);

withPages('pages without e-mail', (test) => {
  it('offer no link to a new password, and say so where people choose', async () => {
    const browser = test.visitor();
    const signIn = await browser.get('/admin/sign-in');
    expect(signIn.document.querySelector('a[href="/admin/forgot"]')).to.equal(null);
    expect((await browser.get('/admin/forgot')).status).to.equal(404);
    const page = await (await test.signedIn(test.employee)).get('/admin/account/notices');
    expect(page.main).to.include('This installation sends no e-mails');
  });
});
