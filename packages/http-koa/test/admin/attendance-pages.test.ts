import type { AuditRow } from '@shaon/core';
import { expect } from 'chai';
import { type Someone, withPages } from './support.ts';

withPages('the attendance pages', (test) => {
  const at = (text: string) => new Date(`${text}:00+03:00`);
  let noa: Someone;
  let omar: Someone;

  const idOf = (who: Someone) => who.actor.employeeId as number;
  const work = async (who: Someone, date: string, from = '08:00', to = '16:00') =>
    test.core.attendance.correct(test.company, idOf(who), date, {
      punches: [
        { kind: 'in', at: at(`${date}T${from}`) },
        { kind: 'out', at: at(`${date}T${to}`) },
      ],
      note: 'as told',
    });
  const dayOf = (who: Someone, date: string) => test.core.attendance.dayOfDate(test.company, idOf(who), date);
  const pathOf = (who: Someone, date: string, more = '') => `/admin/attendance/people/${idOf(who)}${more}?date=${date}`;
  const disclosures = async (): Promise<unknown[]> => {
    const { items } = await test.core.auditReads.list(test.company, { kind: 'admin' });
    const views = items.filter(({ action }: Pick<AuditRow, 'action'>) => action === 'page.view');
    return views.flatMap(({ detail }) => (JSON.parse(String(detail)) as { disclosed: unknown[] }).disclosed);
  };

  before(async () => {
    test.clock.set(at('2026-06-20T12:00'));
    noa = await test.hire('Noa <b>Levi</b>');
    omar = await test.hire('Omar Haddad');
    await test.core.attendance.approve(test.company, [(await work(noa, '2026-06-01')).id]);
    for (const date of ['2026-06-02', '2026-06-03']) await work(noa, date);
    await work(omar, '2026-06-02');
    await test.core.attendance.punchIn(test.company, idOf(omar), { at: at('2026-06-10T08:00') });
    await test.core.attendance.punchIn(test.company, idOf(omar), { at: at('2026-06-20T08:00') });
  });

  it('show a month of people and days, what waits, and say whose days were shown', async () => {
    const browser = await test.signedIn(test.manager);
    const page = await browser.get('/admin/attendance');
    expect(page.status).to.equal(200);
    expect(page.main).to.include('3 days wait for approval · 1 day without a check-out · 1 at work now');
    const cells = page.document.querySelectorAll('table.month td a').map((link) => link.getAttribute('aria-label'));
    expect(cells).to.include('Noa <b>Levi</b>, Monday, 1 June 2026: 8 hours, Approved');
    expect(cells).to.include('Omar Haddad, Wednesday, 10 June 2026: No check-out');
    expect(cells).to.include('Omar Haddad, Saturday, 20 June 2026: At work');
    expect(page.text).not.to.include('<b>Levi</b>');
    expect(await disclosures()).to.deep.include({
      what: 'attendance',
      people: 4,
      dates: ['2026-06-01', '2026-06-30'],
      locations: false,
    });
    const filtered = await browser.get('/admin/attendance?month=2026-06&name=omar&state=no_check_out');
    expect(filtered.document.querySelectorAll('table.month tbody tr')).to.have.lengthOf(1);
    expect(filtered.document.querySelector('option[value="2026-06"]')?.hasAttribute('selected')).to.equal(true);
    expect((await browser.get('/admin/attendance?name=nobody')).main).to.include('Nobody matches this filter');
    for (const list of ['/admin/attendance?month=2026-06', '/admin/attendance/day?date=2026-06-02']) {
      expect((await browser.get(`${list}&page=2`)).path, list).to.equal(list);
    }
    for (const month of ['2026-13', 'x', '0000-01']) {
      expect((await browser.get(`/admin/attendance?month=${month}`)).status, month).to.equal(404);
    }
    for (const month of ['0001-01', '9999-12']) {
      expect((await browser.get(`/admin/attendance?month=${month}`)).status, month).to.equal(200);
    }
    expect((await browser.get('/admin/attendance?department=x&branch=-1&page=x&state=asleep')).status).to.equal(200);
  });

  it('show one date of everybody', async () => {
    const browser = await test.signedIn(test.manager);
    const page = await browser.get('/admin/attendance/day?date=2026-06-02');
    expect(page.main).to.include('Tuesday, 2 June 2026');
    expect(page.main).to.match(/Omar Haddad Pending 08:00 16:00 8:00/);
    expect(page.main).to.include('Emil Employee No record');
    expect((await browser.get('/admin/attendance/day?date=2026-02-30')).status).to.equal(404);
    for (const date of ['0001-01-01', '9999-12-31']) {
      expect((await browser.get(`/admin/attendance/day?date=${date}`)).status, date).to.equal(200);
    }
  });

  it('approve the pending days of those who are chosen, after asking with their number', async () => {
    const browser = await test.signedIn(test.manager);
    await browser.get(`/admin/attendance/approve?month=2026-06`);
    expect(browser.page?.main).to.include('Nobody is selected');
    const asked = await browser.get(
      `/admin/attendance/approve?month=2026-06&employee=${idOf(noa)}&employees=${idOf(omar)},x,`,
    );
    expect(asked.main).to.include('Approve 3 days of 2 people?').and.to.include('2 days without a check-out');
    const seen = await work(noa, '2026-06-03', '09:00');
    const done = await browser.submit('/attendance/approve', { seen: String(seen.check_in?.getTime()) });
    expect(done.main).to.include('Not approved: 5 days');
    await browser.get(`/admin/attendance/approve?month=2026-06&employee=${idOf(noa)}&employee=${idOf(omar)}`);
    const approved = await browser.submit('/attendance/approve');
    expect(approved.main).to.include('Approved: 3 days. Not approved: 2 days');
    expect((await dayOf(noa, '2026-06-03'))?.decision?.by).to.equal(test.manager.name);
    await browser.get(`/admin/attendance/approve?month=2026-06&employee=${idOf(noa)}`);
    expect(browser.page?.main).to.include('no pending days');
  });

  it('lead from a day back to the list of it, with its filter and page, whatever was done on the way', async () => {
    const browser = await test.signedIn(test.manager);
    const hrefs = (selector: string) =>
      (browser.page?.document.querySelectorAll(selector) ?? []).map((link) => link.getAttribute('href') ?? '');
    const crumb = () => hrefs('.crumbs a').at(-1);
    const lists = [
      ['/admin/attendance?name=tova&state=pending&month=2026-06', 'table.month td a'],
      ['/admin/attendance/day?name=tova&date=2026-06-02', 'table.list th a'],
    ] as const;
    const tova = await test.hire('Tova Filtered');
    await work(tova, '2026-06-02');
    for (const [list, links] of lists) {
      await browser.get(list);
      await browser.get(hrefs(links)[0] ?? '');
      expect(browser.page?.document.querySelector('.crumbs')?.innerHTML, 'the date runs as the page does').to.include(
        '<span>\u2068Tova Filtered\u2069, 2 Jun 2026</span>',
      );
      expect(crumb()).to.equal(list);
      await browser.submit('/punches', { kind: 'in', time: 'x', reason: 'y' });
      expect([browser.page?.status, crumb()], 'refused').to.deep.equal([422, list]);
      await browser.get(hrefs('main a[href*="/correct?"]')[0] ?? '');
      const corrected = await browser.submit('/correct', { 'time.1': '16:30', reason: 'stayed' });
      expect(corrected.main).to.include('The day is corrected');
      expect(crumb(), 'corrected').to.equal(list);
      await browser.get(hrefs('main a[href*="/punches/"]')[0] ?? '');
      await browser.get(hrefs('.acts a')[0] ?? '');
      expect(crumb(), 'a punch that was kept').to.equal(list);
      await browser.submit('/decide', { verdict: 'reject', decision_note: 'no' });
      expect(crumb(), 'decided').to.equal(list);
      await browser.get(hrefs('.head .acts a')[1] ?? '');
      expect(crumb(), 'the next day').to.equal(list.replace('2026-06-02', '2026-06-03'));
      await work(tova, '2026-06-02');
    }
    await browser.get(`${pathOf(tova, '2026-06-02')}&page=3&department=7&view=day&else=x`);
    expect(crumb()).to.equal('/admin/attendance/day?department=7&page=3&date=2026-06-02');
    await browser.get('/admin/attendance?name=tova&month=2026-06');
    expect(hrefs('.head .acts a')).to.include('/admin/attendance/day?name=tova');
    await browser.get('/admin/attendance/day?name=tova&date=2026-06-02');
    expect(hrefs('.head .acts a')).to.include('/admin/attendance?month=2026-06&name=tova');
  });

  it('keep the filter of the list while days are approved', async () => {
    const browser = await test.signedIn(test.manager);
    await work(noa, '2026-06-08');
    const { id: department_id } = await test.core.organization.createDepartment(test.company, { name: 'Front & back' });
    await test.core.employees.update(test.company, idOf(noa), { department_id });
    const filter = `month=2026-06&name=noa&department=${department_id}&state=pending`;
    const list = await browser.get(`/admin/attendance?${filter}&page=1`);
    const form = list.document.querySelector('form[action*="/attendance/approve"]');
    const sent = form
      ?.querySelectorAll('input[type=hidden]')
      .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']);
    const chosen = new URLSearchParams([...(sent ?? []), ['employee', String(idOf(noa))]]);
    const asked = await browser.get(`/admin/attendance/approve?${chosen}`);
    const keep = asked.document.querySelector('.acts a.btn-quiet')?.getAttribute('href');
    expect(keep).to.equal(`/admin/attendance?${filter}`);
    const done = await browser.submit('/attendance/approve');
    expect(done.main).to.include('Approved: 1 day.');
    expect(done.path).to.equal(`/admin/attendance?${filter}`);
    const none = await browser.get(`/admin/attendance/approve?${filter}`);
    expect(none.path).to.equal(`/admin/attendance?${filter}`);
  });

  it('offer no correction and no absence on a date that is no day of work', async () => {
    const browser = await test.signedIn(test.manager);
    const page = await browser.get(pathOf(noa, '0026-06-08'));
    expect(page.status).to.equal(200);
    expect(page.document.querySelectorAll('main form')).to.have.lengthOf(0);
  });

  it('show the punches of a day and why they count for its date', async () => {
    const { attendance } = test.core;
    const location = { lat: 32.79404, lng: 34.98957, accuracy_meters: 12 };
    await attendance.punchIn(test.company, idOf(noa), { at: at('2026-06-18T22:04'), location });
    await attendance.punchOut(test.company, idOf(noa), { at: at('2026-06-19T06:11') });
    const browser = await test.signedIn(test.manager);
    const page = await browser.get(pathOf(noa, '2026-06-18'));
    expect(page.main).to.include('22:04 on Thursday: the work began then, so it counts for that day.');
    expect(page.main).to.include('The punch out at 06:11 on Friday closes the punch in of 22:04');
    expect(page.main).to.include('accuracy ±12 m').and.to.include('32.79404, 34.98957');
    expect(page.document.querySelector('h1')?.textContent).to.include('Noa <b>Levi</b>');
    expect(await disclosures()).to.deep.include({
      what: 'attendance',
      employee_id: idOf(noa),
      dates: ['2026-06-18', '2026-06-18'],
      locations: true,
    });
  });

  it('decide on a day as it was seen, and tell the second of two who changed it', async () => {
    const browser = await test.signedIn(test.manager);
    await work(noa, '2026-06-04');
    await browser.get(pathOf(noa, '2026-06-04'));
    test.clock.advance(1_000);
    await work(noa, '2026-06-04', '09:00');
    const late = await browser.submit('/decide', { verdict: 'approve', decision_note: 'as agreed' });
    expect(late.status).to.equal(409);
    expect(late.document.querySelector('#f-decision_note')?.textContent.trim()).to.equal('as agreed');
    expect(late.main).to.include('The day has changed since the page was opened');
    expect((await dayOf(noa, '2026-06-04'))?.state).to.equal('pending');
    const long = await browser.submit('/decide', { verdict: 'reject', decision_note: 'x'.repeat(1001) });
    expect(long.status).to.equal(422);
    expect(long.document.querySelector('#f-decision_note-error')?.textContent).to.include('1000');
    const rejected = await browser.submit('/decide', { verdict: 'reject', decision_note: 'not on the roster' });
    expect(rejected.main).to.include('The day is rejected.').and.to.include('not on the roster');
    const approved = await browser.submit('/decide', { verdict: 'approve' });
    expect(approved.main).to.include('The day is approved.');
    expect(await dayOf(noa, '2026-06-04')).to.have.nested.property('decision.note', null);
  });

  it('tell of a change first, also if the day can no longer be decided', async () => {
    const browser = await test.signedIn(test.manager);
    await work(noa, '2026-05-07');
    await browser.get(pathOf(noa, '2026-05-07'));
    test.clock.advance(1_000);
    const punches = [{ kind: 'in' as const, at: at('2026-05-07T08:00') }];
    await test.core.attendance.correct(test.company, idOf(noa), '2026-05-07', { punches, note: 'not out yet' });
    const late = await browser.submit('/decide', { verdict: 'approve' });
    expect(late.status).to.equal(409);
    expect(late.main).to.include('The day has changed since the page was opened');
    expect((await dayOf(noa, '2026-05-07'))?.record.status).to.equal('open');
  });

  it('lead from a decision to the next day of the month that waits, of the same person first', async () => {
    const browser = await test.signedIn(test.manager);
    for (const [who, date] of [
      [noa, '2026-03-05'],
      [noa, '2026-03-03'],
      [omar, '2026-03-02'],
    ] as const) {
      await work(who, date);
    }
    await browser.get(pathOf(noa, '2026-03-05'));
    const hrefOf = (name: string) =>
      browser.page?.document
        .querySelectorAll('a')
        .find(({ textContent }) => textContent.includes(`Next pending day: ${name}`));
    expect(hrefOf('')).to.equal(undefined);
    const next = async (name: string) => {
      await browser.submit('/decide', { verdict: 'approve' });
      await browser.get(hrefOf(name)?.getAttribute('href') ?? '');
    };
    await next('');
    expect(browser.page?.path).to.equal(pathOf(noa, '2026-03-03'));
    await next('');
    expect(browser.page?.path).to.equal(pathOf(omar, '2026-03-02'));
    await browser.submit('/decide', { verdict: 'approve' });
    expect(hrefOf('')).to.equal(undefined);
  });

  it('add a punch, refuse one that cannot have been, and take it once', async () => {
    const browser = await test.signedIn(test.manager);
    await work(omar, '2026-06-11', '22:00', '23:30');
    await browser.get(pathOf(omar, '2026-06-10'));
    const form = { kind: 'out', punch_date: '2026-06-10', reason: 'by the gate' };
    for (const time of ['', '25:00', 'noon']) {
      const page = await browser.submit('/punches', { ...form, time });
      expect(page.status, time).to.equal(422);
      expect(page.document.querySelector('#f-time')?.getAttribute('value')).to.equal(time);
    }
    const late = await browser.submit('/punches', { ...form, punch_date: '2026-06-11', time: '23:00', kind: 'in' });
    expect(late.status, 'within another day').to.equal(422);
    expect(late.main).to.include('The correction was not made');
    const silent = await browser.submit('/punches', { ...form, time: '17:00', reason: ' ' });
    expect(silent.document.querySelector('#f-reason-error')?.textContent).to.equal('Write the reason');
    const added = await browser.submit('/punches', { ...form, time: '1700' });
    expect(added.main).to.include('The punch is added').and.to.include('Added: “by the gate”');
    expect((await dayOf(omar, '2026-06-10'))?.record.check_out).to.deep.equal(at('2026-06-10T17:00'));
    browser.page = silent;
    const again = await browser.submit('/punches', { ...form, time: '18:00' });
    expect(again.main).to.include('The day has changed since the page was opened');
    expect(again.document.querySelector('#f-time')?.getAttribute('value')).to.equal('18:00');
    expect(again.document.querySelector('#f-reason')?.getAttribute('value')).to.equal('by the gate');
    browser.page = silent;
    expect((await browser.submit('/punches', { ...form, time: '17:00' })).main, 'twice').to.include('is added');
    expect((await dayOf(omar, '2026-06-10'))?.punches).to.have.lengthOf(2);
  });

  it('correct all punches of a day, those of a day that was forgotten too, and void one', async () => {
    const browser = await test.signedIn(test.manager);
    await browser.get(pathOf(omar, '2026-06-12', '/correct'));
    const lines = { 'kind.0': 'in', 'time.0': '22:00', 'kind.1': 'out', 'time.1': '06:00', reason: 'night' };
    const wrong = await browser.submit('/correct', { ...lines, 'date.1': '2026-06-12' });
    expect(wrong.status).to.equal(422);
    const saved = await browser.submit('/correct', { ...lines, 'date.1': '2026-06-13' });
    expect(saved.main).to.include('The day is corrected');
    expect((await dayOf(omar, '2026-06-12'))?.workedMs).to.equal(8 * 3_600_000);
    await browser.get(pathOf(omar, '2026-06-12', '/correct'));
    expect(browser.page?.document.querySelector('#f-date-1 option[selected]')?.getAttribute('value')).to.equal(
      '2026-06-13',
    );
    await browser.submit('/correct', { 'kind.2': 'in', 'time.2': '07:00', 'date.2': '2026-06-13', reason: 'more' });
    expect((await dayOf(omar, '2026-06-12'))?.punches).to.have.lengthOf(3);
    const third = (await dayOf(omar, '2026-06-12'))?.punches.at(-1)?.id;
    const asked = await browser.get(pathOf(omar, '2026-06-12', `/punches/${third}/void`));
    expect(asked.main).to.include('Void the punch “In” of 07:00?');
    expect((await browser.submit('/void', { reason: '' })).status).to.equal(422);
    expect((await browser.submit('/void', { reason: 'a mistake' })).main).to.include('Voided: “a mistake”');
    expect((await browser.get(pathOf(omar, '2026-06-12', `/punches/${third}/void`))).status).to.equal(404);
  });

  it('keep all punches of a day that has many', async () => {
    const date = '2026-06-15';
    const start = at(`${date}T08:00`).getTime();
    const punches = Array.from({ length: 80 }, (_, index) => {
      return { kind: index % 2 === 0 ? ('in' as const) : ('out' as const), at: new Date(start + index * 60_000) };
    });
    await test.core.attendance.correct(test.company, idOf(omar), date, { punches, note: 'a door' });
    const browser = await test.signedIn(test.manager);
    await browser.get(pathOf(omar, date, '/correct'));
    const saved = await browser.submit('/correct', { 'time.79': '16:00', reason: 'stayed' });
    expect(saved.main).to.include('The day is corrected');
    const live = async () => (await dayOf(omar, date))?.punches.filter(({ voidedAt }) => voidedAt === null) ?? [];
    expect(await live()).to.have.lengthOf(80);
    expect((await live()).at(-1)?.at).to.deep.equal(at(`${date}T16:00`));
    await browser.get(pathOf(omar, date, '/correct'));
    await browser.submit('/correct', { lines: '2', 'time.0': '07:59', reason: 'lines are missing' });
    expect(await live()).to.have.lengthOf(80);
    expect((await live())[0]?.at).to.deep.equal(at(`${date}T07:59`));
  });

  it('say whose day was shown also where it is only asked what to void', async () => {
    const date = '2026-06-16';
    await work(noa, date);
    const id = (await dayOf(noa, date))?.punches[0]?.id;
    const shown = { what: 'attendance', employee_id: idOf(noa), dates: [date, date], locations: false };
    const browser = await test.signedIn(test.manager);
    for (const [path, act] of [
      [pathOf(noa, date, '/correct'), '/correct'],
      [pathOf(noa, date, '/void'), '/void'],
      [pathOf(noa, date, `/punches/${id}/void`), '/void'],
    ] as const) {
      const count = async () =>
        (await disclosures()).filter((one) => JSON.stringify(one) === JSON.stringify(shown)).length;
      const before = await count();
      await browser.get(path);
      expect(await count(), path).to.equal(before + 1);
      expect((await browser.submit(act, { reason: '' })).status, act).to.equal(422);
      expect(await count(), act).to.equal(before + 2);
    }
  });

  it('keep the lines of a correction that comes after another', async () => {
    const browser = await test.signedIn(test.manager);
    await work(omar, '2026-06-16');
    await browser.get(pathOf(omar, '2026-06-16', '/correct'));
    test.clock.advance(1_000);
    await work(omar, '2026-06-16', '09:00');
    const late = await browser.submit('/correct', { 'time.1': '17:30', reason: 'typed' });
    expect(late.status).to.equal(409);
    expect(late.main).to.include('The day has changed since the page was opened');
    expect(late.document.querySelector('#f-time-1')?.getAttribute('value')).to.equal('17:30');
    expect((await browser.submit('/correct')).main, 'after a look').to.include('The day is corrected');
    expect((await dayOf(omar, '2026-06-16'))?.record.check_out).to.deep.equal(at('2026-06-16T17:30'));
  });

  it('void a whole day with a reason, and record absences', async () => {
    const browser = await test.signedIn(test.manager);
    await work(omar, '2026-06-14');
    await browser.get(pathOf(omar, '2026-06-14', '/void'));
    expect((await browser.submit('/void', { reason: '' })).status).to.equal(422);
    const gone = await browser.submit('/void', { reason: 'somebody else’s card' });
    expect(gone.main).to.include('The record of the day is void').and.to.include('No record on this day');
    const absence = { absence_type: 'מחלה', absence_reason: 'a doctor’s note' };
    const silent = await browser.submit('/absence', { ...absence, absence_reason: ' ' });
    expect(silent.document.querySelector('#f-absence_reason-error')?.textContent).to.equal('Write the reason');
    const absent = await browser.submit('/absence', absence);
    expect(absent.main).to.include('The absence is recorded').and.to.include('Absence: מחלה');
    expect(absent.main).to.match(/History .*Mona Manager: absence recorded: מחלה ”a doctor’s note”/);
    const unknown = await browser.submit('/absence', { ...absence, absence_type: 'nothing' });
    expect(unknown.status).to.equal(422);
    const takeOff = { verdict: 'take_off', absence_reason: 'came after all' };
    expect((await browser.submit('/absence', takeOff)).main).to.include('The absence is taken off');
    expect(await dayOf(omar, '2026-06-14'), 'nothing is left').to.equal(null);
  });

  it('take an absence off a day of work, which keeps its punches', async () => {
    const browser = await test.signedIn(test.manager);
    const { id } = await work(omar, '2026-06-14');
    await browser.get(pathOf(omar, '2026-06-14'));
    expect(browser.page?.document.querySelector('button[value=take_off]')).to.equal(null);
    await browser.submit('/absence', { absence_type: 'מחלה', absence_reason: 'left ill' });
    const shown = browser.page;
    const done = await browser.submit('/absence', { verdict: 'take_off', absence_reason: 'the wrong person' });
    expect(done.main).to.include('The absence is taken off');
    expect(done.main).to.match(/absence taken off ”the wrong person”/);
    const day = await dayOf(omar, '2026-06-14');
    expect(day?.record).to.include({ id, absence_type: null });
    expect(day?.punches).to.have.lengthOf(2);
    browser.page = shown;
    test.clock.advance(1_000);
    const twice = await browser.submit('/absence', { verdict: 'take_off', absence_reason: 'the wrong person' });
    expect(twice.main).to.include('The absence is taken off');
  });

  it('name a field that is wrong as the page does, beside it and in the summary', async () => {
    const browser = await test.signedIn(test.admin);
    const told = (field: string) => [
      browser.page?.document.querySelector(`#f-${field}-error`)?.textContent,
      browser.page?.document.querySelector(`.flash a[href="#f-${field}"]`)?.textContent,
    ];
    const twice = (text: string) => [text, text];
    await browser.get(pathOf(omar, '2026-06-02', '/void'));
    await browser.submit('/void', { reason: 'x'.repeat(1_001) });
    expect(told('reason')).to.deep.equal(twice('The “Reason” field must not be greater than 1000 characters.'));
    await browser.get(pathOf(omar, '2026-06-02', '/correct'));
    await browser.submit('/correct', { 'time.0': '8 am', 'time.1': 'noon', reason: '' });
    expect(told('time-1')[0], 'each wrong line').to.equal('Enter a time such as 08:00');
    expect(told('time-0')[0]).to.equal('Enter a time such as 08:00');
    expect(told('reason'), 'and what is missing besides').to.deep.equal(twice('Write the reason'));
    await browser.get(pathOf(omar, '2026-06-02'));
    await browser.submit('/punches', { time: 'noon', reason: '' });
    expect(told('time')).to.deep.equal(twice('Enter a time such as 08:00'));
    expect(told('reason')).to.deep.equal(twice('Write the reason'));
    await browser.get('/admin/company');
    await browser.submit('/company', { name: '', open_shift_hours: '', break_hours: 'x' });
    expect(told('name')).to.deep.equal(twice('The “Company name” field is required.'));
    const hours = 'Hours after which a punch-in without a punch-out counts as forgotten';
    expect(told('open_shift_hours')).to.deep.equal(twice(`The “${hours}” field is required.`));
    expect(told('break_hours')[0]).to.match(/ field must be an integer\.$/);
    await browser.get('/admin/tokens/new');
    await browser.submit('/tokens/new', { name: 'x' });
    expect(told('abilities')).to.deep.equal(twice('The “Abilities” field is required.'));
  });

  it('know nobody of another company, and nothing of a day that is none', async () => {
    const stranger = await test.hire('Stranger', 'employee', test.foreign);
    const browser = await test.signedIn(test.manager);
    expect((await browser.get(pathOf(stranger, '2026-06-02'))).status).to.equal(404);
    expect((await browser.get(pathOf(noa, '2026-02-30'))).status).to.equal(404);
    const asked = await browser.get(`/admin/attendance/approve?month=2026-06&employee=${idOf(stranger)}`);
    expect(asked.main).to.include('no pending days');
    await browser.get(pathOf(noa, '2026-06-04'));
    const moved = await browser.submit('/decide', { date: 'x' });
    expect(moved.status).to.equal(404);
  });

  it('leave a manager’s own days to others (D:A23)', async () => {
    const { id } = await work(test.manager, '2026-06-02');
    const browser = await test.signedIn(test.manager);
    const chosen = async () => {
      const { document } = await browser.get('/admin/attendance?month=2026-06');
      return document.querySelectorAll('input[name=employee]').map((box) => box.getAttribute('value'));
    };
    await work(noa, '2026-06-09');
    expect(await chosen())
      .to.include(String(idOf(noa)))
      .and.not.to.include(String(idOf(test.manager)));
    const asked = await browser.get(
      `/admin/attendance/approve?month=2026-06&employees=${idOf(noa)},${idOf(test.manager)}`,
    );
    expect(asked.main).to.include('Others decide on 1 day of your own.');
    await browser.get(`/admin/attendance/approve?month=2026-06&employee=${idOf(test.manager)}`);
    expect(browser.page?.main).to.include('Others decide on 1 day of your own.');

    const ofNoa = await browser.get(pathOf(noa, '2026-06-09'));
    const own = await browser.get(pathOf(test.manager, '2026-06-02'));
    expect(own.main).to.include('Your own day; others correct it and decide on it.').and.to.include('Pending');
    expect(
      own.document.querySelectorAll('main form, main a[href*="/void"], main a[href*="/correct"]'),
    ).to.have.lengthOf(0);
    for (const more of ['/correct', '/void']) {
      expect((await browser.get(pathOf(test.manager, '2026-06-02', more))).status, more).to.equal(403);
    }
    browser.page = ofNoa;
    browser.formOf('/decide').setAttribute('action', `/admin/attendance/people/${idOf(test.manager)}/decide`);
    const forged = await browser.submit('/decide', { date: '2026-06-02', verdict: 'approve' });
    expect(forged.status).to.equal(403);
    await test.core.attendance.voidDay(test.company, id);
  });

  it('speak Hebrew', async () => {
    const browser = await test.signedIn(test.manager, { 'Accept-Language': 'he' });
    await test.core.accounts.setLocale(test.manager.actor, 'he');
    const page = await browser.get('/admin/attendance');
    expect(page.document.querySelector('html')?.getAttribute('dir')).to.equal('rtl');
    expect(page.main).to.include('חסרה יציאה');
    const day = await browser.get(pathOf(noa, '2026-06-18'));
    expect(day.main).to.include('למה זה נרשם');
    await test.core.accounts.setLocale(test.manager.actor, 'en');
  });

  it('correct a day with several punches of one minute, each of which stays to the second', async () => {
    const { attendance } = test.core;
    const tami = await test.hire('Tami Peretz');
    const times = ['08:00:05', '08:00:20', '08:00:40', '12:00:30'].map((time) => new Date(`2026-06-11T${time}+03:00`));
    for (const [index, time] of times.entries()) {
      await attendance[index % 2 === 0 ? 'punchIn' : 'punchOut'](test.company, idOf(tami), { at: time });
    }
    const browser = await test.signedIn(test.manager);
    await browser.get(pathOf(tami, '2026-06-11', '/correct'));
    const more = { 'kind.4': 'in', 'time.4': '13:00', reason: 'forgotten' };
    expect((await browser.submit('/correct', more)).main).to.include('The day is corrected');
    const punches = (await dayOf(tami, '2026-06-11'))?.punches ?? [];
    expect(punches.map((punch) => [punch.at, punch.voidedAt])).to.deep.equal(
      [...times, at('2026-06-11T13:00')].map((time) => [time, null]),
    );
  });

  it('place a time without seconds where the punches pair, and ask where two places do', async () => {
    const { attendance } = test.core;
    const seth = await test.hire('Seth Seconds');
    const times = ['08:00:40', '16:00:10', '16:00:40', '18:00:00'].map((time) => new Date(`2026-06-11T${time}+03:00`));
    const shownOf = async (date: string) => {
      const day = await dayOf(seth, date);
      const live = day?.punches.filter(({ voidedAt }) => voidedAt === null) ?? [];
      return [live.map(({ kind }) => kind).join(' '), (day?.workedMs ?? 0) / 60_000];
    };
    const browser = await test.signedIn(test.manager);
    const add = (kind: string, time: string, more = {}) =>
      browser.submit('/punches', { kind, time, reason: 'by the gate', ...more });

    await attendance.punchIn(test.company, idOf(seth), { at: new Date('2026-06-10T08:00:40+03:00') });
    await attendance.punchOut(test.company, idOf(seth), { at: new Date('2026-06-10T16:00:35+03:00') });
    await browser.get(pathOf(seth, '2026-06-10'));
    await add('in', '16:00');
    expect((await add('out', '18:00')).main).to.include('The punch is added');
    expect(await shownOf('2026-06-10')).to.deep.equal(['in out in out', 599]);

    for (const [index, time] of times.entries()) {
      await attendance[index % 2 === 0 ? 'punchIn' : 'punchOut'](test.company, idOf(seth), { at: time });
    }
    await browser.get(pathOf(seth, '2026-06-11'));
    const asked = await add('in', '16:00');
    expect(asked.status).to.equal(422);
    const choices = asked.document.querySelectorAll('input[name=order]').map((radio) => radio.parentNode?.textContent);
    expect(choices).to.deep.equal([
      'In 08:00, In 16:00, Out 16:00, In 16:00 (1:59)',
      'In 08:00, Out 16:00, In 16:00, In 16:00 (9:58)',
    ]);
    const answered = await add('in', '16:00', { order: 'in out in in out' });
    expect(answered.main).to.include('The punch is added');
    expect(await shownOf('2026-06-11')).to.deep.equal(['in out in in out', 598]);
    await browser.get(pathOf(seth, '2026-06-11', '/correct'));
    const saved = await browser.submit('/correct', { 'kind.5': 'out', 'time.5': '16:00', reason: 'and out' });
    expect(saved.main).to.include('The day is corrected');
    expect(await shownOf('2026-06-11')).to.deep.equal(['in out in out in out', 598]);

    const month = await browser.get(`/admin/attendance/approve?month=2026-06&employee=${idOf(seth)}`);
    expect(month.main).not.to.include('lack');
    await browser.get(pathOf(seth, '2026-06-11'));
    await add('in', '07:00');
    const named = await browser.get(`/admin/attendance/approve?month=2026-06&employee=${idOf(seth)}`);
    expect(named.main).to.include('1 of these days lacks a punch');
    const link = named.document.querySelector('.plain a');
    expect([link?.textContent, link?.getAttribute('href')]).to.deep.equal([
      'Seth Seconds, 11 Jun 2026',
      pathOf(seth, '2026-06-11'),
    ]);
    expect((await browser.submit('/attendance/approve')).main).to.include('1 day with a punch missing');
    const grid = await browser.get('/admin/attendance?month=2026-06&name=seth');
    const cells = grid.document.querySelectorAll('table.month td a').map((cell) => cell.getAttribute('aria-label'));
    expect(cells.join()).to.include('11 June 2026: A punch is missing, 10 hours, Approved');
  });

  it('say that a check-in is missing, also beside a later shift, and offer what the day lacks', async () => {
    const { attendance } = test.core;
    const inbal = await test.hire('Inbal Without');
    const browser = await test.signedIn(test.manager);
    const chosen = (field: string) =>
      browser.page?.document.querySelector(`#f-${field} option[selected]`)?.getAttribute('value');
    await browser.get(pathOf(inbal, '2026-06-15'));
    expect(chosen('kind'), 'an empty day').to.equal('in');
    await browser.get(pathOf(inbal, '2026-06-15', '/correct'));
    expect([chosen('kind-0'), chosen('kind-1')]).to.deep.equal(['in', 'out']);
    await attendance.punchOut(test.company, idOf(inbal), { at: at('2026-06-15T07:00') });
    await attendance.punchIn(test.company, idOf(inbal), { at: at('2026-06-15T08:00') });
    await browser.get(pathOf(inbal, '2026-06-15'));
    expect(chosen('kind'), 'after an in').to.equal('out');
    await attendance.punchOut(test.company, idOf(inbal), { at: at('2026-06-15T16:00') });
    const day = await browser.get(pathOf(inbal, '2026-06-15'));
    expect(day.document.querySelector('h1')?.textContent).to.include('No check-in');
    const month = await browser.get('/admin/attendance?month=2026-06&name=inbal');
    const cell = month.document.querySelector('table.month td a.d-bad');
    expect(cell?.getAttribute('aria-label')).to.include('15 June 2026: 8 hours, No check-in');
    expect(month.document.querySelectorAll('table.month input[name=employee]'), 'can be approved').to.have.lengthOf(1);
    expect((await attendance.month(test.company, idOf(inbal), '2026-06'))[0]).to.include({ status: 'pending' });
  });

  it('refuse a time that clocks skipped, and name those that exist', async () => {
    const browser = await test.signedIn(test.manager);
    const told = 'does not exist on this date, because the clocks went forward from 02:00 to 03:00';
    await browser.get(pathOf(omar, '2026-03-26'));
    const form = { kind: 'in', time: '02:30', punch_date: '2026-03-27', reason: 'by the gate' };
    expect((await browser.submit('/punches', form)).main).to.include(`02:30 ${told}`);
    await browser.get(pathOf(omar, '2026-03-26', '/correct'));
    const lines = { 'kind.0': 'in', 'time.0': '22:00', 'kind.1': 'out', 'time.1': '02:00', reason: 'night' };
    const night = await browser.submit('/correct', { ...lines, 'date.1': '2026-03-27' });
    expect(night.document.querySelector('#f-time-1-error')?.textContent).to.include(`02:00 ${told}`);
    expect(await dayOf(omar, '2026-03-26')).to.equal(null);
  });

  it('correct work that ends two dates later, and tell the hour apart that comes twice', async () => {
    const before = test.clock.now();
    test.clock.set(new Date('2026-11-01T12:00:00Z'));
    const nora = await test.hire('Nora Nights');
    const browser = await test.signedIn(test.manager);
    const optionsOf = (selector: string) =>
      browser.page?.document
        .querySelectorAll(`${selector} option`)
        .map((option) => [option.getAttribute('value'), option.textContent]);
    const selected = (selector: string) =>
      browser.page?.document.querySelector(`${selector} option[selected]`)?.getAttribute('value');
    const timesOf = async (date: string) =>
      (await dayOf(nora, date))?.punches
        .filter(({ voidedAt }) => voidedAt === null)
        .map((punch) => punch.at.toISOString());

    await test.core.attendance.punchIn(test.company, idOf(nora), { at: at('2026-06-01T20:00') });
    await test.core.attendance.breakStart(test.company, idOf(nora), { at: at('2026-06-02T17:00') });
    await test.core.attendance.breakEnd(test.company, idOf(nora), { at: at('2026-06-02T18:00') });
    await test.core.attendance.punchOut(test.company, idOf(nora), { at: at('2026-06-03T08:00') });
    await browser.get(pathOf(nora, '2026-06-01', '/correct'));
    expect(optionsOf('#f-date-3')).to.deep.equal([
      ['2026-06-01', 'Monday, 1'],
      ['2026-06-02', 'Tuesday, 2'],
      ['2026-06-03', 'Wednesday, 3'],
    ]);
    expect(selected('#f-date-3')).to.equal('2026-06-03');
    const later = await browser.submit('/correct', { 'time.3': '09:00', reason: 'by the gate' });
    expect(later.main).to.include('The day is corrected');
    expect((await timesOf('2026-06-01'))?.at(-1)).to.equal('2026-06-03T06:00:00.000Z');

    await browser.get(pathOf(nora, '2026-10-24', '/correct'));
    expect(optionsOf('#f-date-0')).to.deep.equal([
      ['2026-10-24', 'Saturday, 24'],
      ['2026-10-25', 'Sunday, 25'],
      ['2026-10-25 second', 'Sunday, 25, after the clocks went back'],
      ['2026-10-26', 'Monday, 26'],
    ]);
    const night = { 'kind.0': 'in', 'time.0': '22:00', 'kind.1': 'out', 'time.1': '01:30', reason: 'told' };
    await browser.submit('/correct', { ...night, 'date.1': '2026-10-25 second' });
    expect(await timesOf('2026-10-24')).to.deep.equal(['2026-10-24T19:00:00.000Z', '2026-10-24T23:30:00.000Z']);
    const shown = await browser.get(pathOf(nora, '2026-10-24'));
    expect(shown.main).to.include('Sunday, after the clocks went back');
    await browser.get(pathOf(nora, '2026-10-24', '/correct'));
    expect(selected('#f-date-1')).to.equal('2026-10-25 second');
    await browser.submit('/correct', { 'time.0': '21:00', reason: 'told' });
    expect(await timesOf('2026-10-24')).to.deep.equal(['2026-10-24T18:00:00.000Z', '2026-10-24T23:30:00.000Z']);
    await browser.get(pathOf(nora, '2026-10-24', '/correct'));
    await browser.submit('/correct', { 'date.1': '2026-10-25', reason: 'told' });
    expect((await timesOf('2026-10-24'))?.at(-1), 'the first').to.equal('2026-10-24T22:30:00.000Z');
    await browser.get(pathOf(nora, '2026-10-24'));
    await browser.submit('/punches', { kind: 'in', punch_date: '2026-10-25 second', time: '01:00', reason: 'told' });
    expect((await timesOf('2026-10-24'))?.at(-1)).to.equal('2026-10-24T23:00:00.000Z');
    test.clock.set(before);
  });

  it('do not bring back a day that another manager has voided meanwhile', async () => {
    const vera = await test.hire('Vera Voided');
    const { id } = await work(vera, '2026-06-09');
    const browser = await test.signedIn(test.manager);
    await browser.get(pathOf(vera, '2026-06-09', '/correct'));
    test.clock.advance(1_000);
    await test.core.attendance.voidDay(test.company, id);
    const told = await browser.submit('/correct', { 'time.1': '17:00', reason: 'stayed' });
    expect(told.status).to.equal(409);
    expect(told.main).to.include('The day has changed since the page was opened');
    expect(await dayOf(vera, '2026-06-09')).to.equal(null);
  });

  it('name an import as the author of what it decided, in words', async () => {
    const imported = await test.hire('Ivri Imported');
    await test.core.externalIds.set(test.company, 'employee', idOf(imported), 'I-1');
    const values = {
      external_id: 'A-1',
      employee_external_id: 'I-1',
      date: '2026-05-04',
      check_in: '08:00',
      check_out: '16:00',
      status: 'approved',
    };
    await test.core.imports.run({
      company: { id: test.company.companyId },
      files: [
        {
          kind: 'attendance',
          name: 'attendance.json',
          rows: async function* () {
            yield [{ line: 1, values }];
          },
        },
      ],
    });
    const browser = await test.signedIn(test.manager);
    const page = await browser.get(pathOf(imported, '2026-05-04'));
    expect(page.main).to.include('An import: approval');
    await test.core.employees.freeze(test.company, idOf(imported));
  });
});
