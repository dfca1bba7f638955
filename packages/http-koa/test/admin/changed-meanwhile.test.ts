import type { RequestListener } from 'node:http';
import type { CoreLog } from '@shaon/core';
import { type AdminOptions, createAdminRoutes } from '@shaon/http-koa/admin';
import { listen, newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import mount from 'koa-mount';
import { HtmlBrowser } from './html-browser.ts';
import { PASSWORD, type Someone, withPages } from './support.ts';

/** Forms of a page that was open while others, or the same form, changed what it is about. */
withPages('a form that comes second', (test) => {
  let admin: HtmlBrowser;
  let manager: HtmlBrowser;
  let dana: Someone;

  before(async () => {
    dana = await test.hire('Dana Dan');
    admin = await test.signedIn(test.admin);
    manager = await test.signedIn(test.manager);
  });

  const employeeId = () => dana.actor.employeeId ?? 0;
  const submitLeave = async (...dates: string[]) => {
    const [first] = await test.core.leave.submit(dana.actor, { dates, type: 'חופש' });
    test.clock.advance(1_000);
    return first?.id ?? 0;
  };
  /** Sends a page's form twice, as a double click does without a script; the answer to the second. */
  const twice = async (browser: HtmlBrowser, path: string, action: string, fields: Record<string, string>) => {
    const form = await browser.get(path);
    await browser.submit(action, fields);
    test.clock.advance(1_000);
    browser.page = form;
    return browser.submit(action, fields);
  };

  it('is told that a request was cancelled meanwhile', async () => {
    const id = await submitLeave('2026-07-01');
    await manager.get(`/admin/leave/${id}`);
    await test.core.leave.cancelGroup(dana.actor, id);
    const page = await manager.submit('/decide', { verdict: 'approve' });
    expect(page.status).to.equal(404);
    expect(page.main).to.include('This is no longer there').and.include('deleted, cancelled or changed');
    expect((await manager.get(`/admin/leave/${id}`)).main).to.include('No such page');
  });

  it('is told that its decision on leave was made', async () => {
    for (const verdict of ['approve', 'reject']) {
      const id = await submitLeave(verdict === 'approve' ? '2026-07-02' : '2026-07-03');
      const page = await twice(manager, `/admin/leave/${id}`, '/decide', { verdict });
      expect(page.path).to.equal('/admin/leave');
      expect(page.main).to.include('This form was sent already. The first change is saved');
      expect((await test.core.leave.get(test.company, id)).status).to.match(new RegExp(`^${verdict}`));
    }
  });

  it('asks for leave once, and leads to it', async () => {
    const own = await test.signedIn(dana);
    const fields = { type: 'חופש', from: '2026-09-01' };
    const page = await twice(own, '/admin/my-day/leave/new', '/my-day/leave/new', fields);
    expect(page.path).to.equal('/admin/my-day/leave');
    expect(page.main).to.include('This form was sent already');
    expect(page.main.match(/1 Sept? 2026/g)).to.have.lengthOf(1);
  });

  it('approves days once, and does not call it done again', async () => {
    const { actor } = await test.hire('Pat Pending');
    const at = (hour: number) => new Date(`2026-05-04T${hour}:00:00+03:00`);
    const punches = [
      { kind: 'in' as const, at: at(10) },
      { kind: 'out' as const, at: at(18) },
    ];
    const id = actor.employeeId ?? 0;
    await test.core.attendance.correct(test.company, id, '2026-05-04', { punches, note: 'as told' });
    const path = `/admin/attendance/approve?month=2026-05&employee=${id}`;
    const page = await twice(manager, path, '/attendance/approve', {});
    expect(page.main).to.include('no pending days');
    expect(page.document.querySelector('.flash')?.classList.contains('s-ok')).to.equal(false);
  });

  it('corrects a day once, and says that it is corrected', async () => {
    const date = '2026-06-01';
    const page = await twice(
      manager,
      `/admin/attendance/people/${employeeId()}/correct?date=${date}`,
      `/attendance/people/${employeeId()}/correct`,
      { 'kind.0': 'in', 'time.0': '08:00', 'kind.1': 'out', 'time.1': '16:00', reason: 'Forgotten' },
    );
    expect(page.path).to.equal(`/admin/attendance/people/${employeeId()}?date=${date}`);
    expect(page.main).to.include('The day is corrected');
  });

  it('records no absence over another one that it does not show', async () => {
    const date = '2026-06-03';
    const path = `/admin/attendance/people/${employeeId()}?date=${date}`;
    const other = await test.signedIn(test.manager);
    for (const browser of [manager, other]) await browser.get(path);
    await other.submit('/absence', { absence_type: 'מחלה', absence_reason: 'ill' });
    const page = await manager.submit('/absence', { absence_type: 'חופש', absence_reason: 'asked' });
    expect(page.status).to.equal(409);
    expect(page.main).to.include('The day has changed since the page was opened');
    const day = await test.core.attendance.dayOfDate(test.company, employeeId(), date);
    expect(day?.record.absence_type).to.equal('מחלה');
    expect((await manager.submit('/absence', { absence_type: 'חופש', absence_reason: 'asked' })).main).to.include(
      'The absence is recorded',
    );
    expect((await twice(manager, path, '/absence', { absence_type: 'אבל', absence_reason: 'told' })).main).to.include(
      'The absence is recorded',
    );
  });

  it('sends on only what was changed, so that the other fields stay as others saved them', async () => {
    const { core, company, webhooks } = test;
    const shift = await core.shifts.create(company, { name: 'Early', wage_percentage: 100 });
    const branch = await core.organization.createBranch(company, { name: 'North' });
    const { summary } = await core.tokens.issue(company, { name: 'Payroll', abilities: ['shifts:read'] });
    const url = 'https://93.184.216.34/hook';
    const { endpoint } = await webhooks.endpoints.register(company, { url, events: ['employee.updated'] });
    const other = await test.signedIn(test.admin);
    /** What is saved when one field was changed by another admin, and then a second one by this admin. */
    const saved = async (path: string, theirs: Record<string, string>, ours: Record<string, string>) => {
      for (const browser of [admin, other]) await browser.get(`/admin${path}`);
      await other.submit(path, theirs);
      test.clock.advance(1_000);
      const warned = await admin.submit(path, ours);
      expect(warned.status, path).to.equal(409);
      expect(warned.document.querySelectorAll('main [id$=-saved]').length, path).to.be.at.most(1);
      expect((await admin.submit(path)).status, path).to.equal(200);
    };
    await saved('/company', { break_hours: '5' }, { work_day_hours: '11' });
    expect(await core.companies.get(company)).to.include({ breakHours: 5, workDayHours: 11 });
    await saved(`/shifts/${shift.id}/edit`, { name: 'Late', start_time: '14:00' }, { wage_percentage: '125' });
    const late = { id: shift.id, name: 'Late', start_time: '14:00', end_time: null, wage_percentage: 125 };
    expect(await core.shifts.list(company)).to.deep.include(late);
    await saved(`/branches/${branch.id}/edit`, { name: 'South' }, { address: 'Harbour 1' });
    const south = { id: branch.id, name: 'South', address: 'Harbour 1' };
    expect(await core.organization.branches(company)).to.deep.include(south);
    await saved(`/tokens/${summary.id}/edit`, { name: 'Wages' }, { expires_at: '90' });
    const token = await core.tokens.get(company, summary.id);
    expect([token.name, token.expiresAt !== null]).to.deep.equal(['Wages', true]);
    await saved(`/webhooks/${endpoint.id}/edit`, { description: 'Wages' }, { max_inflight: '3' });
    const hook = await webhooks.endpoints.get(company, endpoint.id);
    expect(hook).to.include({ description: 'Wages', maxInflight: 3, url });
  });

  it('gives a person no role over another one that it does not show', async () => {
    const { id } = await test.core.employees.create(test.company, newEmployee({ email: 'role@bakery.example' }));
    const path = `/admin/people/${id}/role`;
    const other = await test.signedIn(test.admin);
    for (const browser of [admin, other]) await browser.get(path);
    await other.submit('/role', { role: 'manager' });
    const page = await admin.submit('/role', { role: 'admin' });
    expect(page.status).to.equal(409);
    expect(page.main).to.include('Somebody else changed this').and.include('Saved now: Manager');
    expect((await test.core.employees.get(test.company, id)).role).to.equal('manager');
    await admin.submit('/role', { role: 'employee' });
    expect((await test.core.employees.get(test.company, id)).role).to.equal('employee');
    const again = await twice(admin, path, '/role', { role: 'manager' });
    expect(again.path).to.equal(`/admin/people/${id}`);
  });
});

withPages('a question about what is done already', (test) => {
  it('is not asked', async () => {
    const { core, company, webhooks } = test;
    const admin = await test.signedIn(test.admin);
    const frozen = await core.employees.create(company, newEmployee({ name: 'Frida', email: 'frida@bakery.example' }));
    await core.employees.freeze(company, frozen.id);
    const active = test.employee.actor.employeeId ?? 0;
    const url = 'https://93.184.216.34/hook';
    const { endpoint } = await webhooks.endpoints.register(company, { url, events: ['employee.updated'] });
    const account = await core.accounts.create(company, { name: 'Ona', email: 'ona@bakery.example', role: 'manager' });
    const { id: accountId } = account.account;
    const [type] = await core.absenceTypes.list(company);
    await core.absenceTypes.retire(company, type?.id ?? 0);
    const asked = async (path: string, done: string, text: string, tone = 'wait') => {
      const page = await admin.get(`/admin${path}`);
      expect(page.path, path).to.equal(`/admin${done}`);
      expect(page.main, path).to.include(text);
      expect(page.document.querySelector(`.flash.s-${tone}`), path).not.to.equal(null);
    };
    await asked(`/people/${frozen.id}/freeze`, `/people/${frozen.id}`, 'Frida was frozen already.');
    await asked(`/people/${active}/reactivate`, `/people/${active}`, 'Emil Employee was active already.');
    await asked(`/webhooks/${endpoint.id}/enable`, `/webhooks/${endpoint.id}`, 'The endpoint is enabled.', 'ok');
    await webhooks.endpoints.disable(company, endpoint.id);
    await asked(`/webhooks/${endpoint.id}/disable`, `/webhooks/${endpoint.id}`, 'The endpoint is disabled.', 'ok');
    await asked(`/accounts/${accountId}/enable`, '/accounts', 'The account of Ona was enabled already.');
    await core.accounts.disable(company, accountId);
    await asked(`/accounts/${accountId}/disable`, '/accounts', 'The account of Ona was disabled already.');
    await asked(`/absence-types/${type?.id}/retire`, '/absence-types', 'was retired already');
  });

  it('nor about a request that is decided', async () => {
    const { core, company, employee } = test;
    const type = (await core.absenceTypes.list(company))[1]?.label ?? '';
    const [request] = await core.leave.submit(employee.actor, { dates: ['2026-07-01'], type });
    await core.leave.approve(company, request?.id ?? 0);
    const own = await test.signedIn(employee);
    const page = await own.get(`/admin/my-day/leave/${request?.id}/cancel`);
    expect(page.path).to.equal(`/admin/my-day/leave/${request?.id}`);
    expect(page.main).to.include('The request is decided');
  });
});

withPages('an error page', (test) => {
  it('keeps the navigation and the company’s time of a signed-in person', async () => {
    const [manager, employee] = [await test.signedIn(test.manager), await test.signedIn(test.employee)];
    for (const [browser, navigation, path] of [
      [manager, 'nav.side a[href$="/leave"]', '/admin/tokens'],
      [employee, 'ul.bottom a[href$="/my-day"]', '/admin/people'],
      [employee, 'ul.bottom a[href$="/my-day"]', '/admin/nothing'],
    ] as const) {
      const page = await browser.get(path);
      expect(page.document.querySelector(navigation), path).not.to.equal(null);
      expect(page.text, path).to.include('Israel Time');
      expect(page.text, path).not.to.include('UTC');
    }
    const refused = await manager.request('POST', '/admin/leave/1/decide', new URLSearchParams({ _csrf: 'x' }));
    expect(refused.status).to.equal(403);
    expect(refused.document.querySelector('nav.side')).not.to.equal(null);
  });

  /** Serves the pages with another reading of the company. */
  async function withCompany<T>(
    get: typeof test.core.companies.get,
    options: Partial<AdminOptions>,
    use: (browser: HtmlBrowser) => Promise<T>,
  ): Promise<T> {
    let handler: RequestListener = () => undefined;
    const listening = await listen((request, response) => handler(request, response));
    const core = { ...test.core, companies: { ...test.core.companies, get } };
    const routes = createAdminRoutes(core, test.webhooks, { baseUrl: `${listening.url}/admin`, ...options });
    handler = new Koa().use(mount('/admin', routes)).callback();
    return use(new HtmlBrowser(listening.url)).finally(() => listening.close());
  }

  it('without the navigation says in the log why', async () => {
    const logged: unknown[] = [];
    const ignore = () => undefined;
    const log: CoreLog = { info: ignore, warn: ignore, error: ({ err }) => void logged.push(err) };
    const fault = new Error('The company cannot be read.');
    const page = await withCompany(
      async () => Promise.reject(fault),
      { log },
      async (browser) => {
        await browser.get('/admin/sign-in');
        await browser.submit('/sign-in', { email: test.admin.email, password: PASSWORD });
        logged.length = 0;
        return browser.get('/admin/nothing');
      },
    );
    expect(page.status).to.equal(404);
    expect(page.main).to.include('No such page');
    expect(page.document.querySelector('nav.side')).to.equal(null);
    expect(logged).to.deep.equal([fault]);
  });

  it('for a log-in that has ended does not ask for its company again', async () => {
    const who = await test.hire('Ella Ended', 'manager');
    await test.core.employees.freeze(test.company, who.actor.employeeId ?? 0);
    let asked = 0;
    const get: typeof test.core.companies.get = (actor) => {
      if (actor.kind === 'account') asked += 1;
      return test.core.companies.get(actor);
    };
    const page = await withCompany(get, { accountFromRequest: () => who.actor }, (browser) =>
      browser.get('/admin/people'),
    );
    expect(page.status).to.equal(401);
    expect(page.main).to.include('Sign in first');
    expect(asked).to.equal(1);
  });
});
