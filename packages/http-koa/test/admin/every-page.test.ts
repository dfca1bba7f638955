import { coreEntities, type LoginRole, type SystemActor } from '@shaon/core';
import { newEmployee, rawSql } from '@shaon/testing';
import { webhookEntities } from '@shaon/webhooks';
import { expect } from 'chai';
import type { PageRoute } from '../../src/admin/page-route.ts';
import { allPageRoutes } from '../../src/admin/pages/areas.ts';
import type { HtmlBrowser, ShownPage } from './html-browser.ts';
import { PASSWORD, type PagesTest, withPages } from './support.ts';

const ROLES: readonly LoginRole[] = ['admin', 'manager', 'employee'];
const ROUTES = allPageRoutes();
const FORMS = ROUTES.filter(({ method }) => method === 'POST');

/** Every page and every form, asked by everybody who may not: by the table from which the server itself is made. */
withPages('every page and form', (test) => {
  const browsers = new Map<LoginRole, HtmlBrowser>();
  const csrf = new Map<LoginRole, string>();
  let ids: Readonly<Record<string, string>>;
  let rowsBefore: string;
  let othersToken: string;

  before('one record of each kind in another company', async () => {
    ids = await foreignIds(test);
    for (const role of ROLES) {
      const browser = await test.signedIn(test[role]);
      browsers.set(role, browser);
      csrf.set(role, tokenOf(await browser.get('/admin/nothing')));
    }
    othersToken = tokenOf(await (await test.signedIn(test.foreignAdmin)).get('/admin/nothing'));
    rowsBefore = await rowsOf(test, test.foreign);
  });

  const browserOf = (role: LoginRole) => browsers.get(role) as HtmlBrowser;
  const ask = (browser: HtmlBrowser, { method, path }: PageRoute, to: (name: string) => string, token?: string) =>
    browser.request(
      method,
      `/admin${path.replaceAll(/:(\w+)/g, (_, name: string) => to(name))}`,
      method === 'POST' ? new URLSearchParams({ ...(token !== undefined && { _csrf: token }) }) : undefined,
    );

  for (const route of ROUTES) {
    const title = `${route.method} ${route.path}`;
    if (route.audience === 'everybody') continue;

    it(`${title} leads a visitor to the sign-in`, async () => {
      const visitor = test.visitor();
      const token = tokenOf(await visitor.get('/admin/sign-in'));
      const page = await ask(visitor, route, () => '1', token);
      expect(page.path).to.match(/^\/admin\/sign-in/);
      expect(page.main).to.include('Sign in');
    });

    for (const role of ROLES) {
      if (typeof route.audience === 'string' || route.audience.includes(role)) continue;
      it(`${title} is refused to ${role === 'admin' ? 'an' : 'a'} ${role}`, async () => {
        const page = await ask(browserOf(role), route, () => '1', csrf.get(role));
        expect(page.status).to.equal(403);
      });
    }

    if (!route.path.includes(':') || typeof route.audience === 'string') continue;
    const [role] = route.audience as readonly [LoginRole, ...LoginRole[]];

    it(`${title} knows no record of another company, and changes none`, async () => {
      const key = recordOf(route.path);
      const id = ids[key];
      if (id === undefined) throw new Error(`foreignIds has no ${key}: add one for ${route.path}.`);
      const page = await ask(browserOf(role), route, () => id, csrf.get(role));
      expect(page.status, page.main).to.equal(404);
    });

    it(`${title} answers ids that are none`, async () => {
      for (const id of ['0', '999999', '99999999999999999999', 'x', '1e3', '%00', '-1']) {
        const page = await ask(browserOf(role), route, () => id, csrf.get(role));
        expect(page.status, `${id}: ${page.main}`).to.equal(404);
      }
    });
  }

  for (const route of FORMS) {
    it(`POST ${route.path} is refused without the token of the page, with another's, and from another site`, async () => {
      const role = Array.isArray(route.audience) ? (route.audience[0] as LoginRole) : 'admin';
      const browser = browserOf(role);
      for (const token of [undefined, '', 'x', othersToken]) {
        expect((await ask(browser, route, () => '1', token)).status, String(token)).to.equal(403);
      }
      const path = `/admin${route.path.replaceAll(/:\w+/g, '1')}`;
      const body = new URLSearchParams({ _csrf: csrf.get(role) ?? '' });
      for (const headers of [
        { 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
      ]) {
        const page = await browser.request('POST', path, body, headers);
        expect(page.status, JSON.stringify(headers)).to.equal(403);
      }
    });
  }

  it('left the other company as it was', async () => {
    expect(await rowsOf(test, test.foreign)).to.equal(rowsBefore);
  });
});

/** The acts that outlive a session or let stored data out (D:A29, A45). */
const ASKING = [
  'GET /account/second-factor/new',
  'POST /account/second-factor/new',
  'POST /account/second-factor/new/begin',
  'GET /accounts/new',
  'POST /accounts/new',
  'GET /accounts/:id/people',
  'POST /accounts/:id/people',
  'GET /accounts/:id/link',
  'POST /accounts/:id/link',
  'GET /accounts/:id/disable',
  'POST /accounts/:id/disable',
  'GET /accounts/:id/enable',
  'POST /accounts/:id/enable',
  'GET /accounts/:id/second-factor',
  'POST /accounts/:id/second-factor',
  'GET /people/new',
  'POST /people/new',
  'GET /people/import',
  'POST /people/import',
  'GET /people/import/:id',
  'POST /people/import/:id',
  'GET /people/import/:id/wrong',
  'POST /people/:id/edit',
  'GET /people/:id/freeze',
  'POST /people/:id/freeze',
  'GET /people/:id/reactivate',
  'POST /people/:id/reactivate',
  'GET /people/:id/role',
  'POST /people/:id/role',
  'GET /people/:id/id-number',
  'GET /people/:id/welcome',
  'POST /people/:id/welcome',
  'GET /people/:id/link',
  'POST /people/:id/link',
  'GET /company/second-factor',
  'POST /company/second-factor',
  'GET /tokens/new',
  'POST /tokens/new',
  'GET /tokens/:id/edit',
  'POST /tokens/:id/edit',
  'GET /webhooks/new',
  'POST /webhooks/new',
  'GET /webhooks/:id/edit',
  'POST /webhooks/:id/edit',
  'GET /webhooks/:id/replay',
  'POST /webhooks/:id/replay',
  'GET /webhooks/:id/rotate',
  'POST /webhooks/:id/rotate',
  'GET /webhooks/:id/switch',
  'POST /webhooks/:id/switch',
  'GET /webhooks/:id/revoke',
  'POST /webhooks/:id/revoke',
  'GET /webhooks/:id/enable',
  'POST /webhooks/:id/enable',
  'POST /deliveries/:id/resend',
  'GET /audit/export',
  'GET /people/export',
  'GET /leave/export',
  'GET /month/adjustments',
  'GET /month/payroll/salary',
  'GET /month/payroll/file',
];

/** Forms of everyday work. */
const EVERYDAY = /^\/(my-day|attendance|leave|corrections|departments|branches|shifts|absence-types|month)(\/|$)/;
/** Others that need no password, and those that have it, or a code, in the form itself. */
const OTHERS = [
  ...[
    '/company',
    '/account/display',
    '/account/notices',
    '/account/sessions/end-others',
    '/account/sessions/:id/end',
    '/tokens/:id/revoke',
  ],
  ...['/webhooks/:id/test', '/webhooks/:id/signature', '/webhooks/:id/disable', '/webhooks/:id/remove'],
  ...['/confirm', '/account/password', '/account/second-factor/codes', '/account/second-factor/remove'],
];

const titleOf = ({ method, path }: PageRoute): string => `${method} ${path}`;

withPages('a session whose password was proved long ago', (test) => {
  let browser: HtmlBrowser;
  let csrf: string;
  let ids: Readonly<Record<string, string>>;
  let rowsBefore: string;

  before('one record of each kind', async () => {
    ids = await foreignIds(test);
    browser = await test.signedIn(test.foreignAdmin);
    csrf = tokenOf(await browser.get('/admin/nothing'));
    test.clock.advance(61 * 60_000);
    await browser.get('/admin/nothing');
    rowsBefore = await rowsOf(test, test.foreign);
  });

  const asking = ROUTES.filter(({ asksPassword }) => asksPassword !== false);

  it('is asked for it by these pages, and by every new one that needs it', () => {
    expect(asking.map(titleOf)).to.have.members(ASKING);
    const others = FORMS.filter(({ audience, asksPassword }) => Array.isArray(audience) && asksPassword === false);
    const undecided = others.filter(({ path }) => !EVERYDAY.test(path) && !OTHERS.includes(path));
    expect(undecided.map(titleOf), 'does the act outlive the session, or send stored data out?').to.deep.equal([]);
  });

  for (const route of asking) {
    it(`is asked for it by ${titleOf(route)}`, async () => {
      const path = `/admin${route.path.replace(':id', ids[recordOf(route.path)] ?? '')}`;
      const body = route.method === 'POST' ? new URLSearchParams({ _csrf: csrf }) : undefined;
      const page = await browser.request(route.method, path, body);
      expect(page.path).to.match(/^\/admin\/confirm\?next=/);
    });
  }

  it('has changed nothing without it', async () => {
    expect(await rowsOf(test, test.foreign)).to.equal(rowsBefore);
  });

  it('leads from it back to the page of the form, or of the link to a file', async () => {
    const id = ids.people;
    await browser.get(`/admin/people/${id}/edit`);
    await browser.submit('/edit', { address: 'Elsewhere 1' });
    const asked = await browser
      .get(`/admin/people/${id}/edit`)
      .then(() => browser.submit('/edit', { email: 'other@foundry.example' }));
    expect(asked.path).to.equal(`/admin/confirm?next=%2Fpeople%2F${id}%2Fedit%23unsent`);
    const form = await browser.submit('/confirm', { password: PASSWORD });
    expect(form.path).to.equal(`/admin/people/${id}/edit#unsent`);
    expect((await browser.submit('/edit', { email: 'other@foundry.example' })).main).to.include(
      'other@foundry.example',
    );
    const { address } = await test.core.personnel.file(test.foreign, Number(id));
    expect(address).to.equal('Elsewhere 1');

    test.clock.advance(61 * 60_000);
    const sent = { Referer: `${test.origin}/admin/deliveries/${ids.deliveries}` };
    const resend = `/admin/deliveries/${ids.deliveries}/resend`;
    const resent = await browser.request('POST', resend, new URLSearchParams({ _csrf: csrf }), sent);
    expect(resent.path).to.equal(`/admin/confirm?next=%2Fdeliveries%2F${ids.deliveries}`);
    const list = { Referer: `${test.origin}/admin/audit?kind=api` };
    const exported = await browser.request('GET', '/admin/audit/export?format=csv', undefined, list);
    expect(exported.path).to.equal('/admin/confirm?next=%2Faudit%3Fkind%3Dapi');
  });
});

function tokenOf(page: ShownPage): string {
  return page.document.querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
}

/** Which record a path names: `/tokens/:id/revoke` a token. */
function recordOf(path: string): string {
  return path.split('/:')[0]?.split('/').at(-1) ?? '';
}

/** One record of every kind that a path can name. */
async function foreignIds({ core, webhooks, foreign, foreignAdmin }: PagesTest): Promise<Record<string, string>> {
  const token = await core.tokens.issue(foreign, { name: 'foreign', abilities: ['leave:read'] });
  const employee = await core.employees.create(foreign, newEmployee({ name: 'Foreign person' }));
  const department = await core.organization.createDepartment(foreign, { name: 'Foreign department' });
  const branch = await core.organization.createBranch(foreign, { name: 'Foreign branch' });
  const shift = await core.shifts.create(foreign, { name: 'Foreign shift', wage_percentage: 100 });
  const [leave] = await core.leave.submit(foreign, {
    employee_id: employee.id,
    dates: ['2026-06-10'],
    type: 'חופש',
  });
  await core.attendance.punchIn(foreign, employee.id);
  await core.attendance.recordPunches(foreign, [
    { device: 'Gate', number: 1, employee_external_id: '7731', at: core.clock.now() },
  ]);
  const values = { ...newEmployee(), external_id: 'F-1' };
  const file = await core.peopleFiles.judge(foreign, { name: 'people.csv', rows: [{ line: 2, values }] });
  const reports = await core.attendance.clockReports(foreign, { card: '7731' }, { page: 1, per_page: 1 });
  const correction = await core.correctionRequests.ask(foreign, {
    ...{ employee_id: employee.id, date: '2026-06-01', absence_type: 'חופש', reason: 'was not there' },
  });
  const [absenceType] = await core.absenceTypes.list(foreign);
  const account = (await core.accounts.list(foreign))[0];
  const session = await core.accounts.signIn({ email: foreignAdmin.email, password: PASSWORD });
  const endpoint = await webhooks.endpoints.register(foreign, {
    url: 'https://93.184.216.34/hook',
    events: ['employee.updated'],
  });
  const delivery = await webhooks.deliveries.sendTest(foreign, endpoint.endpoint.id);
  const [audited] = (await core.auditReads.list(foreign)).items;
  return Object.fromEntries(
    Object.entries({
      tokens: token.summary.id,
      people: employee.id,
      register: employee.id,
      attendance: employee.id,
      import: file.id,
      clocks: reports.items[0]?.id ?? 0,
      departments: department.id,
      branches: branch.id,
      shifts: shift.id,
      leave: leave?.id ?? 0,
      corrections: correction.id,
      accounts: account?.id ?? 0,
      'absence-types': absenceType?.id ?? 0,
      sessions: session.sessionId,
      webhooks: endpoint.endpoint.id,
      deliveries: delivery,
      audit: audited?.id ?? 0,
    }).map(([name, id]) => [name, String(id)]),
  );
}

/** All rows of a company, as one text. What passes by itself is left out: sessions are seen, calls are audited. */
async function rowsOf({ core, database }: PagesTest, { companyId }: SystemActor): Promise<string> {
  const passing = ['shaon_audit', 'shaon_session', 'shaon_webhook_attempt', 'shaon_webhook_delivery'];
  const tables = [...coreEntities(database.type), ...webhookEntities(database.type)]
    .map(({ options }) => String(options.tableName))
    .filter((name) => name !== 'shaon_company' && !passing.includes(name));
  const all = core.extension.database.allCompanies();
  const rows: string[] = [];
  for (const table of tables) {
    const found = await all.run(rawSql(`SELECT * FROM "${table}" WHERE company_id = ${companyId}`)).catch(() => []);
    rows.push(table, ...found.map((row) => JSON.stringify(row)).sort());
  }
  return rows.join('\n');
}
