import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import type { HtmlBrowser, ShownPage } from './html-browser.ts';
import { codeAt, PASSWORD, type PagesTest, type Someone, withPages } from './support.ts';

const NEW_PASSWORD = 'another long sentence';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Sets up a second factor on the pages; gives the secret and the recovery codes that they show. */
async function enrol(test: PagesTest, browser: HtmlBrowser, path = '/account/second-factor/new') {
  await browser.get(`/admin${path}`);
  const page = await browser.submit(`${path}/begin`);
  const secret = page.document.querySelector('#key')?.textContent ?? '';
  const after = await browser.submit(path, { code: codeAt(secret, test.clock.now()) });
  const codes = (after.document.querySelector('#codes')?.textContent ?? '').trim().split('\n');
  test.clock.advance(30_000);
  return { secret, codes, after };
}

async function giveAddress(test: PagesTest, who: Someone, headers?: Readonly<Record<string, string>>) {
  const browser = test.visitor(headers);
  await browser.get('/admin/sign-in?next=%2Faccount');
  const page = await browser.submit('/sign-in', { email: who.email, password: PASSWORD });
  return { browser, page };
}

withPages('setting a first password by a link', (test) => {
  const invite = async (email: string) => {
    const { link } = await test.core.accounts.create(test.company, {
      name: 'Ina <b>Invited</b>',
      email,
      role: 'manager',
    });
    return link.secret;
  };

  it('shows whom it is for, says what is wrong with a password, and signs in', async () => {
    const secret = await invite('ina@bakery.example');
    const browser = test.visitor();
    const shown = await browser.get(`/admin/set-up/${secret}`);
    expect(shown.status).to.equal(200);
    expect(shown.main).to.include('Ina <b>Invited</b>').and.include('ina@bakery.example');
    expect(shown.document.querySelector('footer')?.textContent, 'the company’s time').to.include('Israel Time');
    expect(shown.headers.get('referrer-policy')).to.equal('strict-origin');
    expect(shown.headers.get('cache-control')).to.equal('no-store');
    for (const [password, text] of [
      ['', 'required'],
      ['short', 'at least 10'],
      ['INA@bakery.example', 'neither the e-mail address nor'],
    ]) {
      const refused = await browser.submit('/set-up', { password: password as string });
      expect(refused.status).to.equal(422);
      expect(refused.main).to.include(text);
      expect(refused.document.querySelector('#f-password')?.getAttribute('aria-invalid')).to.equal('true');
    }
    const inHebrew = await browser.submit('/language');
    expect(inHebrew, 'in another language').to.include({ status: 200, path: `/admin/set-up/${secret}` });
    expect(inHebrew.document.querySelector('html')?.getAttribute('lang')).to.equal('he');
    const after = await browser.submit('/set-up', { password: PASSWORD });
    expect(browser.session).to.be.a('string');
    expect(after.text).not.to.include(secret);
    expect(after.main, 'also on the page to which the first one leads').to.include('הסיסמה נשמרה');
    expect((await browser.get('/admin/attendance')).main).not.to.include('הסיסמה נשמרה');
    expect((await browser.get('/admin/account')).main).to.include('ina@bakery.example');
  });

  it('is in the language of the pages to which it leads, whatever the browser prefers', async () => {
    const inHebrew = systemActor((await test.core.companies.create({ name: 'מאפייה' })).id);
    const invited = async (email: string) => {
      const { account, link } = await test.core.accounts.inviteAdmin(inHebrew.companyId, { name: 'Dana', email });
      return { secret: link.secret, id: account.id };
    };
    const languageOf = ({ document }: ShownPage) => document.querySelector('html')?.getAttribute('lang');
    const english = { 'Accept-Language': 'en-GB,en' };
    const first = await invited('first@maafiya.example');
    const browser = test.visitor(english);
    expect(languageOf(await browser.get(`/admin/set-up/${first.secret}`))).to.equal('he');
    const refused = await browser.submit('/set-up', { password: 'short' });
    expect(languageOf(refused)).to.equal('he');
    expect(refused.main).to.include('לפחות 10');
    const after = await browser.submit('/set-up', { password: PASSWORD });
    expect(languageOf(after)).to.equal('he');
    expect(after.main).to.include('הסיסמה נשמרה');

    const chosen = test.visitor(english);
    const second = await invited('second@maafiya.example');
    await chosen.get(`/admin/set-up/${second.secret}`);
    expect(languageOf(await chosen.submit('/language')), 'the choice in this browser').to.equal('en');
    expect(languageOf(await chosen.submit('/set-up', { password: PASSWORD }))).to.equal('en');
    await chosen.get('/admin/account');
    await chosen.submit('/account/display', { locale: 'en' });

    const link = await test.core.accounts.makeLink(inHebrew, second.id);
    const elsewhere = await test.visitor({ 'Accept-Language': 'he' }).get(`/admin/set-up/${link.secret}`);
    expect(languageOf(elsewhere), 'the language of the account').to.equal('en');
    expect(elsewhere.document.querySelector('form[action$="/language"]'), 'a button without an effect').to.equal(null);
  });

  it('works once, and tells nobody why a link does not', async () => {
    const used = await invite('used@bakery.example');
    await test.core.accounts.useLink(used, PASSWORD);
    const late = await invite('late@bakery.example');
    test.clock.advance(73 * 3_600_000);
    const texts = new Set<string>();
    for (const secret of [used, late, 'x'.repeat(43), 'x', '%00', '%D7%90']) {
      const page = await test.visitor().get(`/admin/set-up/${secret}`);
      expect(page.status).to.equal(404);
      texts.add(page.main.replace(/\d\d:\d\d/g, ''));
    }
    expect(texts).to.have.property('size', 1);
  });

  it('uses nothing up when two send the form: one sets the password', async () => {
    const secret = await invite('twice@bakery.example');
    const [one, two] = [test.visitor(), test.visitor()];
    await one.get(`/admin/set-up/${secret}`);
    await two.get(`/admin/set-up/${secret}`);
    await one.submit('/set-up', { password: PASSWORD });
    expect(one.session).to.be.a('string');
    const second = await two.submit('/set-up', { password: NEW_PASSWORD });
    expect(second.status).to.equal(404);
    expect(second.main).to.include('The link is not valid');
  });

  it('leaves no secret of a link in the audit', async () => {
    const secret = await invite('quiet@bakery.example');
    const browser = test.visitor();
    await browser.get(`/admin/set-up/${secret}`);
    await browser.submit('/set-up', { password: PASSWORD });
    const { items } = await test.core.auditReads.list(test.company, {});
    expect(JSON.stringify(items)).not.to.include(secret);
  });
});

