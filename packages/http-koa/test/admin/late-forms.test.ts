import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import type { HtmlBrowser, ShownPage } from './html-browser.ts';
import { sendSlowly } from './slow-form.ts';
import { PASSWORD, type Someone, withPages } from './support.ts';

const KEPT = 'shaon_kept';

withPages('a form that is sent after its session has ended', (test) => {
  const endSessions = (who: Someone) => test.core.accounts.endAllSessions(who.actor);
  const signIn = (browser: HtmlBrowser, who: Someone) =>
    browser.submit('/sign-in', { email: who.email, password: PASSWORD });
  const typedIn = (page: ShownPage, field: string) =>
    page.document.querySelector(`main form #f-${field}`)?.getAttribute('value');
  const person = {
    name: 'דנה Levi "x" <b>',
    email: 'dana.late@bakery.example',
    phone: '0501234567',
    hourly_rate: '52',
  };

  it('comes back as it was left once its person has signed in, and is then sent', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/people/new');
    await endSessions(test.admin);
    const late = await browser.submit('/people', { ...person, id_number: '123456782' });
    expect(late).to.include({ status: 200, path: '/admin/sign-in?next=%2Fpeople%2Fnew' });
    expect(late.main).to.include('Your sign-in had ended before the form was sent.');
    expect(browser.cookies.get(KEPT)).to.match(/^v1\./);
    expect((await browser.submit('/sign-in', { email: test.admin.email, password: 'wrong' })).status).to.equal(422);
    await browser.submit('/language');
    const page = await signIn(browser, test.admin);
    expect(page).to.include({ status: 200, path: '/admin/people/new' });
    expect(page.document.querySelector('.flash[role=status]')).not.to.equal(null);
    for (const [field, value] of Object.entries(person)) expect(typedIn(page, field), field).to.equal(value);
    expect(typedIn(page, 'id_number'), 'what is guarded most is typed anew').to.equal('');
    expect(
      (await test.core.personnel.search(test.company, { text: 'dana.late' }, { page: 1, per_page: 1 })).total,
    ).to.equal(0);
    const saved = await browser.submit('/people', { id_number: '123456782' });
    expect(saved.path).to.match(/^\/admin\/people\/\d+$/);
    expect(browser.cookies.has(KEPT)).to.equal(false);
    expect(typedIn(await browser.get('/admin/people/new'), 'name')).to.equal('');
  });

  it('comes back at once to somebody who has signed in anew in another tab', async () => {
    const browser = await test.signedIn(test.admin);
    const old = await browser.get('/admin/departments/new');
    await endSessions(test.admin);
    browser.forget('shaon_session');
    await browser.get('/admin/sign-in');
    await signIn(browser, test.admin);
    browser.page = old;
    const page = await browser.submit('/departments', { name: 'Half typed' });
    expect(page).to.include({ status: 200, path: '/admin/departments/new' });
    expect(typedIn(page, 'name')).to.equal('Half typed');
    expect((await browser.submit('/departments')).main).to.include('Half typed');
  });

  it('is shown to nobody else who signs in at the same browser', async () => {
    const browser = await test.signedIn(test.manager);
    const date = '2026-06-01';
    const path = `/admin/attendance/people/${test.employee.actor.employeeId}?date=${date}`;
    const old = await browser.get(path);
    await endSessions(test.manager);
    await browser.submit('/punches', { time: '08:00', reason: 'the manager’s own words' });
    const others = await signIn(browser, test.admin);
    expect(others.path).to.equal(path);
    expect(others.text).not.to.include('own words');
    browser.page = old;
    const theirs = await browser.submit('/punches', { time: '08:00', reason: 'x' });
    expect(theirs.status, 'a form of another person').to.equal(403);
    await browser.get('/admin/attendance');
    await browser.submit('/sign-out');
    expect(browser.cookies.has(KEPT)).to.equal(false);
  });

  it('comes back into the form that it was, of several on one page', async () => {
    const browser = await test.signedIn(test.manager);
    const path = `/admin/attendance/people/${test.employee.actor.employeeId}?date=2026-06-01`;
    await browser.get(path);
    await endSessions(test.manager);
    await browser.submit('/punches', { kind: 'in', time: '0815', reason: 'forgot' });
    const page = await signIn(browser, test.manager);
    expect(page.path).to.equal(path);
    expect([typedIn(page, 'time'), typedIn(page, 'reason')]).to.deep.equal(['0815', 'forgot']);
    expect(page.document.querySelector('#f-kind option[selected]')?.getAttribute('value')).to.equal('in');
    expect(page.document.querySelectorAll('.flash')).to.have.lengthOf(1);
    expect((await browser.get('/admin/attendance')).main).not.to.include('It is as you left it');
  });

  it('keeps the dates of a request for leave, and says that the file is to be chosen again', async () => {
    const browser = await test.signedIn(test.employee);
    await browser.get('/admin/my-day/leave/new');
    await endSessions(test.employee);
    const document = { fileName: 'x.pdf', type: 'application/pdf', content: `%PDF-1.4 ${'x'.repeat(1_000_000)}` };
    const late = await browser.submit('/my-day/leave', {
      type: 'חופש',
      from: '2026-07-05',
      to: '2026-07-07',
      document,
    });
    expect(late.path).to.equal('/admin/sign-in?next=%2Fmy-day%2Fleave%2Fnew');
    const page = await signIn(browser, test.employee);
    expect([typedIn(page, 'from'), typedIn(page, 'to')]).to.deep.equal(['2026-07-05', '2026-07-07']);
    expect(page.main).to.include('Choose the file again.');
    expect((await browser.submit('/my-day/leave')).main).to.include('3 days');
  });

  it('asks for no file where none was chosen', async () => {
    const browser = await test.signedIn(test.employee);
    await browser.get('/admin/my-day/leave/new');
    await endSessions(test.employee);
    const document = { fileName: '', type: 'application/octet-stream', content: '' };
    await browser.submit('/my-day/leave', { type: 'חופש', from: '2026-07-12', document });
    const page = await signIn(browser, test.employee);
    expect(page.main).to.include('It is as you left it').and.not.include('Choose the file again');
  });

  it('of a record that others changed meanwhile shows both', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee({ name: 'Long Absent' }));
    const browser = await test.signedIn(test.admin);
    await browser.get(`/admin/people/${id}/edit`);
    await endSessions(test.admin);
    await browser.submit('/edit', { address: 'Typed' });
    await test.core.personnel.amend(test.company, id, { address: 'Saved' });
    expect(typedIn(await signIn(browser, test.admin), 'address')).to.equal('Typed');
    const told = await browser.submit('/edit');
    expect(told.status).to.equal(409);
    expect(told.document.querySelector('#f-address-saved')?.textContent).to.equal('Saved now: Saved');
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

  it('comes back too when the password has to be proved anew first', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/tokens/new');
    test.clock.advance(61 * 60_000);
    const asked = await browser.submit('/tokens/new', { name: 'Slowly typed', abilities: ['shifts:read'] });
    expect(asked.path).to.equal('/admin/confirm?next=%2Ftokens%2Fnew');
    const page = await browser.submit('/confirm', { password: PASSWORD });
    expect(page.path).to.equal('/admin/tokens/new');
    expect(typedIn(page, 'name')).to.equal('Slowly typed');
    expect(page.document.querySelectorAll('input[name=abilities][checked]')).to.have.lengthOf(1);
    expect((await browser.submit('/tokens/new')).text).to.include('shn_');
  });

  it('too long for a cookie says so, and leads back to its page', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/tokens/new');
    await endSessions(test.admin);
    const noise = Array.from({ length: 5_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
    );
    const late = await browser.submit('/tokens/new', { name: noise.join('') });
    expect(late.path).to.equal('/admin/sign-in?next=%2Ftokens%2Fnew');
    expect(late.main).to.include('too long to be kept');
    expect(browser.cookies.has(KEPT)).to.equal(false);
  });

  it('is kept too when the session ends while it is on its way', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/departments/new');
    const sent = new URLSearchParams({ name: 'Sent slowly' });
    for (const input of browser.formOf('/departments').querySelectorAll('input[type=hidden]')) {
      sent.set(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
    }
    const url = `${test.origin}/admin/departments`;
    const { answer } = await sendSlowly(browser, url, sent, () => endSessions(test.admin));
    expect(answer.statusCode).to.equal(303);
    expect(answer.headers.location).to.equal('/admin/departments/new');
    expect(String(answer.headers['set-cookie'])).to.include(`${KEPT}=`);
    const units = await test.core.organization.departments(test.company);
    expect(units.map(({ name }) => name)).not.to.include('Sent slowly');
  });

  it('with a file is read no further than a form can be long, of nobody', async () => {
    for (const length of [{ 'content-length': '11534337' }, {}]) {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', ...length };
      const sent = request(`${test.origin}/admin/my-day/leave`, { method: 'POST', headers });
      // It is answered before its end, which never comes.
      sent.write('--x\r\n');
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.statusCode, JSON.stringify(length)).to.equal(403);
      sent.destroy();
    }
  });

  it('is not kept from another browser or site, and a forged or foreign cookie shows nothing', async () => {
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/departments/new');
    const form = browser.formOf('/departments');
    const sent = new URLSearchParams({ name: 'Forged' });
    for (const input of form.querySelectorAll('input[type=hidden]')) {
      sent.set(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
    }
    const other = test.visitor();
    await other.get('/admin/sign-in');
    const foreign = await other.request('POST', '/admin/departments', sent);
    expect(foreign.path).to.equal('/admin/sign-in');
    expect(other.cookies.has(KEPT)).to.equal(false);
    const crossSite = await other.request('POST', '/admin/departments', sent, { 'Sec-Fetch-Site': 'cross-site' });
    expect(crossSite.status).to.equal(403);
    sent.set('_page', 'https://evil.example/');
    await endSessions(test.admin);
    const moved = await browser.request('POST', '/admin/departments', sent);
    expect(moved.path).to.equal('/admin/sign-in');
    expect(browser.cookies.has(KEPT)).to.equal(false);
    await signIn(browser, test.admin);
    for (const value of ['x', 'v1.test.AAAA.AAAA.AAAA', 'v1.gone.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA']) {
      const cookie = [...browser.cookies].map(([name, text]) => `${name}=${text}`).join('; ');
      const page = await fetch(`${test.origin}/admin/departments/new`, {
        headers: { Cookie: `${cookie}; ${KEPT}=${value}` },
      });
      expect(page.status, value).to.equal(200);
    }
  });
});
