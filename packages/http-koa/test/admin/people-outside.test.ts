import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import type { PageRoute } from '../../src/admin/page-route.ts';
import { allPageRoutes } from '../../src/admin/pages/areas.ts';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

const DATE = '2026-06-02';
const OUTSIDE = 'Osnat Outside';

const ROUTES = allPageRoutes().filter(({ audience }) => Array.isArray(audience) && audience.includes('manager'));
/** Pages about the reader alone. */
const OWN = /^\/account\//;
const ofRecord = ROUTES.filter(({ path }) => path.includes(':') && !OWN.test(path));
const lists = ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes(':'));

/** Every page that a manager may open, by the table from which the server itself is made. */
withPages('a manager who is limited to a department', (test) => {
  let browser: HtmlBrowser;
  let csrf: string;
  let ids: Readonly<Record<string, string>>;

  before(async () => {
    const { core, company } = test;
    const inside = await core.organization.createDepartment(company, { name: 'Ovens' });
    const outside = await core.organization.createDepartment(company, { name: 'Shop' });
    const person = async (name: string, department_id: number) => {
      const { id } = await core.employees.create(company, newEmployee({ name, department_id }));
      const [leave] = await core.leave.submit(company, { employee_id: id, dates: ['2026-06-10'], type: 'חופש' });
      const day = await core.attendance.punchIn(company, id);
      const { punches } = await core.attendance.day(company, day.id);
      const asked = { employee_id: id, date: '2026-06-01', absence_type: 'חופש', reason: 'away' };
      const corrections = (await core.correctionRequests.ask(company, asked)).id;
      return { corrections, people: id, leave: leave?.id ?? 0, punches: punches[0]?.id ?? 0, date: day.date };
    };
    await person('Itai Inside', inside.id);
    const { people, leave, punches, corrections } = await person(OUTSIDE, outside.id);
    const named = { people, register: people, leave, punches, corrections };
    ids = Object.fromEntries(Object.entries(named).map(([name, id]) => [name, String(id)]));
    await core.managers.setLimit(company, test.manager.actor.loginId, { department_ids: [inside.id] });
    browser = await test.signedIn(test.manager);
    csrf =
      (await browser.get('/admin/nothing')).document.querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
  });

  const ask = (as: HtmlBrowser, { method, path }: PageRoute, token: string) => {
    const filled = path.replaceAll(/([\w-]+)\/:\w+/g, (_, before: string) => `${before}/${ids[before] ?? 'unknown'}`);
    const body = method === 'POST' ? new URLSearchParams({ _csrf: token }) : undefined;
    return as.request(method, `/admin${filled}?date=${DATE}`, body);
  };

  for (const route of ofRecord) {
    it(`knows nobody outside it: ${route.method} ${route.path}`, async () => {
      const page = await ask(browser, route, csrf);
      expect(page.status, page.main).to.equal(404);
      expect(page.text).not.to.include(OUTSIDE);
    });
  }

  it('would see these records without the limit', async () => {
    const admin = await test.signedIn(test.admin);
    for (const route of ofRecord.filter(({ method, path }) => method === 'GET' && !/my-day|document/.test(path))) {
      expect((await ask(admin, route, '')).main, route.path).to.include(OUTSIDE);
    }
  });

  for (const { path } of lists) {
    it(`sees nobody outside it on ${path}`, async () => {
      for (const query of [
        '',
        `?date=${DATE}`,
        '?month=2026-06',
        `?month=2026-06&employee=${ids.people}`,
        '?q=Osnat',
      ]) {
        const page = await browser.get(`/admin${path}${query}`);
        expect(page.text, query).not.to.include(OUTSIDE);
      }
    });
  }

  it('sees those within it, and the number of their requests beside the navigation', async () => {
    expect((await browser.get('/admin/people')).main).to.include('Itai Inside');
    const page = await browser.get('/admin/leave');
    expect(page.main).to.include('Itai Inside');
    const admin = await test.signedIn(test.admin);
    const waiting = (shown: typeof page) =>
      shown.document.querySelectorAll('nav a[href="/admin/leave"]').map((link) => /\d/.exec(link.textContent)?.[0]);
    expect(waiting(page)).to.include('2');
    expect(waiting(await admin.get('/admin/leave'))).to.include('4');
  });
});