withPages('a form that asks for a password', (test) => {
  /** What password managers store the password for. */
  const accountOf = ({ document }: ShownPage) =>
    document.querySelector('form input[autocomplete="username"]')?.getAttribute('value');

  it('tells password managers the address that signs in, not the name of the person', async () => {
    const who = await test.hire('Paz Passwords', 'admin');
    const browser = await test.signedIn(who);
    await enrol(test, browser);
    for (const path of ['/account/password', '/account/second-factor/remove', '/confirm?next=%2Ftokens%2Fnew']) {
      expect(accountOf(await browser.get(`/admin${path}`)), path).to.equal(who.email);
    }
    await browser.get('/admin/account/password');
    const refused = await browser.submit('/account/password', { current_password: 'wrong', password: NEW_PASSWORD });
    expect(refused.status).to.equal(422);
    expect(accountOf(refused), 'a refused form').to.equal(who.email);
  });

  it('does so also for the password of an SMS, which must be changed first', async () => {
    const { email, actor } = await test.hire('Sam Sms');
    await test.core.transaction((manager) =>
      manager.query(`UPDATE shaon_login SET must_change_password = TRUE WHERE id = ${actor.loginId}`),
    );
    const browser = test.visitor();
    await browser.get('/admin/sign-in');
    const page = await browser.submit('/sign-in', { email, password: PASSWORD });
    expect(page.path).to.equal('/admin/choose-password');
    expect(accountOf(page)).to.equal(email);
    expect(page.document.querySelector('input[name=current_password]'), 'it was given a moment ago').to.equal(null);
    for (const [password, advice] of [
      [PASSWORD, 'neither the e-mail address nor the password before'],
      ['aaaaaaaaaa', 'it repeats itself'],
      ['password123', 'it is like one that many people use'],
      ['Bakery2026!', 'a name or an address of yours or of your company'],
    ] as const) {
      const refused = await browser.submit('/choose-password', { password });
      expect(refused.status, password).to.equal(422);
      expect(refused.main, password).to.include(advice);
    }
    const done = await browser.submit('/choose-password', { password: NEW_PASSWORD });
    expect(done.main).to.include('The password is saved.');
  });

  it('asks for the password of the SMS again where it was given long ago', async () => {
    const { email, actor } = await test.hire('Lea Late');
    await test.core.transaction((manager) =>
      manager.query(`UPDATE shaon_login SET must_change_password = TRUE WHERE id = ${actor.loginId}`),
    );
    const browser = test.visitor();
    await browser.get('/admin/sign-in');
    await browser.submit('/sign-in', { email, password: PASSWORD });
    test.clock.advance(61 * 60_000);
    expect((await browser.submit('/choose-password', { password: NEW_PASSWORD })).path).to.equal('/admin/sign-in');
    const page = await browser.submit('/sign-in', { email, password: PASSWORD });
    expect(page.path).to.equal('/admin/choose-password');
  });
});

