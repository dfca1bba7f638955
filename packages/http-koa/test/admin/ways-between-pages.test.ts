import { expect } from 'chai';
import type { HtmlBrowser, ShownPage } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('the ways between pages', (test) => {
  let manager: HtmlBrowser;

  before(async () => {
    test.clock.set(new Date('2026-06-20T12:00:00+03:00'));
    manager = await test.signedIn(test.manager);
  });

  const filterOf = (page: ShownPage) => {
    const form = page.document.querySelector('form.filters');
    const values = (selector: string) => form?.querySelectorAll(selector).map((one) => one.getAttribute('value'));
    return {
      months: values('[name=month] option') ?? [],
      chosen: values('[name=month] option[selected]'),
      date: values('[name=date]'),
      clear: form?.querySelector('a')?.getAttribute('href'),
    };
  };

  for (const list of ['/admin/attendance', '/admin/leave/calendar']) {
    it(`lead to a month of years ago in one step, and keep it when the filter is cleared: ${list}`, async () => {
      const { months, chosen, clear } = filterOf(await manager.get(list));
      expect(chosen).to.deep.equal(['2026-06']);
      expect([months[0], months.at(-1), months.length]).to.deep.equal(['2027-06', '2023-06', 49]);
      expect(clear, 'a month alone is no filter').to.equal(undefined);
      const old = filterOf(await manager.get(`${list}?month=2021-12&name=emil`));
      expect(old.chosen).to.deep.equal(['2021-12']);
      expect(old.months.at(-1)).to.equal('2021-12');
      expect(old.clear).to.equal(`${list}?month=2021-12`);
    });
  }

  it('lead from a date of the month to everybody’s day, with the filter', async () => {
    const month = await manager.get('/admin/attendance?month=2026-02&name=emil');
    const dates = month.document.querySelectorAll('table.month thead a');
    expect(dates).to.have.lengthOf(28);
    expect(dates[2]?.querySelector('.visually-hidden')?.textContent).to.equal('Tuesday, 3 February 2026');
    const day = await manager.get(dates[2]?.getAttribute('href') ?? '');
    expect(day.main).to.include('Tuesday, 3 February 2026').and.include('Emil Employee').and.include('No record');
    expect(filterOf(day)).to.deep.include({ date: ['2026-02-03'], clear: '/admin/attendance/day?date=2026-02-03' });
    const today = await manager.get('/admin/attendance/day?date=&name=');
    expect(filterOf(today), 'an empty date').to.deep.include({ date: ['2026-06-20'], clear: undefined });
  });

  it('lead from a person to their month, and from their days and requests to the person', async () => {
    const odd = await test.hire(`O'Neil "Ann" & <b>בן־דוד</b> ${'x'.repeat(220)}`);
    const hrefs = (page: ShownPage) =>
      page.document.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '');
    for (const { name, actor } of [test.employee, odd]) {
      const id = actor.employeeId ?? 0;
      const person = await manager.get(`/admin/people/${id}`);
      const month = await manager.get(hrefs(person).find((href) => href.startsWith('/admin/attendance?')) ?? '');
      expect(month.document.querySelectorAll('table.month .who bdi').map((one) => one.text)).to.deep.equal([name]);
      const [request] = await test.core.leave.submit(actor, { dates: ['2026-06-24'], type: 'חופש' });
      for (const path of [`/attendance/people/${id}?date=2026-06-03`, `/leave/${request?.id}`]) {
        expect(hrefs(await manager.get(`/admin${path}`)), path).to.include(`/admin/people/${id}`);
      }
    }
  });
});
