import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('taking a month away', (test) => {
  let admin: HtmlBrowser;
  let manager: HtmlBrowser;
  let lena: number;
  const at = (text: string) => new Date(`${text}:00+03:00`);
  const texts = (page: { readonly document: HTMLElementLike }, selector: string) =>
    page.document.querySelectorAll(selector).map((one) => one.text.trim());

  const work = async (id: number, date: string, out: string) => {
    const record = await test.core.attendance.correct(test.company, id, date, {
      punches: [
        { kind: 'in', at: at(`${date}T08:00`) },
        { kind: 'out', at: at(`${date}T${out}`) },
      ],
      note: 'as told',
    });
    await test.core.attendance.approve(test.company, [record.id]);
  };

  before(async () => {
    lena = (await test.core.employees.create(test.company, newEmployee({ name: 'Lena Baker' }))).id;
    admin = await test.signedIn(test.admin);
    manager = await test.signedIn(test.manager);
  });

  it('says that nothing is approved, and where to begin', async () => {
    const page = await admin.get('/admin/month/payroll?month=2026-05');
    expect(page.main).to.include('This month has nothing to take away').and.not.include('Download XLSX');
  });

  it('shows the file as it will be, and gives it as CSV and XLSX', async () => {
    await work(lena, '2026-05-04', '16:20');
    const page = await admin.get('/admin/month/payroll?month=2026-05');
    expect(page.main).to.include('Take away May 2026');
    expect(texts(page, '.preview thead th').slice(0, 6)).to.deep.equal([
      'External ID',
      'Name',
      'Department',
      'Days worked',
      'Hours',
      'Outside presets 100%',
    ]);
    expect(texts(page, '.preview tfoot .n').slice(0, 3)).to.deep.equal(['1', '8:20', '8:20']);
    const csv = await admin.get('/admin/month/payroll/file?month=2026-05&format=csv&hours=hundredths');
    expect(csv.headers.get('content-disposition')).to.include('hours-2026-05.csv');
    expect(csv.text).to.include('Lena Baker,,1,8.33,8.33');
    const xlsx = await admin.get('/admin/month/payroll/file?month=2026-05&format=xlsx');
    expect(xlsx.headers.get('content-type')).to.include('spreadsheetml');
  });

  it('warns while the month is open and days wait', async () => {
    await test.core.attendance.punchIn(test.company, lena, { at: at('2026-05-10T08:00') });
    const page = await admin.get('/admin/month/payroll?month=2026-05');
    expect(page.main).to.include('The month is open').and.include('days that lack a punch: 1');
  });

  it('keeps the columns that an admin ticks, names and moves', async () => {
    await admin.get('/admin/month/payroll?month=2026-05');
    const fields = { chosen: ['name', 'worked'], 'name-worked': '=Sum', 'name-name': 'Who' };
    const saved = await admin.submit('/payroll/columns', { ...fields, down: 'name' });
    expect(saved.main).to.include('The columns are saved.');
    expect(texts(saved, '.preview thead th')).to.deep.equal(['=Sum', 'Who']);
    const csv = await admin.get('/admin/month/payroll/file?month=2026-05&format=csv');
    expect(csv.text).to.include("'=Sum,Who");
    await admin.get('/admin/month/payroll?month=2026-05');
    const refused = await admin.submit('/payroll/columns', { chosen: ['worked'], 'name-worked': ' ' });
    expect(refused.status).to.equal(422);
    expect(refused.document.querySelector('#f-name-worked-error')).not.to.equal(null);
    await admin.get('/admin/month/payroll?month=2026-05');
    const none = await admin.submit('/payroll/columns', { chosen: [] });
    expect(none.main).to.include('The columns were not saved');
  });

  it('tells the second of two admins that the columns have changed, and keeps what they typed', async () => {
    const fields = { chosen: ['name'], 'name-name': 'Person' };
    await admin.get('/admin/month/payroll?month=2026-05');
    await test.core.payroll.saveColumns(test.company, { columns: [{ source: 'worked', name: 'Time' }] });
    const changed = await admin.submit('/payroll/columns', fields);
    expect(changed.status).to.equal(409);
    expect(changed.main).to.include('Somebody else has saved columns meanwhile');
    expect(changed.document.querySelector('#f-name-name')?.getAttribute('value')).to.equal('Person');
    expect(texts(changed, '.preview thead th')).to.deep.equal(['Time']);
    const saved = await admin.submit('/payroll/columns', fields);
    expect(saved.main).to.include('The columns are saved.');
    expect(texts(saved, '.preview thead th')).to.deep.equal(['Person']);
  });

  it('has salaries only for an admin who names them, and asks for the password', async () => {
    const page = await admin.get('/admin/month/payroll/salary?month=2026-05&salary=hourly_rate');
    expect(texts(page, '.preview thead th').at(-1)).to.equal('Hourly rate');
    expect((await manager.get('/admin/month/payroll/salary?month=2026-05&salary=hourly_rate')).status).to.equal(403);
    const seen = await manager.get('/admin/month/payroll?month=2026-05');
    expect(seen.main).to.include('The file will look like this').and.not.include('Salary columns');
    expect(seen.document.querySelector('form[action*=columns]')).to.equal(null);
    test.clock.advance(3_600_000);
    const asked = await admin.get('/admin/month/payroll/salary?month=2026-05&salary=hourly_rate');
    expect(asked.path).to.match(/^\/admin\/confirm/);
    expect((await admin.get('/admin/month/payroll/file?month=2026-05&format=csv')).path).to.match(/^\/admin\/confirm/);
    admin = await test.signedIn(test.admin);
    manager = await test.signedIn(test.manager);
  });

  it('knows no month in the future, no unit that does not exist and no other format', async () => {
    for (const query of ['month=2027-01', 'month=x', 'month=2026-05&department=99999']) {
      expect((await admin.get(`/admin/month/payroll?${query}`)).status, query).to.equal(404);
      expect((await admin.get(`/admin/month/payroll/file?format=csv&${query}`)).status, query).to.equal(404);
    }
    expect((await admin.get('/admin/month/payroll/file?month=2026-05&format=pdf')).status).to.equal(400);
  });

  it('prints a person’s register: every date, punch, correction and decision, and leads to the next person', async () => {
    await test.core.attendance.correct(test.company, lena, '2026-05-20', {
      punches: [
        { kind: 'in', at: at('2026-05-20T22:00') },
        { kind: 'out', at: at('2026-05-21T05:11') },
      ],
      note: 'first',
    });
    test.clock.advance(60_000);
    await test.core.attendance.correct(test.company, lena, '2026-05-20', {
      punches: [
        { kind: 'in', at: at('2026-05-20T22:00') },
        { kind: 'out', at: at('2026-05-21T06:11') },
      ],
      note: 'by the log of the gate',
    });
    const list = await admin.get('/admin/month/register?month=2026-05');
    const link = list.document.querySelectorAll('tbody a').find((one) => one.text.includes('Lena Baker'));
    const sheet = await admin.get(link?.getAttribute('href') ?? '');
    expect(sheet.document.querySelectorAll('.paper tbody')[0]?.querySelectorAll('tr')).to.have.lengthOf(31);
    const night = sheet.document.querySelectorAll('.paper tr').find((row) => row.text.includes('20 May'));
    expect(night?.querySelectorAll('s').map((one) => one.text)).to.include('05:11+1');
    expect(night?.text).to.include('06:11+1').and.include('Correction 3');
    expect(sheet.main).to.include('by the log of the gate').and.include('Signature of the employee');
    expect(sheet.main).to.match(/Voided: .*Out 05:11\+1; Added: .*Out 06:11\+1/);
    const next = sheet.document.querySelectorAll('.paper-bar a').at(-1);
    expect((await admin.get(next?.getAttribute('href') ?? '')).status).to.equal(200);
  });

  it('takes people and leave away as their lists are filtered, without what is never shown', async () => {
    await test.core.absenceTypes.createDefaults(test.company);
    await test.core.leave.submit(test.company, { employee_id: lena, dates: ['2026-05-25'], type: 'חופש' });
    const people = await manager.get('/admin/people/export?text=Lena');
    expect(people.text.split('\r\n')).to.have.lengthOf(3);
    expect(people.text).to.include('Lena Baker').and.not.include('7391');
    const leave = await manager.get('/admin/leave/export?status=pending');
    expect(leave.text).to.include('Lena Baker').and.include('2026-05-25,2026-05-25,1');
    const rows = (await test.core.auditReads.list(test.company, {}, { limit: 5 })).items;
    expect(rows.some(({ detail }) => detail?.includes('employees.search'))).to.equal(true);
  });

  it('has the adjustments of a month as a file', async () => {
    const open = await admin.get(`/admin/month/register/${lena}?month=2026-05`);
    expect(open.main).to.not.include('what the closing kept');
    await test.core.months.close(test.company, { month: '2026-05', reason: 'payday' });
    const closed = await admin.get(`/admin/month/register/${lena}?month=2026-05`);
    expect(closed.main).to.include('the payroll file has what the closing kept');
    await test.core.months.reopen(test.company, { month: '2026-05', reason: 'a late slip' });
    await work(lena, '2026-05-04', '16:44');
    const page = await admin.get('/admin/month?month=2026-05');
    expect(page.main).to.include('File of the adjustments');
    const file = await admin.get('/admin/month/adjustments?month=2026-05');
    expect(file.text).to.include('Lena Baker,,8:20,8:44,0:24,0:00,');
    const absence = { employee_id: lena, date: '2026-05-12', absence_type: 'חופש' };
    const { id } = await test.core.attendance.recordAbsence(test.company, absence);
    expect((await admin.get('/admin/month/adjustments?month=2026-05')).text, 'it waits').to.not.include('חופש');
    await test.core.attendance.approve(test.company, [id]);
    expect((await admin.get('/admin/month/adjustments?month=2026-05')).text).to.include('0:24,0:00,חופש: 0 → 1');
    expect((await admin.get('/admin/month?month=2026-05')).main).to.include('Days of חופש: 0 → 1');
  });
});

type HTMLElementLike = Awaited<ReturnType<HtmlBrowser['get']>>['document'];
