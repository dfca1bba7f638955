import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('the pages of the company’s settings', (test) => {
  let admin: HtmlBrowser;

  before(async () => {
    admin = await test.signedIn(test.admin);
  });

  const company = () => test.core.companies.get(test.company);

  it('shows the settings and saves them', async () => {
    const page = await admin.get('/admin/company');
    expect(page.document.querySelector('#f-name')?.getAttribute('value')).to.equal('Bakery');
    expect(page.document.querySelector('#f-zone option[selected]')?.getAttribute('value')).to.equal('Asia/Jerusalem');
    const saved = await admin.submit('/company', {
      name: '<b>Bakery</b>',
      zone: 'Europe/Berlin',
      phone_region: 'DE',
      open_shift_hours: '12',
      break_hours: '3',
      work_day_hours: '20',
    });
    expect(saved.main).to.include('The settings were saved.');
    expect(saved.document.querySelector('.brand b b')).to.equal(null);
    expect(await company()).to.include({
      ...{ name: '<b>Bakery</b>', zone: 'Europe/Berlin', locale: 'en', phoneRegion: 'DE' },
      ...{ openShiftHours: 12, breakHours: 3, workDayHours: 20 },
    });
  });

  it('refuses wrong settings beside their fields and changes nothing', async () => {
    const before = await company();
    for (const [field, value] of [
      ['name', ' '],
      ['zone', 'Mars/Olympus'],
      ['locale', 'fr'],
      ['phone_region', 'XX'],
      ['open_shift_hours', '0'],
      ['break_hours', '49'],
      ['work_day_hours', '1.5'],
      ['work_day_hours', ''],
      ['work_day_hours', 'many'],
    ] as const) {
      await admin.get('/admin/company');
      const page = await admin.submit('/company', { [field]: value });
      expect(page.status, `${field} ${value}`).to.equal(422);
      expect(page.document.querySelector(`#f-${field}-error`), `${field} ${value}`).not.to.equal(null);
    }
    expect(await company()).to.deep.equal(before);
  });

  it('tells the second of two admins', async () => {
    const second = await test.signedIn(test.admin);
    await second.get('/admin/company');
    await admin.get('/admin/company');
    test.clock.advance(1_000);
    await admin.submit('/company', { break_hours: '5' });
    const page = await second.submit('/company', { break_hours: '6' });
    expect(page.status).to.equal(409);
    expect(page.main).to.include('Somebody else changed this.');
    expect(page.document.querySelector('#f-break_hours')?.getAttribute('value')).to.equal('6');
    expect(page.document.querySelector('#f-break_hours-saved')?.textContent).to.equal('Saved now: 5');
    expect(page.document.querySelector('#f-name-saved')).to.equal(null);
    expect((await company()).breakHours).to.equal(5);
    await second.submit('/company', { break_hours: '6' });
    expect((await company()).breakHours).to.equal(6);
  });

  it('asks before a second factor is required of admins, and means what it asked', async () => {
    const isRequired = async () => (await company()).secondFactorSince !== null;
    await admin.get('/admin/company/second-factor');
    expect(admin.page?.main).to.include('Require a second factor of every admin?');
    await admin.get('/admin/company/second-factor');
    const sent = await admin.submit('/company/second-factor', { required: '0' });
    expect(sent.main).to.include('The second factor is optional now.');
    expect(await isRequired()).to.equal(false);
    await admin.get('/admin/company/second-factor');
    const page = await admin.submit('/company/second-factor');
    expect(await isRequired()).to.equal(true);
    expect(page.path, page.main).to.match(/second-factor/);
    await test.core.companies.requireSecondFactor(test.company, false);
  });
});

