import type { AccountActor } from '@shaon/core';
import { adminRequestListener, type PageGroup } from '@shaon/http-koa/admin';
import { type Listening, listen } from '@shaon/testing';
import { expect } from 'chai';
import { PAGE_GROUPS } from '../../src/admin/page-groups.ts';
import { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('a group of pages that a product mounts alone', (test) => {
  const running: Listening[] = [];
  let boss: AccountActor;

  before(async () => {
    test.clock.set(new Date('2026-06-20T12:00:00+03:00'));
    const { actor } = await test.hire('Alma Alone');
    const employee_id = actor.employeeId ?? 0;
    boss = { ...actor, kind: 'account', loginId: -7, role: 'admin', name: 'Boss', employeeId: employee_id };
    const { core, company, webhooks } = test;
    const { id } = await core.organization.createDepartment(company, { name: 'Ovens' });
    await core.employees.update(company, employee_id, { department_id: id });
    await core.attendance.recordAbsence(company, { employee_id, date: '2026-06-03', absence_type: 'חופש' });
    await core.leave.submit(actor, { dates: ['2026-06-24'], type: 'חופש' });
    await core.tokens.issue(company, { name: 'Reader', abilities: ['shifts:read'] });
    await webhooks.endpoints.register(company, { url: 'https://93.184.216.34/hook', events: ['employee.created'] });
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });

  /** All addresses to which the pages lead from the first one, of each kind of page one, with their status. */
  async function reached(group: PageGroup): Promise<Map<string, number>> {
    const { core, webhooks } = test;
    const server = await listen(
      adminRequestListener(core, webhooks, {
        baseUrl: 'http://hr.example',
        groups: [group],
        accountFromRequest: () => boss,
      }),
    );
    running.push(server);
    const browser = new HtmlBrowser(server.url);
    const found = new Map<string, number>();
    const waiting = ['/'];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const kind = path.replace(/\?.*/, '').replaceAll(/\d+/g, '1');
      if (found.has(kind)) continue;
      const page = await browser.get(path);
      found.set(kind, page.status);
      const links = page.document.querySelectorAll('a[href]').map((link) => link.getAttribute('href') ?? '');
      waiting.push(...links.filter((href) => href.startsWith('/')));
    }
    return found;
  }

  for (const group of PAGE_GROUPS.filter((one) => one !== 'account')) {
    it(`leads to pages that are there: ${group}`, async () => {
      const found = await reached(group);
      expect(found.size).to.be.above(1);
      expect([...found].filter(([, status]) => status >= 400)).to.deep.equal([]);
    });
  }
});
