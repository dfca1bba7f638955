import type { AuditEntry } from '@shaon/core';
import { expect } from 'chai';
import type { HtmlBrowser, ShownPage } from './html-browser.ts';
import { withPages } from './support.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

withPages('the pages of the audit', (test) => {
  let browser: HtmlBrowser;
  let tokenId: number;
  const now = () => test.clock.now().getTime();
  const call = (entry: Partial<AuditEntry>) =>
    test.core.audit.commit({
      kind: 'api',
      companyId: test.company.companyId,
      tokenId,
      tokenName: 'Payroll',
      method: 'GET',
      route: '/attendance',
      path: '/api/v1/attendance',
      status: 200,
      ip: '192.0.2.1',
      durationUs: 38_211,
      ...entry,
    });

  before(async () => {
    browser = await test.signedIn(test.admin);
    tokenId = (await test.core.tokens.issue(test.company, { name: 'Payroll', abilities: ['leave:read'] })).summary.id;
    const at = (ms: number) => new Date(now() - ms);
    await call({ at: at(40 * DAY), requestId: 'req-old' });
    await call({
      at: at(5 * DAY),
      requestId: 'req-week',
      route: '/employees/{id}',
      path: '/api/v1/employees/7',
      status: 404,
      detail: '{"code":"not_found"}',
    });
    await call({ at: at(DAY), requestId: 'req-yesterday', status: 429 });
    await call({
      at: at(4 * MINUTE),
      requestId: 'req-list',
      query: 'date_from=2026-05-01&type=<b>',
      detail: '{"records":50,"people":22,"from":"2026-05-01","to":"2026-05-31","located":0}',
    });
    await call({
      at: at(3 * MINUTE),
      requestId: 'req-post',
      method: 'POST',
      route: '/employees',
      status: 422,
      detail: '{"errors":{"email":["unique"]}}',
    });
    await call({
      at: at(2 * MINUTE),
      requestId: 'req-revoked',
      status: 401,
      detail: '{"token":"revoked"}',
      ip: '2001:db8::7',
    });
    await call({ at: at(MINUTE), requestId: 'req-fault', status: 500 });
    await call({
      at: at(0),
      requestId: 'req-formula',
      tokenName: '=HYPERLINK("http://evil.example")',
      path: '<script>alert(1)</script>',
      route: null,
      status: 404,
    });
    await call({ at: at(0), companyId: test.foreign.companyId, requestId: 'req-foreign' });
  });

  const rows = (page: ShownPage) => page.document.querySelectorAll('main tbody tr');
  const show = async (query: string) =>
    rows(await browser.get(`/admin/audit?${query}`)).map((row) => row.structuredText.replace(/\s+/g, ' '));
  /** How many rows of calls a filter shows. */
  const count = async (query: string) => (await show(`kind=api&${query}`)).length;

  it('show the newest first, in words, with names and paths as texts', async () => {
    const page = await browser.get('/admin/audit?kind=api');
    const texts = rows(page).map((row) => row.structuredText.replace(/\s+/g, ' '));
    expect(texts).to.have.length(8);
    expect(texts[0]).to.include('<script>alert(1)</script>').and.include('=HYPERLINK(');
    expect(page.text).not.to.include('<script>alert').and.not.include('type=<b>').and.not.include('req-foreign');
    expect(texts[2]).to.include('The token is revoked').and.include('401').and.include('2001:db8::7');
    expect(texts[3]).to.include('Invalid fields: email: unique');
    expect(texts[4])
      .to.include('Disclosed 50 records of 22 people')
      .and.include('without locations')
      .and.include('38 ms');
    expect(texts[5]).to.include('Over the limit of 60 a minute');
    expect(page.main).to.include('API calls today: 5').and.include('1 failed');
  });

  it('filter by dates, caller, kind, endpoint, status, address and request', async () => {
    expect(await count('')).to.equal(8);
    expect(await count('dates=today')).to.equal(5);
    expect(await count('dates=yesterday')).to.equal(1);
    expect(await count('dates=week')).to.equal(7);
    expect(await count('dates=month')).to.equal(7);
    expect(await count('dates=range&from=2026-05-28&to=2026-05-28')).to.equal(1);
    expect(await count('dates=range&to=2026-05-01')).to.equal(1);
    expect(await count(`who=t${tokenId}`)).to.equal(8);
    expect(await count('who=t999')).to.equal(0);
    expect(await count('what=/employees/{id}')).to.equal(1);
    expect(await count('what=post%20/employees')).to.equal(1);
    expect(await count('status=4')).to.equal(5);
    expect(await count('status=5')).to.equal(1);
    expect(await count('search=2001:db8::7')).to.equal(1);
    expect(await count('search=req-post')).to.equal(1);
    expect((await show('what=token.issue')).length).to.equal(1);
    const acts = await show(`kind=admin&who=p${test.admin.actor.loginId}`);
    expect(acts.length).to.be.greaterThan(0);
  });

  it('take no harm from a filter that is none, and tell of a date that is none', async () => {
    for (const query of [
      'kind=x&status=9&dates=x&who=z&search=%00',
      'who=t99999999999999',
      `what=${'x'.repeat(600)}`,
      'before=x&after=1-',
      'before=1-99999999999999999',
    ]) {
      expect((await browser.get(`/admin/audit?${query}`)).status, query).to.equal(200);
    }
    const page = await browser.get('/admin/audit?dates=range&from=2026-02-30');
    expect(page.main).to.include('The date is not valid');
    expect(page.document.querySelectorAll('input[type=date]')).to.have.length(2);
    expect((await browser.get('/admin/audit?what=nothing')).main).to.include('Nothing matches this filter');
  });

  it('lead to older rows and back', async () => {
    for (let minute = 0; minute < 120; minute++) {
      await call({ at: new Date(now() - 60 * DAY - minute * MINUTE), requestId: `many-${minute}`, ip: '192.0.2.200' });
    }
    const first = await browser.get('/admin/audit?search=192.0.2.200');
    const follow = (page: ShownPage, word: string) => {
      const link = page.document.querySelectorAll('nav.paging a').find((one) => one.textContent.includes(word));
      return browser.get(link?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '/nowhere');
    };
    expect(rows(first)).to.have.length(50);
    const second = await follow(first, 'Older');
    const third = await follow(second, 'Older');
    expect([rows(second).length, rows(third).length]).to.deep.equal([50, 20]);
    expect((await follow(third, 'Newer')).main).to.equal(second.main);
    expect((await follow(second, 'Newer')).main).to.equal(first.main);
  });

  it('say in words which page showed whose data', async () => {
    for (const path of ['/people', `/people/${test.employee.actor.employeeId}`]) await browser.get(`/admin${path}`);
    const [one, list] = await show('kind=admin&what=page.view');
    expect(one).to.match(/All details, of Emil Employee, with the salary/);
    expect(list).to.match(/List of people, of \d+ people/);
    for (const query of ['/day?date=2026-11-03', '?month=2026-11']) await browser.get(`/admin/attendance${query}`);
    const [month, day] = await show('kind=admin&what=page.view');
    expect(day).to.match(/dated 3 Nov 2026(?!–)/);
    expect(month).to.include('dated 1 Nov 2026–30 Nov 2026');
  });

  it('show one row whole', async () => {
    const [row] = (await test.core.auditReads.list(test.company, { request_id: 'req-post' })).items;
    const page = await browser.get(`/admin/audit/${row?.id}`);
    expect(page.main)
      .to.include('req-post')
      .and.include('POST /employees')
      .and.include('Invalid fields')
      .and.include('38 ms');
    expect(page.document.querySelector('pre')?.textContent).to.include('"unique"');
    const list = '/admin/audit?search=req-post';
    await browser.get(list);
    await browser.get(browser.page?.document.querySelector('.list tbody th a')?.getAttribute('href') ?? '');
    expect(browser.page?.document.querySelector('.crumbs a')?.getAttribute('href')).to.equal(list);
  });

  const exported = async (query: string) => {
    const page = await browser.get(`/admin/audit/export?${query}`);
    return { page, text: page.text };
  };

  it('export what the filter shows, safely for spreadsheets, and audit it', async () => {
    const link = (await browser.get('/admin/audit?kind=api&dates=today&before=1-1')).document
      .querySelectorAll('.head a')
      .map((one) => one.getAttribute('href')?.replaceAll('&amp;', '&') ?? '');
    expect(link[0])
      .to.include('/admin/audit/export?')
      .and.include('dates=today')
      .and.include('format=csv')
      .and.not.include('before');
    const { page, text } = await exported('kind=api&dates=today&format=csv');
    expect(page.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(page.headers.get('content-disposition')).to.match(/^attachment; filename="audit-2026-06-02\.csv"/);
    expect(page.headers.get('cache-control')).to.equal('no-store');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).to.have.length(6);
    expect(text).to.include(`'=HYPERLINK(`).and.not.include('req-foreign');
    const json = (await exported('kind=api&dates=today&format=jsonl')).text.trimEnd().split('\n');
    expect(json.map((line) => JSON.parse(line).request_id))
      .to.include('req-formula')
      .and.have.length(5);
    const acts = (await test.core.auditReads.list(test.company, { action: 'audit.export' })).items;
    expect(acts).to.have.length(2);
    expect(acts[0]).to.include({ kind: 'admin', loginId: test.admin.actor.loginId });
    expect(JSON.parse(acts[0]?.detail ?? '{}')).to.have.nested.property('filter.kind', 'api');
  });

  it('refuse an export in another format', async () => {
    for (const query of ['', 'format=xml', 'format=constructor']) {
      expect((await exported(query)).page.status, query).to.equal(400);
    }
  });
});