withPages('the pages of shift rates', (test) => {
  let admin: HtmlBrowser;

  before(async () => {
    admin = await test.signedIn(test.admin);
  });

  const shifts = () => test.core.shifts.list(test.company);

  it('say what to do where there are none, and add one', async () => {
    expect((await admin.get('/admin/shifts')).main).to.include('No rates yet');
    await admin.get('/admin/shifts/new');
    const page = await admin.submit('/shifts/new', {
      name: 'Night <i>',
      start_time: '22:00',
      end_time: '600',
      wage_percentage: '150',
    });
    expect(page.main).to.include('The rate Night <i> was added.').and.include('22:00–06:00').and.include('overnight');
    expect(page.main).to.include('How a day of work is divided').and.include('06:00–22:00');
    expect((await shifts())[0]).to.deep.include({
      name: 'Night <i>',
      start_time: '22:00',
      end_time: '06:00',
      wage_percentage: 150,
    });
  });

  it('refuse wrong values beside their fields', async () => {
    const before = (await shifts()).length;
    for (const [field, value] of [
      ['name', ''],
      ['start_time', '25:00'],
      ['end_time', 'noon'],
      ['wage_percentage', '-1'],
      ['wage_percentage', ''],
      ['wage_percentage', '12.5'],
    ] as const) {
      await admin.get('/admin/shifts/new');
      const page = await admin.submit('/shifts/new', { name: 'Wrong', [field]: value });
      expect(page.status, `${field} ${value}`).to.equal(422);
      expect(page.document.querySelector(`#f-${field}-error`), `${field} ${value}`).not.to.equal(null);
    }
    expect((await shifts()).length).to.equal(before);
  });

  it('take and show times of 24 hours, as a correction does, whatever the browser’s language', async () => {
    await admin.get('/admin/shifts/new');
    const page = await admin.submit('/shifts/new', { name: 'Wrong', start_time: '8 pm' });
    expect(page.document.querySelector('#f-start_time-error')?.textContent).to.equal('Enter a time such as 08:00');
    const field = page.document.querySelector('#f-start_time');
    // A browser shows a value of the type "time" by its own language: with AM and PM.
    expect([field?.getAttribute('type'), field?.getAttribute('value')]).to.deep.equal(['text', '8 pm']);
  });

  it('change one, and tell the second of two who do', async () => {
    const { id } = await test.core.shifts.create(test.company, {
      name: 'Day',
      start_time: '08:00',
      wage_percentage: 100,
    });
    const second = await test.signedIn(test.admin);
    await second.get(`/admin/shifts/${id}/edit`);
    await admin.get(`/admin/shifts/${id}/edit`);
    await admin.submit('/edit', { start_time: '' });
    expect((await shifts()).find((shift) => shift.id === id)?.start_time).to.equal(null);
    const late = await second.submit('/edit', { name: 'Too late' });
    expect(late.main).to.include('Somebody else changed this.');
    const [typed, saved] = ['#f-name', '#f-name-saved'].map((id) => late.document.querySelector(id));
    expect([typed?.getAttribute('value'), saved?.textContent]).to.deep.equal(['Too late', 'Saved now: Day']);
    expect(late.document.querySelector('#f-start_time')?.getAttribute('value'), 'as it is saved').to.equal('');
    await second.submit('/edit');
    expect((await shifts()).find((shift) => shift.id === id)).to.include({ name: 'Too late', start_time: null });
  });

  it('take a form that is sent twice for one, however its times are typed', async () => {
    const { id } = await test.core.shifts.create(test.company, { name: 'Twice', wage_percentage: 100 });
    const form = await admin.get(`/admin/shifts/${id}/edit`);
    const fields = { start_time: '730', end_time: '16:00' };
    await admin.submit('/edit', fields);
    admin.page = form;
    expect(await admin.submit('/edit', fields)).to.include({ status: 200, path: '/admin/shifts' });
    expect((await shifts()).find((shift) => shift.id === id)).to.include({ start_time: '07:30', end_time: '16:00' });
  });

  it('ask before one is deleted', async () => {
    const { id } = await test.core.shifts.create(test.company, { name: 'Gone', wage_percentage: 100 });
    await admin.get(`/admin/shifts/${id}/remove`);
    expect((await admin.submit('/remove')).main).to.include('The rate Gone was deleted.');
    expect((await shifts()).some((shift) => shift.id === id)).to.equal(false);
  });
});
