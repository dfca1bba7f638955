import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { sendSlowly } from './slow-form.ts';
import { PASSWORD, withPages } from './support.ts';

withPages('signing in', (test) => {
  it('leads a visitor to the sign-in and then to the page that was asked for', async () => {
    const browser = test.visitor();
    const page = await browser.get('/admin/tokens');
    expect(page.path).to.equal('/admin/sign-in?next=%2Ftokens');
    const after = await browser.submit('/sign-in', { email: test.admin.email, password: PASSWORD });
    expect(after).to.include({ status: 200, path: '/admin/tokens' });
    expect(after.document.querySelector('h1')?.textContent).to.equal('API tokens');
  });

  it('refuses a wrong password and an unknown address in the same words, and keeps the address', async () => {
    const browser = test.visitor();
    await browser.get('/admin/sign-in');
    const wrong = await browser.submit('/sign-in', { email: test.manager.email, password: 'not the password' });
    expect(wrong.status).to.equal(422);
    const unknown = await browser.submit('/sign-in', { email: 'nobody@bakery.example', password: PASSWORD });
    expect(unknown.main).to.equal(wrong.main);
    expect(unknown.document.querySelector('#f-email')?.getAttribute('value')).to.equal('nobody@bakery.example');
    expect(unknown.text).not.to.include(PASSWORD);
  });

  it('names the right address where the pages were opened under another name', async () => {
    const browser = test.visitor();
    await browser.get('/admin/sign-in');
    const token = browser.formOf('/sign-in').querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
    const sent = new URLSearchParams({ _csrf: token, email: test.admin.email, password: PASSWORD });
    // As a browser sends it over http, where the address is not this machine's.
    const page = await browser.request('POST', '/admin/sign-in', sent, { Origin: 'http://clock.bakery.example:8080' });
    expect(page.status).to.equal(403);
    expect(page.main).to.include('These pages have another address').and.include(`${test.origin}/admin`);
    expect(page.document.querySelector(`main a[href="${test.origin}/admin/"]`)).not.to.equal(null);
    const there = await browser.request('POST', '/admin/sign-in', sent, { Origin: test.origin });
    expect(there.path).not.to.include('sign-in');
    const foreign = { Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await browser.request('POST', '/admin/sign-in', sent, foreign)).main).to.include('The page expired');
  });

  it('never follows a way back that leads out of the pages', async () => {
    for (const next of [
      '//evil.example/',
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/%0d%0a/..//x',
    ]) {
      const browser = test.visitor();
      await browser.get(`/admin/sign-in?next=${encodeURIComponent(next)}`);
      const page = await browser.submit('/sign-in', { email: test.admin.email, password: PASSWORD });
      expect(page.path, next).to.match(/^\/admin\//);
    }
  });

  it('ends the session with the sign-out, which only a form of the page can do', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/tokens');
    const forged = await browser.request('POST', '/admin/sign-out', new URLSearchParams({ _csrf: 'forged' }));
    expect(forged.status).to.equal(403);
    expect((await browser.get('/admin/tokens')).status).to.equal(200);
    const page = await browser.submit('/sign-out');
    expect(page.main).to.include('You are signed out.');
    expect((await browser.get('/admin/tokens')).path).to.match(/^\/admin\/sign-in/);
  });

  it('speaks the language that the browser prefers, and the one that was chosen', async () => {
    const hebrew = test.visitor({ 'Accept-Language': 'he' });
    const page = await hebrew.get('/admin/sign-in');
    expect(page.document.querySelector('html')?.getAttribute('dir')).to.equal('rtl');
    const english = await hebrew.submit('/language');
    expect(english.document.querySelector('html')?.getAttribute('lang')).to.equal('en');
  });

  it('leads to the page that was asked for also in another language, chosen before or after a wrong password', async () => {
    const browser = test.visitor();
    await browser.get('/admin/tokens?state=revoked');
    const inHebrew = await browser.submit('/language');
    expect(inHebrew.document.querySelector('html')?.getAttribute('lang')).to.equal('he');
    expect((await browser.submit('/sign-in', { email: test.admin.email, password: 'wrong' })).status).to.equal(422);
    const inEnglish = await browser.submit('/language');
    expect(inEnglish.document.querySelector('html')?.getAttribute('lang')).to.equal('en');
    const after = await browser.submit('/sign-in', { email: test.admin.email, password: PASSWORD });
    expect(after).to.include({ status: 200, path: '/admin/tokens?state=revoked' });
  });

  it('answers a page that there is not, and a method that it does not take', async () => {
    const browser = await test.signedIn(test.admin);
    expect((await browser.get('/admin/nothing')).status).to.equal(404);
    const wrong = await browser.request('DELETE', '/admin/tokens');
    expect(wrong.status).to.equal(405);
    expect(wrong.headers.get('allow')).to.include('GET');
  });

  it('takes no file from somebody who is not in, whatever token comes with it', async () => {
    const browser = test.visitor();
    await browser.get('/admin/sign-in');
    const form = browser.formOf('/sign-in');
    const body = new FormData();
    body.append('_csrf', form.querySelector('input[name=_csrf]')?.getAttribute('value') ?? '');
    body.append('email', test.admin.email);
    body.append('password', PASSWORD);
    body.append('document', new File(['x'.repeat(1_000)], 'x.pdf'));
    expect((await browser.request('POST', '/admin/sign-in', body)).status).to.equal(403);
    expect(browser.session).to.equal(undefined);
  });

  describe('a form that comes slowly', () => {
    const invite = async (browser: HtmlBrowser, meanwhile: () => Promise<unknown>) => {
      const token = browser.page?.document.querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
      const who = { name: 'Slow', email: 'slow@bakery.example', role: 'admin' };
      const fields = new URLSearchParams({ ...who, _once: 'a number of a form', _csrf: token });
      const { answer, content } = await sendSlowly(browser, `${test.origin}/admin/accounts/new`, fields, meanwhile);
      return { status: answer.statusCode, content };
    };
    const isInvited = async () =>
      (await test.core.accounts.list(test.company)).some(({ email }) => email === 'slow@bakery.example');

    it('does nothing for somebody who has lost their role meanwhile', async () => {
      const who = await test.hire('Dana Demoted', 'admin');
      const browser = await test.signedIn(who);
      await browser.get('/admin/accounts/new');
      const employee_id = who.actor.employeeId as number;
      const demote = () => test.core.accounts.setRole(test.company, { employee_id, role: 'employee' });
      const { status, content } = await invite(browser, demote);
      expect(status).to.equal(403);
      expect(content).to.include('The page expired').and.not.include('Dana Demoted').and.not.include('<nav');
      expect(await isInvited()).to.equal(false);
    });

    it('does nothing in a session that has ended meanwhile', async () => {
      const browser = await test.signedIn(test.admin);
      await browser.get('/admin/accounts/new');
      const end = () => test.core.accounts.endAllSessions(test.admin.actor);
      const { status, content } = await invite(browser, end);
      expect(status).to.equal(403);
      expect(content).to.include('The page expired').and.not.include(test.admin.name).and.not.include('<nav');
      expect(await isInvited()).to.equal(false);
    });

    it('does what it says for everybody else', async () => {
      const browser = await test.signedIn(test.admin);
      await browser.get('/admin/accounts/new');
      expect(await invite(browser, async () => undefined)).to.include({ status: 200 });
      expect(await isInvited()).to.equal(true);
    });
  });

  it('refuses a form that says to be compressed', async () => {
    for (const encoding of ['gzip', 'deflate', 'br', 'x']) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': encoding };
      const page = await test.visitor().request('POST', '/admin/sign-in', 'email=a%40b.example', headers);
      expect(page.status, encoding).to.equal(400);
    }
  });

  it('keeps every page to itself: headers against frames, scripts and caches', async () => {
    const { headers } = await test.visitor().get('/admin/sign-in');
    expect(headers.get('content-security-policy')).to.include("default-src 'none'").and.not.include('unsafe');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('x-frame-options')).to.equal('DENY');
    expect(headers.get('referrer-policy')).to.equal('same-origin');
  });
});