withPages('a second factor', (test) => {
  it('is set up with a drawing and a key, and asked for at the next sign-in', async () => {
    const who = await test.hire('Seth Second', 'manager');
    const browser = await test.signedIn(who);
    const { secret, codes, after } = await enrol(test, browser);
    expect(secret).to.match(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(after.main).to.include('shown only now');
    expect(codes).to.have.lengthOf(10);
    const account = await browser.get('/admin/account');
    expect(account.main).to.include('On since').and.include('Recovery codes left: 10');
    for (const text of [secret, secret.replaceAll(' ', ''), ...codes]) expect(account.text).not.to.include(text);
    expect((await browser.get('/admin/account/second-factor/new')).path).to.equal('/admin/account');

    const next = await giveAddress(test, who);
    expect(next.page.path).to.equal('/admin/second-factor?next=%2Faccount');
    expect((await next.browser.get('/admin/tokens')).path).to.match(/^\/admin\/second-factor\?next=/);
    expect((await next.browser.get('/admin/account')).path).to.equal('/admin/second-factor?next=%2Faccount');
    const wrong = await next.browser.submit('/second-factor', { code: '000000' });
    expect(wrong.status).to.equal(422);
    expect(wrong.main).to.include('The code is wrong or was used already');
    await next.browser.submit('/language');
    expect((await next.browser.submit('/language')).path).to.equal('/admin/second-factor?next=%2Faccount');
    const inside = await next.browser.submit('/second-factor', { code: codeAt(secret, test.clock.now()) });
    expect(inside).to.include({ status: 200, path: '/admin/account' });
    expect((await next.browser.get('/admin/second-factor')).path, 'nothing to prove').not.to.include('second-factor');
  });

  it('draws the same secret that it writes, for the eye alone', async () => {
    const browser = await test.signedIn(await test.hire('Quinn Qr', 'admin'));
    await browser.get('/admin/account/second-factor/new');
    const page = await browser.submit('/account/second-factor/new/begin');
    const drawing = page.document.querySelector('svg.qr');
    expect(drawing?.getAttribute('role')).to.equal('img');
    expect(page.text).not.to.match(/ style=/);
    const first = page.document.querySelector('#key')?.textContent;
    expect(
      (await browser.get('/admin/account/second-factor/new')).document.querySelector('#key')?.textContent,
    ).to.equal(first);
    const another = await browser.submit('/account/second-factor/new/begin');
    expect(another.document.querySelector('#key')?.textContent).not.to.equal(first);
  });

  it('is replaced by a recovery code once, and says how long too many wrong codes make wait', async () => {
    const who = await test.hire('Rae Recover', 'admin');
    const { codes } = await enrol(test, await test.signedIn(who));
    const { browser } = await giveAddress(test, who);
    expect((await browser.submit('/second-factor', { code: codes[0] ?? '' })).path).to.equal('/admin/account');
    const again = await giveAddress(test, who);
    expect((await again.browser.submit('/second-factor', { code: codes[0] ?? '' })).status).to.equal(422);
    for (let guess = 0; guess < 4; guess++) await again.browser.submit('/second-factor', { code: '000000' });
    const blocked = await again.browser.submit('/second-factor', { code: codes[1] ?? '' });
    expect(blocked.status).to.equal(422);
    expect(blocked.main).to.include('Too many attempts. Try again in 1 minute.');
    test.clock.advance(60_000);
    expect((await again.browser.submit('/second-factor', { code: codes[1] ?? '' })).status).to.equal(200);
  });

  it('may be left before it is proved', async () => {
    const who = await test.hire('Olaf Out', 'admin');
    await enrol(test, await test.signedIn(who));
    const { browser } = await giveAddress(test, who);
    const session = browser.session ?? '';
    await browser.submit('/sign-out');
    expect(await test.core.accounts.authenticate(session)).to.equal(null);
  });

  it('is given up with the password and a code, and its codes are renewed with a code', async () => {
    const who = await test.hire('Gil Given', 'manager');
    const browser = await test.signedIn(who);
    const { secret } = await enrol(test, browser);
    await browser.get('/admin/account/second-factor/codes');
    const wrong = await browser.submit('/account/second-factor/codes', { code: '000000' });
    expect(wrong.status).to.equal(422);
    const renewed = await browser.submit('/account/second-factor/codes', { code: codeAt(secret, test.clock.now()) });
    expect(renewed.document.querySelector('#codes')?.textContent.trim().split('\n')).to.have.lengthOf(10);
    test.clock.advance(30_000);
    await browser.get('/admin/account/second-factor/remove');
    const code = codeAt(secret, test.clock.now());
    const refused = await browser.submit('/account/second-factor/remove', { current_password: 'wrong', code });
    expect(refused.status).to.equal(422);
    expect(refused.main).to.include('The password is wrong.');
    const removed = await browser.submit('/account/second-factor/remove', { current_password: PASSWORD, code });
    expect(removed.main).to.include('The second factor is removed.');
    expect((await giveAddress(test, who)).page.path).to.equal('/admin/account');
  });

  it('comes before everything else where the company wants it of its admins', async () => {
    await test.core.companies.requireSecondFactor(test.foreign, true);
    const { browser, page } = await giveAddress(test, test.foreignAdmin);
    expect(page.path).to.equal('/admin/second-factor/new?next=%2Faccount');
    expect(page.main).to.include('The company requires a second factor of its admins');
    expect((await browser.get('/admin/tokens')).path).to.equal('/admin/second-factor/new?next=%2Ftokens');
    expect((await browser.get('/admin/second-factor')).path).to.match(/^\/admin\/second-factor\/new/);
    const { codes, after } = await enrol(test, browser, '/second-factor/new');
    expect(codes).to.have.lengthOf(10);
    expect(after.document.querySelector('form[method=get]')?.getAttribute('action')).to.match(/^\/admin\//);
    expect((await browser.get('/admin/tokens')).status).to.equal(200);
    expect((await browser.get('/admin/account')).main).to.include('The company requires a second factor of its admins');
  });

  it('asks for the password first when it was proved long ago', async () => {
    const who = await test.hire('Lena Late', 'admin');
    const browser = await test.signedIn(who);
    test.clock.advance(11 * 60_000);
    const asked = await browser.get('/admin/account/second-factor/new');
    expect(asked.path).to.equal('/admin/confirm?next=%2Faccount%2Fsecond-factor%2Fnew');
    const page = await browser.submit('/confirm', { password: PASSWORD });
    expect(page.path).to.equal('/admin/account/second-factor/new');
  });

  it('asks for the password first also where the company begins to want it in a session that is open for long', async () => {
    const who = await test.hire('Otto Open', 'admin', test.foreign);
    const browser = await test.signedIn(who);
    await test.core.companies.requireSecondFactor(test.foreign, true);
    await browser.get('/admin/second-factor/new');
    const token = browser.formOf('/begin').querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
    test.clock.advance(11 * 60_000);
    expect((await browser.get('/admin/tokens')).path).to.equal('/admin/sign-in?next=%2Ftokens');
    expect((await browser.get('/admin/sign-in')).status).to.equal(200);
    test.clock.advance(60 * 60_000);
    const late = await browser.request('POST', '/admin/second-factor/new/begin', new URLSearchParams({ _csrf: token }));
    expect(late.path).to.equal('/admin/sign-in');
    expect(await test.core.accounts.pendingSecondFactor(who.actor)).to.equal(null);
    await browser.get('/admin/tokens');
    const page = await browser.submit('/sign-in', { email: who.email, password: PASSWORD });
    expect(page.path).to.equal('/admin/second-factor/new?next=%2Ftokens');
    expect((await enrol(test, browser, '/second-factor/new')).codes).to.have.lengthOf(10);
  });
});

withPages('one’s own account', (test) => {
  it('changes the password, says what is wrong, and signs the other devices out', async () => {
    const who = await test.hire('Pia Password');
    const [here, elsewhere] = [await test.signedIn(who), await test.signedIn(who)];
    await here.get('/admin/account/password');
    const change = (current_password: string, password: string) =>
      here.submit('/account/password', { current_password, password });
    expect((await change('wrong', NEW_PASSWORD)).main).to.include('The password is wrong.');
    expect((await change(PASSWORD, 'short')).main).to.include('at least 10');
    const refused = await change(PASSWORD, PASSWORD);
    expect(refused.status).to.equal(422);
    expect(refused.main).to.include('neither the e-mail address nor the password before');
    expect(refused.text).not.to.include(PASSWORD);
    expect((await change(PASSWORD, NEW_PASSWORD)).main).to.include('The password is changed.');
    expect((await elsewhere.get('/admin/account')).path).to.match(/^\/admin\/sign-in/);
    for (let guess = 0; guess < 5; guess++) {
      await here.get('/admin/account/password');
      await change('wrong', 'something else entirely');
    }
    expect((await change(NEW_PASSWORD, PASSWORD)).main).to.include('Too many attempts. Try again in 1 minute.');
  });

  it('keeps the language with the account and the colours with the browser', async () => {
    const who = await test.hire('Lia Language', 'manager');
    const browser = await test.signedIn(who);
    const page = await browser.get('/admin/account');
    expect(page.document.querySelector('html')?.getAttribute('lang')).to.equal('en');
    expect(page.main).to.include('As the company (English)');
    const hebrew = await browser.submit('/account/display', { locale: 'he', theme: 'dark' });
    const root = hebrew.document.querySelector('html');
    expect([root?.getAttribute('lang'), root?.getAttribute('dir'), root?.getAttribute('data-bs-theme')]).to.deep.equal([
      'he',
      'rtl',
      'dark',
    ]);
    expect(hebrew.document.querySelector('h1')?.textContent).to.equal('החשבון שלי');
    expect(hebrew.main, 'in the new language').to.include('התצוגה נשמרה');
    const other = await test.signedIn(who);
    const there = (await other.get('/admin/account')).document.querySelector('html');
    expect([there?.getAttribute('lang'), there?.getAttribute('data-bs-theme')]).to.deep.equal(['he', 'light']);
    const back = await browser.submit('/account/display', { locale: 'company', theme: 'auto' });
    expect(back.document.querySelector('html')?.getAttribute('lang')).to.equal('en');
    expect(back.main).to.include('The display is saved');
    for (const fields of [{ locale: 'fr' }, { theme: 'pink' }, { locale: 'he', theme: '' }]) {
      await browser.get('/admin/account');
      expect((await browser.submit('/account/display', fields)).status).to.equal(400);
    }
  });

  it('lists the open sessions in plain words, and ends one or all others', async () => {
    const who = await test.hire('Sam Sessions');
    const here = await test.signedIn(who);
    const phone = await test.signedIn(who, { 'User-Agent': IPHONE });
    const third = await test.signedIn(who, { 'User-Agent': '<script>alert(1)</script>' });
    const page = await here.get('/admin/account');
    const rows = page.document
      .querySelectorAll('table.list tbody tr')
      .map((row) => row.structuredText.replace(/\s+/g, ' '));
    expect(rows).to.have.lengthOf(3);
    expect(rows[0]).to.include('Unknown browser');
    expect(rows[1]).to.include('Safari on iPhone').and.include('127.0.0.1');
    expect(rows[2]).to.include('This device');
    expect(page.text).not.to.include('<script>alert');
    const links = page.document
      .querySelectorAll('a')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => /sessions\/\d+\/end$/.test(href));
    expect(links, 'none for this device').to.have.lengthOf(2);
    const asked = await here.get(links[1] as string);
    expect(asked.main).to.include('Sign out this device?').and.include('Safari on iPhone');
    expect((await here.submit('/end')).main).to.include('The device is signed out.');
    expect((await phone.get('/admin/account')).path).to.match(/^\/admin\/sign-in/);
    expect((await third.get('/admin/account')).status).to.equal(200);
    await here.get('/admin/account/sessions/end-others');
    expect((await here.submit('/end-others')).main).to.include('All other devices are signed out.');
    expect((await third.get('/admin/account')).path).to.match(/^\/admin\/sign-in/);
  });

  it('knows nobody else’s session', async () => {
    const mine = await test.signedIn(test.admin);
    const other = await test.core.accounts.signIn({ email: test.manager.email, password: PASSWORD });
    expect((await mine.get(`/admin/account/sessions/${other.sessionId}/end`)).status).to.equal(404);
    await mine.get('/admin/account/sessions/end-others');
    const csrf = mine.page?.document.querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
    const ended = await mine.request(
      'POST',
      `/admin/account/sessions/${other.sessionId}/end`,
      new URLSearchParams({ _csrf: csrf }),
    );
    expect(ended.status).to.equal(404);
    expect(await test.core.accounts.authenticate(other.secret)).not.to.equal(null);
  });

  it('is told how long to wait after too many wrong passwords, and so is an address that nobody has', async () => {
    const who = await test.hire('Theo Throttled');
    const texts = new Set<string>();
    for (const email of [who.email, 'nobody-at-all@bakery.example']) {
      const browser = test.visitor();
      await browser.get('/admin/sign-in');
      for (let guess = 0; guess < 4; guess++) {
        const wrong = await browser.submit('/sign-in', { email, password: 'wrong' });
        expect(wrong.main).to.include('E-mail or password is wrong.');
      }
      for (const password of ['wrong', PASSWORD]) {
        const page = await browser.submit('/sign-in', { email, password });
        expect(page.status).to.equal(422);
        texts.add(page.main);
      }
    }
    expect([...texts].map((text) => text.includes('Too many attempts. Try again in 1 minute.'))).to.deep.equal([true]);
    test.clock.advance(60_000);
    await test.signedIn(who);
  });

  it('lets an employee sign out from it', async () => {
    const browser = await test.signedIn(test.employee);
    await browser.get('/admin/account');
    expect((await browser.submit('/sign-out')).main).to.include('You are signed out.');
  });
});
