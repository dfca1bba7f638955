import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import { TEST_NOW } from '../support.ts';
import { type Someone, withPages } from './support.ts';

const PDF = { fileName: 'note.pdf', type: 'application/pdf', content: '%PDF-1.4 a note' };

withPages('a person’s own pages', (test) => {
  let me: Someone;
  const myId = () => me.actor.employeeId as number;

  beforeEach(async () => {
    me = await test.hire('Maya Me');
  });

  it('punch in, to a break and back, and out by forms', async () => {
    const browser = await test.signedIn(me);
    const page = await browser.get('/admin/');
    expect(page.path).to.equal('/admin/my-day');
    expect(page.main).to.include('Not in yet today');
    expect(page.document.querySelectorAll('.dock button').map((button) => button.getAttribute('value'))).to.deep.equal([
      'in',
    ]);
    const location = { lat: '32.0853', lng: '34.7818', accuracy: '11.6' };
    const isIn = await browser.submit('/my-day/punch', { kind: 'in', ...location });
    expect(isIn.main).to.include('You punched in at 09:00.').and.to.include('At work since 09:00');
    expect(isIn.main).to.include('Location recorded, accuracy ±12 m');
    const [record] = await test.core.attendance.month(test.company, myId(), '2026-06');
    expect(record?.check_in?.getTime()).to.equal(test.clock.now().getTime());
    test.clock.advance(2 * 3_600_000);
    expect((await browser.submit('/my-day/punch', { kind: 'break_start' })).main).to.include('On a break since 11:00');
    test.clock.advance(1_800_000);
    expect((await browser.submit('/my-day/punch', { kind: 'break_end' })).main).to.include('without a break of 0:30');
    test.clock.advance(3_600_000);
    expect((await browser.submit('/my-day/punch', { kind: 'out' })).main)
      .to.include('Out at 12:30')
      .and.include('3:00 hours');
    test.clock.set(new Date('2026-06-02T06:00:00.000Z'));
  });

  it('say nothing of a break shorter than a minute', async () => {
    const browser = await test.signedIn(me);
    for (const kind of ['in', 'break_start', 'break_end']) {
      await browser.submit('/my-day/punch', { kind });
      test.clock.advance(59_000);
    }
    expect((await browser.get('/admin/my-day')).main)
      .to.include('At work since')
      .and.not.include('without a break');
    const manager = await test.signedIn(test.manager);
    expect((await manager.get(`/admin/attendance/people/${myId()}?date=2026-06-02`)).main).not.to.include(
      'Without the break',
    );
    test.clock.set(TEST_NOW);
  });

  it('name the absence of a day without punches in place of no hours', async () => {
    const { core, company } = test;
    const absence = { employee_id: myId(), date: '2026-06-02', absence_type: 'מחלה' };
    const { id } = await core.attendance.recordAbsence(company, absence);
    const browser = await test.signedIn(me);
    expect((await browser.get('/admin/my-day')).main)
      .to.include('Absence: מחלה')
      .and.not.include('0:00');
    await core.attendance.reject(company, [id]);
    expect((await browser.get('/admin/my-day')).main, 'refused').not.to.include('מחלה');
    await browser.submit('/my-day/punch', { kind: 'in' });
    expect((await browser.get('/admin/my-day')).main, 'at work all the same').to.include('0:00 hours');
  });

  it('take a punch once, however often its form is sent', async () => {
    const browser = await test.signedIn(me);
    const before = await browser.get('/admin/my-day');
    await browser.submit('/my-day/punch', { kind: 'in' });
    browser.page = before;
    const again = await browser.submit('/my-day/punch', { kind: 'in' });
    expect(again.main).to.include('You are in already');
    browser.page = before;
    const out = await browser.submit('/my-day/punch', { kind: 'out' });
    expect(out.main).to.include('The punch was not recorded again');
    const [day] = await test.core.attendance.month(test.company, myId(), '2026-06');
    expect((await test.core.attendance.day(test.company, day?.id ?? 0)).punches).to.have.lengthOf(1);
    await browser.get('/admin/my-day');
    expect((await browser.submit('/my-day/punch', { kind: 'break_end' })).main).to.include('You are in already');
    expect((await browser.submit('/my-day/punch', { kind: 'lunch' })).status).to.equal(400);
  });

  it('say of a day with too many punches that it takes no more', async () => {
    const midnight = new Date('2026-06-01T21:00:00.000Z').getTime();
    const punches = Array.from({ length: 500 }, (_, index) => ({
      kind: index % 2 === 0 ? ('in' as const) : ('out' as const),
      at: new Date(midnight + index * 1_000),
    }));
    await test.core.attendance.correct(test.company, myId(), '2026-06-02', { punches, note: 'a stuck button' });
    const browser = await test.signedIn(me);
    await browser.get('/admin/my-day');
    const page = await browser.submit('/my-day/punch', { kind: 'in' });
    expect(page.main).to.include('The day has too many punches for another one');
  });

  it('tell apart the hour that comes twice when clocks go back', async () => {
    const { clock } = test;
    clock.set('2026-10-24T19:00:00.000Z');
    const browser = await test.signedIn(me);
    for (const [at, kind] of [
      ['2026-10-24T19:00:00.000Z', 'in'],
      ['2026-10-24T22:30:00.000Z', 'break_start'],
      ['2026-10-24T23:15:00.000Z', 'break_end'],
    ] as const) {
      clock.set(at);
      await browser.get('/admin/my-day');
      await browser.submit('/my-day/punch', { kind });
    }
    expect(browser.page?.main).to.match(
      /01:30 ?Start of a break ?Without a location ?01:15 ?Back from a break ?Sunday, after the clocks went back/,
    );
    clock.set(TEST_NOW);
  });

  it('record a punch whose location did not come, or cannot be', async () => {
    const browser = await test.signedIn(me);
    await browser.get('/admin/my-day');
    const page = await browser.submit('/my-day/punch', { kind: 'in', lat: '91', lng: 'x', location_failed: '1' });
    expect(page.main).to.include('No location received. The punch is recorded');
    const day = await test.core.attendance.today(test.company, myId());
    expect(day?.punches.map(({ location }) => location)).to.deep.equal([null]);
  });

  it('show the month with its sum, and every page only to somebody with a staff row', async () => {
    const at = (text: string) => new Date(`${text}:00+03:00`);
    await test.core.attendance.correct(test.company, myId(), '2026-06-01', {
      punches: [
        { kind: 'in', at: at('2026-06-01T08:00') },
        { kind: 'out', at: at('2026-06-01T16:30') },
      ],
      note: 'as told',
    });
    const browser = await test.signedIn(me);
    const page = await browser.get('/admin/my-day/month?month=2026-06');
    expect(page.main)
      .to.include('8:30 hours on 1 day')
      .and.to.match(/Mon 1 ?08:00–16:30 ?Pending ?8:30/);
    expect((await browser.get('/admin/my-day/month?month=2026-05')).main).to.include('Nothing is recorded');
    expect((await browser.get('/admin/my-day/month?month=x')).status).to.equal(404);
    const admin = await test.signedIn(test.admin);
    for (const path of ['', '/month', '/leave', '/leave/new']) {
      expect((await admin.get(`/admin/my-day${path}`)).status, path).to.equal(404);
    }
  });

  it('show hours of days that add up to the sum, without those of a rejected day', async () => {
    const tirza = await test.hire('Tirza Total');
    const id = tirza.actor.employeeId as number;
    for (let day = 1; day <= 19; day++) {
      const date = `2026-04-${String(day).padStart(2, '0')}`;
      const punches = [
        { kind: 'in' as const, at: new Date(`${date}T08:00:40+03:00`) },
        { kind: 'out' as const, at: new Date(`${date}T16:00:35+03:00`) },
      ];
      const made = await test.core.attendance.correct(test.company, id, date, { punches, note: 'as told' });
      if (day === 7) await test.core.attendance.reject(test.company, [made.id]);
    }
    const browser = await test.signedIn(tirza);
    const page = await browser.get('/admin/my-day/month?month=2026-04');
    const rows = page.document.querySelectorAll('.days summary').map((row) => row.textContent);
    expect(rows.filter((row) => row.includes('7:59'))).to.have.lengthOf(19);
    expect(page.main).to.include('143:42 hours on 18 days').and.include('7:59 rejected and not counted');
  });

  it('open a day of the month, with its punches, the decision with its note, and who corrected what', async () => {
    const at = (text: string) => new Date(`${text}:00+03:00`);
    const { attendance } = test.core;
    const manager = { ...test.manager.actor };
    await attendance.punchIn(test.company, myId(), { at: at('2026-06-01T08:00') });
    await attendance.punchOut(test.company, myId(), { at: at('2026-06-01T15:00') });
    const punches = [
      { kind: 'in', at: at('2026-06-01T08:00') },
      { kind: 'out', at: at('2026-06-01T16:30') },
    ] as const;
    const { id } = await attendance.correct(manager, myId(), '2026-06-01', { punches, note: 'by the gate' });
    await attendance.reject(manager, [id], { note: 'not on the roster' });
    const browser = await test.signedIn(me);
    const month = await browser.get('/admin/my-day/month?month=2026-06');
    const day = await browser.get(
      month.document.querySelector('.days a[href*="/my-day/day"]')?.getAttribute('href') ?? '',
    );
    expect(day.path).to.equal('/admin/my-day/day?date=2026-06-01');
    expect(day.document.querySelector('h1')?.textContent).to.include('Monday, 1 June 2026');
    expect(day.main)
      .to.include('Rejected')
      .and.to.match(
        /Decision ?rejection, Mona Manager, 2 Jun 2026, 09:00. The day is not counted ?Note for you ?not on the roster/,
      );
    expect(day.main).to.include('Voided: “by the gate”').and.to.include('Added: “by the gate”');
    expect(day.main).to.match(/Mona Manager: correction: a punch voided \(Out, 15:00\) ”by the gate”/);
    expect(day.document.querySelectorAll('main form, main a[href*="/attendance/"]')).to.have.lengthOf(0);
    expect((await browser.get('/admin/my-day/day?date=2026-06-02')).main).to.include('No record on this day');
    expect((await browser.get('/admin/my-day/day?date=2026-02-30')).status).to.equal(404);
  });

  it('tell that a check-out is missing for as long as it may be asked for, and where, or where to add it (D:A43)', async () => {
    const { clock } = test;
    clock.set('2026-06-01T06:00:00.000Z');
    await test.core.attendance.punchIn(me.actor, myId());
    clock.set('2026-06-03T06:00:00.000Z');
    const browser = await test.signedIn(me);
    const told = await browser.get('/admin/my-day');
    expect(told.main).to.include('Monday, 1 June 2026 has no check-out').and.include('Ask for a correction of Monday');
    clock.set('2026-07-16T06:00:00.000Z');
    expect((await (await test.signedIn(me)).get('/admin/my-day')).main, 'for 45 days').to.include('no check-out');
    clock.set('2026-07-17T06:00:00.000Z');
    expect((await (await test.signedIn(me)).get('/admin/my-day')).main).not.to.include('no check-out');
    clock.set(TEST_NOW);

    const company = systemActor((await test.core.companies.create({ name: 'Stand' })).id);
    const alone = await test.hire('Ada Alone', 'admin', company);
    clock.set('2026-06-01T06:00:00.000Z');
    await test.core.attendance.punchIn(alone.actor, alone.actor.employeeId ?? 0);
    clock.set('2026-06-03T06:00:00.000Z');
    const hers = await test.signedIn(alone);
    await hers.get('/admin/my-day');
    const href = hers.page?.document.querySelector('.flash a')?.getAttribute('href') ?? '';
    expect(href).to.equal(`/admin/attendance/people/${alone.actor.employeeId}/correct?date=2026-06-01`);
    expect((await hers.get(href)).status).to.equal(200);
    clock.set(TEST_NOW);
  });

  it('ask for leave with a document, which managers then open', async () => {
    const browser = await test.signedIn(me);
    await browser.get('/admin/my-day/leave/new');
    const form = { type: 'מחלה', from: '2026-06-10', to: '2026-06-14', document: PDF };
    const sent = await browser.submit('/my-day/leave/new', form);
    expect(sent.main).to.include('The request is sent.').and.to.include('10 Jun 2026–14 Jun 2026 · 3 days');
    const [group] = (await test.core.leave.ownGroups(me.actor, { page: 1, per_page: 10 })).items;
    const detail = await test.core.leave.group(me.actor, group?.id ?? 0);
    expect(detail.requests.map(({ date, has_document }) => [date, has_document])).to.deep.equal([
      ['2026-06-10', true],
      ['2026-06-11', true],
      ['2026-06-14', true],
    ]);
    expect(detail.document).to.deep.equal({ name: 'note.pdf', type: 'application/pdf' });
    const shown = await browser.get(`/admin/my-day/leave/${group?.id}`);
    expect(shown.document.querySelector('h1')?.textContent).to.equal('Leave request');
    expect(shown.main).to.include('Attached: note.pdf');
    const cancelled = await browser.get(`/admin/my-day/leave/${group?.id}/cancel`);
    expect(cancelled.main).to.include('Cancel the request?');
    expect((await browser.submit('/cancel')).main).to.include('The request is cancelled.');
    expect((await browser.get(`/admin/my-day/leave/${group?.id}`)).status).to.equal(404);
  });

  it('say what to do on a page that is none, and what an act will do before it is done', async () => {
    const browser = await test.signedIn(me);
    expect((await browser.get('/admin/nothing')).main).to.include('The link may be old, or the record was deleted.');
    const asked = await browser.get('/admin/account/sessions/end-others');
    expect(asked.main).to.include('Only this device stays signed in.');
  });

  it('refuse files that are too large or not what they say, and dates that are none, with the form filled in', async () => {
    const browser = await test.signedIn(me);
    await browser.get('/admin/my-day/leave/new');
    const form = { type: 'חופש', from: '2026-06-10', to: '' };
    const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['document', { document: { ...PDF, content: new Uint8Array(10 * 1024 * 1024 + 1) } }, 'over 10 MB'],
      ['document', { document: { ...PDF, content: '<html><script>alert(1)</script>' } }, 'not a PDF, JPG or PNG'],
      ['document', { document: { ...PDF, content: '' } }, 'not a PDF, JPG or PNG'],
      ['to', { to: '2026-06-09' }, 'is before the first'],
      ['to', { to: '2028-06-09' }, 'at most 366 days'],
      ['from', { from: '' }, 'Choose a date'],
      ['from', { from: '2026-02-30' }, 'Choose a date'],
      ['from', { from: '0026-06-10' }, 'The year is not right. Leave can be asked for from 1 Jan 1970 to 31 Dec 2199.'],
      ['to', { to: '2200-01-01' }, 'The year is not right'],
      ['type', { type: '' }, 'Choose a type'],
      ['type', { type: 'nothing' }, 'invalid'],
      ['weekends', { from: '2026-06-12', to: '2026-06-13' }, 'All these days are a Friday or a Saturday.'],
    ];
    for (const [field, changes, text] of wrong) {
      const page = await browser.submit('/my-day/leave/new', { ...form, ...changes } as typeof form);
      expect(page.status, text).to.equal(422);
      expect(page.document.querySelector(`#f-${field}-error`)?.textContent, text).to.include(text);
    }
    const twice = await browser.submit('/my-day/leave/new', { ...form, from: '0026-06-10', to: '0026-06-12' });
    expect(twice.document.querySelectorAll('.flash[role=alert] a').map((link) => link.textContent)).to.deep.equal(
      ['First day', 'Last day'].map(
        (label) => `${label}: The year is not right. Leave can be asked for from 1 Jan 1970 to 31 Dec 2199.`,
      ),
    );
    expect((await test.core.leave.ownGroups(me.actor, { page: 1, per_page: 1 })).total).to.equal(0);
    const fields = (await browser.get('/admin/my-day/leave/new')).document.querySelectorAll('input[type=date]');
    expect(fields.map((field) => [field.getAttribute('min'), field.getAttribute('max')])).to.deep.equal([
      ['1970-01-01', '2199-12-31'],
      ['1970-01-01', '2199-12-31'],
    ]);
    const weekend = await browser.submit('/my-day/leave/new', {
      ...form,
      from: '2026-06-12',
      to: '2026-06-13',
      weekends: '1',
    });
    expect(weekend.main).to.include('2 days');
  });

  it('ask before leave is asked for a second time, and tell who decides (D:A42)', async () => {
    const twice = await test.hire('Tova Twice');
    const [first, refused] = await test.core.leave.submit(twice.actor, {
      dates: ['2026-07-06', '2026-07-07'],
      type: 'חופש',
    });
    await test.core.leave.reject(test.company, refused!.id);
    const browser = await test.signedIn(twice);
    await browser.get('/admin/my-day/leave/new');
    const form = { type: 'מחלה', from: '2026-07-05', to: '2026-07-07', document: PDF };
    const asked = await browser.submit('/my-day/leave/new', form);
    expect(asked.status).to.equal(422);
    expect(asked.document.querySelector('#f-again-error')?.textContent.replaceAll(/[\u2068\u2069]/g, '')).to.equal(
      'Leave is asked for already: 6 Jul 2026, חופש, Pending. Tick the box to ask all the same.',
    );
    expect(asked.document.querySelector('#f-document-error')?.textContent).to.equal('Choose the file again.');
    const owned = async () => (await test.core.leave.ownGroups(twice.actor, { page: 1, per_page: 5 })).items;
    expect(await owned()).to.have.lengthOf(1);
    expect((await browser.submit('/my-day/leave/new', { ...form, again: '1' })).main).to.include(
      'The request is sent.',
    );
    const [second] = await owned();
    const manager = await test.signedIn(test.manager);
    for (const [id, other] of [
      [second?.id, '6 Jul 2026, חופש, Pending'],
      [first?.id, '6 Jul 2026, מחלה, Pending'],
    ] as const) {
      const shown = await manager.get(`/admin/leave/${id}`);
      expect(shown.main).to.include(`only one request for a day can be approved: ${other}`);
    }
  });

  it('take bytes without a file name for a text, and go on', async () => {
    const browser = await test.signedIn(me);
    await browser.get('/admin/my-day/leave/new');
    const csrf = browser.formOf('/my-day/leave/new').querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
    const part = (name: string, type: string, text: string) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
    const form = part('_csrf', 'text/plain', csrf) + part('document', 'application/octet-stream', '%PDF-1.4');
    const headers = { 'Content-Type': 'multipart/form-data; boundary=edge' };
    const page = await browser.request('POST', '/admin/my-day/leave/new', `${form}--edge--\r\n`, headers);
    expect(page.status).to.equal(422);
    expect(page.document.querySelector('#f-document-error')).to.equal(null);
    expect((await browser.get('/admin/my-day')).status).to.equal(200);
  });

  it('show the night from which somebody has just punched out', async () => {
    const night = await test.hire('Nina Night');
    test.clock.set(new Date('2026-06-02T19:00:00.000Z'));
    await test.core.attendance.punchIn(night.actor, night.actor.employeeId ?? 0);
    test.clock.set(new Date('2026-06-03T03:00:00.000Z'));
    const browser = await test.signedIn(night);
    await browser.get('/admin/my-day');
    await browser.submit('/punch', { kind: 'out' });
    const { main } = await browser.get('/admin/my-day');
    expect(main).to.include('Out at 06:00').and.include('8:00 hours').and.include('began on Tuesday, 2 June 2026');
    expect(main).to.include('Punches').and.not.include('Punches today');
    test.clock.set(new Date(TEST_NOW));
  });

  it('attach a document later, while nothing is decided upon it', async () => {
    const browser = await test.signedIn(me);
    const [request] = await test.core.leave.submit(me.actor, { dates: ['2026-06-20'], type: 'מחלה' });
    await browser.get(`/admin/my-day/leave/${request?.id}`);
    expect((await browser.submit('/document')).main).to.include('Choose a file');
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
    const evil = { fileName: 'C:\\x\\\u202Egnp.exe', type: 'application/x-msdownload', content: png };
    const kept = await browser.submit('/document', { document: evil });
    expect(kept.main).to.include('The document is saved.').and.to.include('gnp.exe.png');
    const asked = await browser.get(`/admin/my-day/leave/${request?.id}/cancel`);
    await test.core.leave.approve(test.company, request?.id ?? 0);
    const decided = await browser.get(`/admin/my-day/leave/${request?.id}`);
    expect(decided.document.querySelectorAll('form[action*="/document"]')).to.have.lengthOf(0);
    browser.page = asked;
    expect((await browser.submit('/cancel')).main).to.include('The request is decided');
  });

  it('are nobody else’s: another employee’s request and a manager’s pages', async () => {
    const [theirs] = await test.core.leave.submit(test.employee.actor, { dates: ['2026-06-21'], type: 'מחלה' });
    const browser = await test.signedIn(me);
    for (const path of [`/my-day/leave/${theirs?.id}`, `/my-day/leave/${theirs?.id}/cancel`]) {
      expect((await browser.get(`/admin${path}`)).status).to.equal(404);
    }
    const manager = await test.signedIn(test.manager);
    expect((await manager.get(`/admin/my-day/leave/${theirs?.id}`)).status).to.equal(404);
    for (const path of [
      '/attendance',
      '/attendance/day',
      `/attendance/people/${myId()}`,
      '/leave',
      '/leave/calendar',
    ]) {
      expect((await browser.get(`/admin${path}`)).status, path).to.equal(403);
    }
  });

  it('end with a freeze', async () => {
    const browser = await test.signedIn(me);
    await browser.get('/admin/my-day');
    await test.core.employees.freeze(test.company, myId());
    const page = await browser.submit('/my-day/punch', { kind: 'in' });
    expect(page.path).to.match(/^\/admin\/sign-in/);
    expect((await browser.get('/admin/my-day')).path).to.match(/^\/admin\/sign-in/);
    expect(await test.core.attendance.month(test.company, myId(), '2026-06')).to.deep.equal([]);
  });
});
