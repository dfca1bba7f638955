import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { HtmlBrowser, ShownPage } from './html-browser.ts';
import { PASSWORD, withPages } from './support.ts';

withPages('the pages of admin accounts', (test) => {
  let admin: HtmlBrowser;

  before(async () => {
    admin = await test.signedIn(test.admin);
  });

  const accountOf = async (email: string) =>
    (await test.core.accounts.list(test.company)).find((account) => account.email === email);
  const linkOf = (page: ShownPage) =>
    (page.document.querySelector('#link')?.textContent ?? '').slice(test.origin.length);
  const rowOf = (page: ShownPage, text: string) =>
    page.document.querySelectorAll('table.list tbody tr').find((row) => row.textContent.includes(text));

  it('invite by a link that is shown once and lets its person in', async () => {
    await admin.get('/admin/accounts/new');
    const form = admin.formOf('/accounts/new');
    const page = await admin.submit('/accounts/new', {
      name: 'Berta <b>',
      email: 'Berta@books.example',
      role: 'manager',
    });
    expect(page.main).to.include('It is shown only this once').and.include('Berta <b>');
    expect(page.headers.get('cache-control')).to.equal('no-store');
    const link = linkOf(page);
    const list = await admin.get('/admin/accounts');
    expect(rowOf(list, 'Berta')?.textContent).to.include('Invited').and.include('Link open until');
    expect(list.text).not.to.include('/set-up/');

    const fields = new URLSearchParams({ name: 'Again', email: 'again@books.example', role: 'admin' });
    for (const input of form.querySelectorAll('input[type=hidden]')) {
      fields.append(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
    }
    const again = await admin.request('POST', '/admin/accounts/new', fields);
    expect(again.main).to.include('The link was shown and will not be again.');
    expect(await accountOf('again@books.example')).to.equal(undefined);

    const reloaded = new URLSearchParams({ name: 'Berta <b>', email: 'Berta@books.example', role: 'manager' });
    for (const name of ['_csrf', '_once']) reloaded.set(name, fields.get(name) ?? '');
    const shownAgain = await admin.request('POST', '/admin/accounts/new', reloaded);
    expect(shownAgain.main, 'whose address it has taken itself').to.include(
      'The link was shown and will not be again.',
    );

    const berta = test.visitor();
    await berta.get(link);
    await berta.submit('/set-up', { password: PASSWORD });
    expect((await berta.get('/admin/people')).status).to.equal(200);
    expect((await berta.get('/admin/accounts')).status).to.equal(403);
    expect(rowOf(await admin.get('/admin/accounts'), 'Berta')?.textContent).to.include('Active');
  });

  it('refuse an address that somebody has, in another company too, and what is none', async () => {
    for (const [fields, field, text] of [
      [{ email: test.employee.email }, 'email', /exists already/],
      [{ email: test.foreignAdmin.email }, 'email', /exists already/],
      [{ email: 'nobody' }, 'email', /not a whole e-mail address/],
      [{ name: '' }, 'name', /required/],
      [{ role: 'employee' }, 'role', /invalid/],
    ] as const) {
      await admin.get('/admin/accounts/new');
      const page = await admin.submit('/accounts/new', {
        name: 'X',
        email: 'x@books.example',
        role: 'manager',
        ...fields,
      });
      expect(page.status, field).to.equal(422);
      expect(page.document.querySelector(`#f-${field}-error`)?.textContent, page.main).to.match(text);
    }
    expect(await accountOf('x@books.example')).to.equal(undefined);
  });

  it('make a new link, which ends the one before', async () => {
    const { account, link } = await test.core.accounts.create(test.company, {
      ...{ name: 'Lost Link', email: 'lost@books.example', role: 'manager' },
    });
    await admin.get(`/admin/accounts/${account.id}/link`);
    const page = await admin.submit('/link');
    expect((await test.visitor().get(`/admin/set-up/${link.secret}`)).status).to.equal(404);
    expect((await test.visitor().get(linkOf(page))).main).to.include('Lost Link');
  });

  it('disable an account at once, make it no link, and enable it again', async () => {
    const { account, link } = await test.core.accounts.create(test.company, {
      ...{ name: 'Dora Disabled', email: 'dora@books.example', role: 'admin' },
    });
    await test.core.accounts.useLink(link.secret, PASSWORD);
    const dora = test.visitor();
    await dora.get('/admin/sign-in');
    await dora.submit('/sign-in', { email: 'dora@books.example', password: PASSWORD });
    expect((await dora.get('/admin/accounts')).status).to.equal(200);
    await admin.get(`/admin/accounts/${account.id}/disable`);
    const page = await admin.submit('/disable');
    expect(page.main).to.include('The account of Dora Disabled was disabled.');
    expect((await dora.get('/admin/accounts')).path).to.match(/^\/admin\/sign-in/);
    await admin.get(`/admin/accounts/${account.id}/link`);
    expect((await admin.submit('/link')).main).to.include('The account is disabled. Enable it first.');
    await admin.get(`/admin/accounts/${account.id}/enable`);
    await admin.submit('/enable');
    expect(await accountOf('dora@books.example')).to.include({ state: 'active' });
    await test.core.accounts.disable(test.company, account.id);
  });

  it('never disable the last active admin', async () => {
    const { id } = (await accountOf(test.admin.email)) ?? { id: 0 };
    await admin.get(`/admin/accounts/${id}/disable`);
    const page = await admin.submit('/disable');
    expect(page.status).to.equal(422);
    expect(page.main).to.include('This is the last active admin');
    expect((await admin.get('/admin/accounts')).status).to.equal(200);
  });

  it('leave the staff to their own pages, and employees out', async () => {
    const manager = (await accountOf(test.manager.email))?.id ?? 0;
    const list = await admin.get('/admin/accounts');
    const link = rowOf(list, test.manager.name)?.querySelector('a.name')?.getAttribute('href');
    expect(link).to.equal(`/admin/people/${test.manager.actor.employeeId}`);
    expect(list.main).not.to.include(test.employee.name);
    for (const act of ['link', 'disable', 'enable']) {
      expect((await admin.get(`/admin/accounts/${manager}/${act}`)).status, act).to.equal(404);
      expect((await admin.get(`/admin/accounts/${test.employee.actor.loginId}/${act}`)).status, act).to.equal(404);
    }
  });

  it('take a lost second factor away, which ends the sessions, and say when there is none', async () => {
    const who = await test.hire('Fabian Factor', 'manager');
    const path = `/admin/accounts/${who.actor.loginId}/second-factor`;
    const notAsked = await admin.get(path);
    expect(notAsked.path).to.equal('/admin/accounts');
    expect(notAsked.document.querySelector('.flash.s-wait')?.textContent).to.include(
      'The account has no second factor.',
    );
    const { accounts } = test.core;
    await accounts.beginSecondFactor(who.actor);
    const { secret } = (await accounts.pendingSecondFactor(who.actor)) ?? { secret: '' };
    await accounts.confirmSecondFactor(who.actor, codeOf(secret, test.clock.now()));
    expect(rowOf(await admin.get('/admin/accounts'), who.name)?.textContent).to.include('With a second factor');
    const asked = await admin.get(path);
    expect((await admin.submit('/second-factor')).main).to.include('The second factor of Fabian Factor was removed.');
    admin.page = asked;
    expect((await admin.submit('/second-factor')).main).to.include('The account has no second factor.');
    expect((await accounts.get(test.company, who.actor.loginId)).secondFactorSince).to.equal(null);
  });

  it('ask for the password first where it was proved long ago: whoever has a link gets in by it', async () => {
    const { account } = await test.core.accounts.create(test.company, {
      ...{ name: 'Ola Old', email: 'ola@books.example', role: 'manager' },
    });
    const staff = test.employee.actor;
    const lead = (await test.hire('Lea Lead', 'manager')).actor;
    await test.core.employees.freeze(test.company, lead.employeeId as number);
    const acts = [
      `/accounts/${account.id}/link`,
      `/accounts/${account.id}/enable`,
      `/people/${staff.employeeId}/role`,
      `/people/${staff.employeeId}/welcome`,
      `/people/${lead.employeeId}/reactivate`,
      `/accounts/${staff.loginId}/second-factor`,
      `/people/${staff.employeeId}/link`,
    ];
    const browser = await test.signedIn(test.admin);
    await browser.get('/admin/accounts/new');
    const form = browser.formOf('/accounts/new');
    const token = form.querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
    test.clock.advance(11 * 60_000);
    for (const path of ['/accounts/new', ...acts]) {
      expect((await browser.get(`/admin${path}`)).path).to.equal(`/admin/confirm?next=${encodeURIComponent(path)}`);
    }
    test.clock.advance(60 * 60_000);
    for (const path of ['/accounts/new', ...acts]) {
      const fields = {
        _csrf: token,
        name: 'Sly',
        email: 'sly@books.example',
        role: 'admin',
        _once: 'a number of a form',
      };
      const referer = { Referer: `${test.origin}/admin${path}` };
      const page = await browser.request('POST', `/admin${path}`, new URLSearchParams(fields), referer);
      expect(page.path).to.equal(`/admin/confirm?next=${encodeURIComponent(path)}`);
    }
    expect(await accountOf('sly@books.example')).to.equal(undefined);
    const { employees } = test.core;
    expect(await employees.get(test.company, staff.employeeId as number)).to.include({ role: 'employee' });
    expect(await employees.get(test.company, lead.employeeId as number)).to.include({ status: 'frozen' });
    await browser.get('/admin/accounts/new');
    expect((await browser.submit('/confirm', { password: PASSWORD })).path).to.equal('/admin/accounts/new');
    const page = await browser.submit('/accounts/new', { name: 'New', email: 'new@books.example', role: 'manager' });
    expect(linkOf(page)).to.match(/^\/admin\/set-up\//);
  });
});

/** The code that an app shows (RFC 6238). */
function codeOf(secret: string, now: Date): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000)));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const hash = createHmac('sha1', key).update(step).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
