import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('the page that closes a month', (test) => {
  let admin: HtmlBrowser;
  let manager: HtmlBrowser;
  let id: number;
  const at = (text: string) => new Date(`${text}:00+03:00`);

  const work = (date: string, out: string) =>
    test.core.attendance.correct(test.company, id, date, {
      punches: [
        { kind: 'in', at: at(`${date}T08:00`) },
        { kind: 'out', at: at(`${date}T${out}`) },
      ],
      note: 'as told',
    });
  const numbers = (page: { readonly document: HTMLElementLike }, selector: string) =>
    page.document.querySelectorAll(selector).map((one) => one.text.trim());

  before(async () => {
    id = (await test.core.employees.create(test.company, newEmployee({ name: 'Lena Baker' }))).id;
    await work('2026-05-04', '16:00');
    admin = await test.signedIn(test.admin);
    manager = await test.signedIn(test.manager);
  });

  it('opens at the month that ended last, with its hours and what is left', async () => {
    const page = await admin.get('/admin/month');
    expect(page.main).to.include('Closing May 2026');
    expect(numbers(page, '.figures dd bdi')).to.deep.equal(['3', '0:00', '8:00', '0:00']);
    expect(numbers(page, '.work .many bdi')).to.deep.equal(['1']);
    const link = page.document.querySelector('.work a')?.getAttribute('href') ?? '';
    expect((await admin.get(link)).main).to.include('Lena Baker');
  });

  it('wants a reason while something is left, and keeps what was chosen', async () => {
    await admin.get('/admin/month?month=2026-05');
    const page = await admin.submit('/close', { reason: ' ' });
    expect(page.status).to.equal(422);
    expect(page.document.querySelector('#f-reason-error')).not.to.equal(null);
    expect(await test.core.months.get(test.company, '2026-05')).to.have.property('state', 'open');
  });

  it('closes; then everybody sees who and when, and no form changes a day of it', async () => {
    await manager.get(`/admin/attendance/people/${id}?date=2026-05-04`);
    await admin.get('/admin/month?month=2026-05');
    const second = await test.signedIn(test.admin);
    await second.get('/admin/month?month=2026-05');
    const closed = await admin.submit('/close', { reason: 'one day is paid later' });
    expect(closed.main).to.include('May 2026 was closed.').and.include('one day is paid later');
    const late = await manager.submit('/decide', { verdict: 'approve' });
    expect(late.status).to.equal(409);
    expect(late.main).to.include('The days of a closed month do not change.');
    const again = await second.submit('/close', { reason: 'me too' });
    expect(again.main).to.include('The month has been closed meanwhile.');
    const seen = await manager.get('/admin/month?month=2026-05');
    expect(seen.main).to.include('Closed by').and.include(test.admin.name);
    expect(seen.document.querySelector('form[action*=month]')).to.equal(null);
    const day = await manager.get(`/admin/attendance/people/${id}?date=2026-05-04`);
    expect(day.main).to.include('May 2026 is closed').and.not.include('name="verdict"');
  });

  it('reopens with a reason, and shows what changed since the first closing', async () => {
    await admin.get('/admin/month?month=2026-05');
    const refused = await admin.submit('/reopen', {});
    expect(refused.document.querySelector('#f-reopen_reason-error')).not.to.equal(null);
    const opened = await admin.submit('/reopen', { reopen_reason: 'the log of the gate came' });
    expect(opened.main).to.include('May 2026 is open again.');
    const record = await work('2026-05-04', '16:54');
    await test.core.attendance.approve(test.company, [record.id]);
    await admin.get('/admin/month?month=2026-05');
    const closed = await admin.submit('/close');
    const row = closed.document.querySelectorAll('tbody tr').find((one) => one.text.includes('Lena Baker'));
    expect(row?.querySelectorAll('td').map((cell) => cell.text.trim())).to.deep.equal(['0:00', '8:54', '+8:54']);
    expect(numbers(closed, '.timeline .strong')).to.deep.equal(['Closed', 'Reopened', 'Closed']);
  });

  it('closes a department alone', async () => {
    const { id: bakers } = await test.core.organization.createDepartment(test.company, { name: 'Bakers' });
    await admin.get('/admin/month?month=2026-04');
    const closed = await admin.submit('/close', { department_id: String(bakers) });
    expect(closed.main).to.include('Closed, ').and.include('Bakers');
    expect(await test.core.months.get(test.company, '2026-04')).to.have.property('state', 'open');
    await admin.submit('/reopen', { reopen_reason: 'a mistake' });
    expect((await test.core.months.get(test.company, '2026-04')).closings[0]?.reopened_by).to.equal(test.admin.name);
  });

  it('offers no closing of a month that is not over, and knows no month that is none', async () => {
    const page = await admin.get('/admin/month?month=2026-06');
    expect(page.main).to.include('It can be closed from').and.not.include('/month/close');
    for (const month of ['2026-13', 'x', '2026-06-01', '9999-12']) {
      expect((await admin.get(`/admin/month?month=${month}`)).status).to.equal(404);
    }
  });
});

type HTMLElementLike = Awaited<ReturnType<HtmlBrowser['get']>>['document'];
