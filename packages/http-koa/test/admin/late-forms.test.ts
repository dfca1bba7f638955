import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { sendSlowly } from './slow-form.ts';
import { PASSWORD, type Someone, withPages } from './support.ts';

/** What was typed is kept by the browser: `browser/lost-journey.test.ts`. */
withPages('a form that is sent after its session has ended', (test) => {
  const endSessions = (who: Someone) => test.core.accounts.endAllSessions(who.actor);
  const signIn = (browser: HtmlBrowser, who: Someone) =>
    browser.submit('/sign-in', { email: who.email, password: PASSWORD });
  const hiddenFields = (browser: HtmlBrowser, action: string, typed: Record<string, string>) => {
    const fields = new URLSearchParams(typed);
    for (const input of browser.formOf(action).querySelectorAll('input[type=hidden]')) {
      fields.set(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
    }
    return fields;
  };
  const departments = async () => (await test.core.organization.departments(test.company)).map(({ name }) => name);

  it('saves nothing, and leads by the sign-in back to its page', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/departments/new');
    await endSessions(test.admin);
    const late = await browser.submit('/departments/new', { name: 'Sent late' });
    expect(late).to.include({ status: 200, path: '/admin/sign-in?next=%2Fdepartments%2Fnew%23unsent' });
    expect(late.main).to.include('Your sign-in had ended, and nothing was saved.');
    expect((await browser.submit('/sign-in', { email: test.admin.email, password: 'wrong' })).status).to.equal(422);
    await browser.submit('/language');
    expect(await signIn(browser, test.admin)).to.include({ status: 200, path: '/admin/departments/new#unsent' });
    expect(await departments()).not.to.include('Sent late');
  });

  it('leads at once to its page if somebody has signed in anew in another tab', async () => {
    const browser = await test.signedIn(test.admin);
    const old = await browser.get('/admin/departments/new');
    await endSessions(test.admin);
    browser.forgetSession();
    await browser.get('/admin/sign-in');
    await signIn(browser, test.admin);
    browser.page = old;
    const page = await browser.submit('/departments/new', { name: 'Half typed' });
    expect(page).to.include({ status: 200, path: '/admin/departments/new#unsent' });
    expect(page.main).to.include('nothing was saved');
    expect(await departments()).not.to.include('Half typed');
  });

  it('leads back to the page of several forms, with its query, and shows nothing of it to others', async () => {
    const browser = await test.signedIn(test.manager);
    const path = `/admin/attendance/people/${test.employee.actor.employeeId}?date=2026-06-01`;
    await browser.get(path);
    await endSessions(test.manager);
    await browser.submit('/punches', { time: '08:00', reason: 'the manager’s own words' });
    const others = await signIn(browser, test.admin);
    expect(others.path).to.equal(`${path}#unsent`);
    expect(others.text).not.to.include('own words');
  });

  it('with a file leads back to its page too', async () => {
    const browser = await test.signedIn(test.employee);
    await browser.get('/admin/my-day/leave/new');
    await endSessions(test.employee);
    const document = { fileName: 'x.pdf', type: 'application/pdf', content: `%PDF-1.4 ${'x'.repeat(1_000_000)}` };
    const fields = { type: 'חופש', from: '2026-07-05', to: '2026-07-07', document };
    const late = await browser.submit('/my-day/leave/new', fields);
    expect(late.path).to.equal('/admin/sign-in?next=%2Fmy-day%2Fleave%2Fnew%23unsent');
  });

  it('without typed text leads to the sign-in and back to its page', async () => {
    const browser = await test.signedIn(test.employee);
    await browser.get('/admin/my-day');
    await endSessions(test.employee);
    const csrf = browser.formOf('/my-day/punch').querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
    const body = new URLSearchParams({ _csrf: csrf, kind: 'in' });
    const referer = { Referer: `${test.origin}/admin/my-day` };
    const late = await browser.request('POST', '/admin/my-day/punch', body, referer);
    expect(late.path).to.equal('/admin/sign-in?next=%2Fmy-day');
    expect(late.main).to.include('nothing was saved');
    expect((await signIn(browser, test.employee)).path).to.equal('/admin/my-day');
    await endSessions(test.employee);
    for (const elsewhere of ['https://evil.example/admin/x', `${test.origin}/x`, 'x', '']) {
      const lost = await browser.request('POST', '/admin/my-day/punch', body, { Referer: elsewhere });
      expect(lost.path, elsewhere).to.equal('/admin/sign-in');
    }
  });

  it('leads to the proof of the password, where that is missing, and back', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/tokens/new');
    test.clock.advance(61 * 60_000);
    const asked = await browser.submit('/tokens/new', { name: 'Slowly typed', abilities: ['shifts:read'] });
    expect(asked.path).to.equal('/admin/confirm?next=%2Ftokens%2Fnew%23unsent');
    expect((await browser.submit('/confirm', { password: PASSWORD })).path).to.equal('/admin/tokens/new#unsent');
    expect(await test.core.tokens.list(test.company)).to.deep.equal([]);
  });

  it('leads back too when the session ends while it is on its way', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/departments/new');
    const sent = hiddenFields(browser, '/departments/new', { name: 'Sent slowly' });
    const url = `${test.origin}/admin/departments/new`;
    const { answer } = await sendSlowly(browser, url, sent, () => endSessions(test.admin));
    expect(answer.statusCode).to.equal(303);
    expect(answer.headers.location).to.equal('/admin/departments/new#unsent');
    expect(await departments()).not.to.include('Sent slowly');
  });

  it('with a file is read no further than a form can be long, of nobody', async () => {
    for (const length of [{ 'content-length': '11534337' }, {}]) {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', ...length };
      const sent = request(`${test.origin}/admin/my-day/leave/new`, { method: 'POST', headers });
      // It is answered before its end, which never comes.
      sent.write('--x\r\n');
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.statusCode, JSON.stringify(length)).to.equal(403);
      sent.destroy();
    }
  });

  it('from another site is refused, and leads to no address but ours', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/departments/new');
    const sent = hiddenFields(browser, '/departments/new', { name: 'Forged' });
    const post = (by: HtmlBrowser, headers = {}) => by.request('POST', '/admin/departments/new', sent, headers);
    const other = test.visitor();
    await other.get('/admin/sign-in');
    expect((await post(other)).path).to.match(/^\/admin\/sign-in/);
    expect((await post(other, { 'Sec-Fetch-Site': 'cross-site' })).status).to.equal(403);
    for (const page of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
      sent.set('_page', page);
      sent.set('_csrf', 'x');
      expect((await post(browser)).path, page).to.equal('/admin/attendance');
    }
    await endSessions(test.admin);
    expect((await post(browser)).path).to.equal('/admin/sign-in?next=%2F%23unsent');
    expect(await departments()).not.to.include('Forged');
  });
});
