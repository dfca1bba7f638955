import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('the page of what clocks reported', (test) => {
  let admin: HtmlBrowser;
  let id: number;
  const PAGE = { page: 1, per_page: 50 };
  const ago = (minutes: number) => new Date(test.clock.now().getTime() - minutes * 60_000);

  before(async () => {
    id = (await test.core.employees.create(test.company, newEmployee({ name: 'Lena Baker' }))).id;
    admin = await test.signedIn(test.admin);
  });

  it('says that none has reported, and is not in the way', async () => {
    expect((await admin.get('/admin/attendance/clocks')).main).to.include('No clock has reported yet');
    expect((await admin.get('/admin/attendance')).main).not.to.include('clock report');
  });

  it('has the clocks, and what was not recorded with its reason and act', async () => {
    await test.core.attendance.recordPunches(test.company, [
      { device: 'Gate', number: 48_100, employee_id: id, at: ago(600) },
      { device: 'Gate', number: 48_104, employee_external_id: '7731', at: ago(60) },
      { device: 'Gate', number: 48_105, employee_external_id: '7731', at: ago(20) },
      { device: 'Yard', number: 1, employee_id: id, at: ago(-17) },
      { device: 'Yard', number: 2, employee_id: test.employee.actor.employeeId, kind: 'in', at: ago(1_500) },
      { device: 'Yard', number: 3, employee_id: test.employee.actor.employeeId, kind: 'in', at: ago(1_490) },
    ]);
    const month = await admin.get('/admin/attendance');
    expect(month.main).to.include('4 clock reports were not recorded');
    const page = await admin.get('/admin/attendance/clocks');
    expect(page.main).to.include('48101').and.include('48103').and.include('17 min ahead').and.not.include('48,1');
    const rows = page.document.querySelectorAll('table')[1]?.querySelectorAll('tbody tr') ?? [];
    expect(rows.map((row) => row.querySelector('td:last-child')?.text.trim().split(':')[0])).to.deep.equal([
      ...['To the day', 'Record again', 'Assign', 'Assign'],
    ]);
    expect((await admin.get('/admin/attendance/clocks?answer=all&device=Gate')).main).to.include('Showing');
    const known = await admin.get('/admin/attendance/clocks?answer=known');
    expect(known.main).to.include('Nothing matches this filter');
    for (const query of ['from=x', 'from=9999-99-99', 'page=x', 'answer=x', 'card=%00', 'from=0001-01-01']) {
      expect((await admin.get(`/admin/attendance/clocks?${query}`)).status, query).to.equal(200);
    }
    const manager = await test.signedIn(test.manager);
    expect((await manager.get('/admin/attendance')).main).not.to.include('clock report');
  });

  it('assigns a card, with the reports of it that wait', async () => {
    const { items } = await test.core.attendance.clockReports(test.company, { card: '7731' }, PAGE);
    const path = `/admin/attendance/clocks/${items[0]?.id}/assign`;
    const form = await admin.get(path);
    expect(form.main).to.include('2 reports of this card wait').and.include('Lena Baker');
    expect((await admin.get(`${path}?text=nobody-has-this`)).main).to.include('Nobody was found');
    await admin.get(`${path}?text=Lena`);
    expect((await admin.submit('/assign', {})).status).to.equal(422);
    await test.core.externalIds.set(test.company, 'employee', id, '1042');
    await admin.get(path);
    const asked = await admin.submit('/assign', { employee_id: String(id) });
    expect(asked.status).to.equal(422);
    expect(asked.main).to.include('1042');
    expect(asked.document.querySelector('input[name=replace]')).not.to.equal(null);
    const assigned = await admin.submit('/assign', { employee_id: String(id), replace: '1' });
    expect(assigned.path).to.equal('/admin/attendance/clocks');
    expect(assigned.main).to.include('2 reports were recorded.');
    expect(await test.core.externalIds.find(test.company, 'employee', '7731')).to.equal(id);
  });

  it('records one report again, and all of them', async () => {
    await admin.get('/admin/attendance/clocks');
    const still = await admin.submit('/again');
    expect(still.main).to.include('2 are still refused.');
    test.clock.advance(20 * 60_000);
    const { items } = await test.core.attendance.clockReports(
      test.company,
      { answer: 'refused', device: 'Yard' },
      PAGE,
    );
    const ahead = items.find(({ reason }) => reason === 'clock_ahead');
    await admin.get('/admin/attendance/clocks');
    const recorded = await admin.submit('/again', { id: String(ahead?.id) });
    expect(recorded.main).to.include('1 report was recorded.').and.include('1 clock report was not recorded');
  });
});