withPages('what a person did, in the audit', (test) => {
  it('says from where, whose, which dates, and what was changed', async () => {
    const { core, company, admin } = test;
    const id = test.employee.actor.employeeId ?? 0;
    const date = '2026-05-04';
    const at = (hour: number) => new Date(`${date}T${hour}:00:00+03:00`);
    const punches = [
      { kind: 'in' as const, at: at(10) },
      { kind: 'out' as const, at: at(18) },
    ];
    await core.attendance.correct(company, id, date, { punches, note: 'as told' });
    const browser = await test.signedIn(test.manager);
    await browser.get(`/admin/attendance/people/${id}?date=${date}`);
    const decided = await browser.submit('/decide', { verdict: 'approve' });
    expect(decided.status).to.equal(200);
    const [act] = (await core.auditReads.list(company, { action: 'attendance.approved' })).items;
    expect(act).to.include({ kind: 'admin', loginId: test.manager.actor.loginId, ip: '127.0.0.1' });
    expect(act?.requestId).to.match(/\S{8,}/);
    const changes = { status: ['pending', 'approved'] };
    expect(JSON.parse(act?.detail ?? '{}')).to.deep.include({ employee_id: id, dates: [date, date], changes });

    const office = await test.signedIn(admin);
    await office.get(`/admin/people/${id}/edit`);
    await office.submit('/edit', { name: 'Emil <b>Renamed</b>', hourly_rate: '77.5', address: 'Harbour 1' });
    const [amended] = (await core.auditReads.list(company, { action: 'employee.amend' })).items;
    expect(JSON.parse(amended?.detail ?? '{}').changes).to.deep.equal({
      name: ['Emil Employee', 'Emil <b>Renamed</b>'],
    });
    const { summary } = await core.tokens.issue(company, { name: 'Payroll', abilities: ['shifts:read'] });
    await office.get(`/admin/tokens/${summary.id}/revoke`);
    await office.submit('/revoke');

    const page = await office.get('/admin/audit?kind=admin');
    expect(page.main)
      .to.include('of Emil <b>Renamed</b>, dated 4 May 2026, status: pending → approved')
      .and.include('name: Emil Employee → Emil <b>Renamed</b>')
      .and.include(`token ${summary.id}, Payroll`)
      .and.include('page.view');
    const other = await test.hire('Nora <i>Night</i>');
    const days = [];
    for (const person of [id, other.actor.employeeId ?? 0]) {
      const absence = { employee_id: person, date: '2026-05-06', absence_type: 'מחלה' };
      days.push((await core.attendance.recordAbsence(company, absence, { note: 'told' })).id);
    }
    await core.attendance.approve(test.manager.actor, days);
    await core.accounts.makeLink(admin.actor, other.actor.loginId);
    const named = await office.get('/admin/audit?kind=admin');
    expect(named.main)
      .to.include('of 2 people, of Emil <b>Renamed</b>, of Nora <i>Night</i>, dated 6 May 2026')
      .and.include('account Nora <i>Night</i>');
    expect(page.main).not.to.include('Harbour 1').and.not.include('77.5');
    expect(page.document.querySelector(`main a[href="/admin/people/${id}"]`)).not.to.equal(null);
    const acts = await office.get('/admin/audit?kind=admin&views=hidden');
    expect(acts.main).to.include('attendance.approved').and.not.include('page.view');
    const all = await core.auditReads.list(company, { page_views: false });
    expect(all.items.map(({ action }) => action))
      .to.include('token.revoke')
      .and.not.include('page.view');
  });
});
