import type { ProposedPunch } from '@shaon/core';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { type Someone, withPages } from './support.ts';

const at = (text: string) => new Date(`${text}:00+03:00`);
const DATE = '2026-06-18';
const IN: ProposedPunch = { kind: 'in', at: at(`${DATE}T08:04`) };
const OUT: ProposedPunch = { kind: 'out', at: at(`${DATE}T17:10`) };

withPages('asking for a correction', (test) => {
  let maya: Someone;
  let own: HtmlBrowser;
  let manager: HtmlBrowser;
  const mayasId = () => maya.actor.employeeId as number;
  const dayOf = () => test.core.attendance.dayOfDate(test.company, mayasId(), DATE);

  before(async () => {
    test.clock.set(at('2026-06-22T12:00'));
    manager = await test.signedIn(test.manager);
  });
  beforeEach('somebody forgot to punch out', async () => {
    test.clock.set(at('2026-06-22T12:00'));
    maya = await test.hire('Maya Miss');
    await test.core.attendance.punchIn(test.company, mayasId(), { at: IN.at });
    own = await test.signedIn(maya);
  });

  const ask = (more: object = {}) =>
    test.core.correctionRequests.ask(maya.actor, {
      ...{ date: DATE, punches: [IN, OUT], reason: 'the gate did not read my card' },
      ...more,
    });

  it('leads from the missing check-out to the form, to the managers’ queue, and back to the answer', async () => {
    const day = await own.get('/admin/my-day');
    expect(day.main)
      .to.include('Thursday, 18 June 2026 has no check-out')
      .and.include('The check-in was recorded at 08:04');
    const form = await follow(own, '/my-day/correction');
    expect(form.main).to.include('Punches change only after a decision').and.include('Out: Missing');
    expect(form.document.querySelector('#f-time-0')?.getAttribute('value')).to.equal('08:04');
    expect(form.document.querySelector('#f-time-1')?.getAttribute('autofocus')).not.to.equal(undefined);
    const nothing = await own.submit('/my-day/correction', { reason: ' ' });
    expect(nothing.status).to.equal(422);
    expect(nothing.main)
      .to.include('The time to add or to change is missing.')
      .and.include('The reason is missing. One line is enough.');
    const sent = await own.submit('/my-day/correction', { 'time.1': '1710', reason: 'the gate did not read my card' });
    expect(sent.path).to.equal('/admin/my-day/month?month=2026-06&day=18');
    expect(sent.main)
      .to.include('The request is sent.')
      .and.match(/Out at 17:10: ”the gate did not read my card”/);
    expect((await own.get('/admin/my-day')).main)
      .to.include('The request is pending')
      .and.include('My requests');
    expect((await dayOf())?.record.check_out).to.equal(null);

    const queue = await manager.get('/admin/corrections');
    expect(queue.document.querySelector('[aria-current=page] .count')?.textContent).to.include('1');
    expect(queue.main).to.match(/Maya Miss.*Out at 17:10 · 18 Jun 2026 · \+9:06/);
    expect(queue.main).to.match(/In 08:04.* 08:04 As it is Out Missing 17:10 New/);
    const dayPage = await manager.get(`/admin/attendance/people/${mayasId()}?date=${DATE}`);
    expect(dayPage.main).to.include('A correction request waits: Out at 17:10');
    await follow(manager, '/admin/corrections/');
    const applied = await manager.submit('/decide', { verdict: 'apply' });
    expect(applied.main).to.include('The request was applied, and the day approved.');
    expect(applied.main).to.include('No correction requests waiting');
    expect((await dayOf())?.record).to.deep.include({ check_out: OUT.at, status: 'approved' });

    const asked =
      /Mona Manager: correction: a punch added \(Out, 17:10\), at the request of Maya Miss, 22 Jun 2026, 12:00/;
    for (const [browser, path] of [
      [manager, `/admin/attendance/people/${mayasId()}?date=${DATE}`],
      [own, `/admin/my-day/day?date=${DATE}`],
    ] as const) {
      expect((await browser.get(path)).main).to.match(asked);
    }
    const sheet = await manager.get(`/admin/month/register/${mayasId()}?month=2026-06`);
    expect(sheet.main).to.match(/Added: Out 17:10.*Mona Manager, 22 Jun 2026, 12:00, at the request of Maya Miss/);

    const told = await own.get('/admin/my-day');
    expect(told.main)
      .to.match(/Out at 17:10 ?Applied, 22 Jun 2026/)
      .and.not.include('has no check-out');
    const month = await follow(own, '/my-day/month?month=2026-06');
    expect(month.main).to.include('Added at your request by Mona Manager');
    expect(month.document.querySelectorAll('.days details[open]')).to.have.lengthOf(1);
  });

  it('adds a line without a script, takes the next morning, and says where an out comes before its in', async () => {
    await own.get(`/admin/my-day/correction?date=${DATE}`);
    const early = await own.submit('/my-day/correction', { 'time.1': '07:10', reason: 'forgot' });
    expect(early.main).to.include('“Out” at 07:10 comes before “In” at 08:04. If it was after midnight');
    const more = await own.submit('/my-day/correction', { more: '1', 'time.1': '07:10' });
    expect(more.status).to.equal(200);
    expect(more.document.querySelectorAll('.punch-line')).to.have.lengthOf(3);
    expect(more.document.querySelector('#f-time-1')?.getAttribute('value')).to.equal('07:10');
    const next = { 'time.1': '07:10', 'date.1': '2026-06-19', reason: 'a night' };
    expect((await own.submit('/my-day/correction', next)).main).to.include('The request is sent.');
    const { items } = await test.core.correctionRequests.list(test.company, { employee_id: mayasId() }, PAGE);
    expect(items[0]?.punches?.at(-1)?.at).to.deep.equal(at('2026-06-19T07:10'));
  });

  it('leads from the month to a day without any punch, as far back as it may be asked for', async () => {
    const month = await own.get('/admin/my-day/month?month=2026-06');
    const field = month.document.querySelector('form[method=get] input[type=date]');
    expect([field?.getAttribute('min'), field?.getAttribute('max')]).to.deep.equal(['2026-06-01', '2026-06-22']);
    const path = month.document.querySelector('form[method=get]')?.getAttribute('action');
    const form = await own.get(`${path}?date=2026-06-17`);
    expect(form.main).to.include('Nothing is recorded on this day.');
    const sent = await own.submit('/my-day/correction', { 'time.0': '08:00', 'time.1': '16:00', reason: 'no phone' });
    expect(sent.main).to.include('The request is sent.').and.include('In at 08:00, Out at 16:00');
    const bounds = async (asked: string) => {
      const page = await own.get(`/admin/my-day/month?month=${asked}`);
      return page.document.querySelector('input[type=date]')?.getAttribute('min') ?? null;
    };
    expect(await bounds('2026-05')).to.equal('2026-05-08');
    expect([await bounds('2026-04'), await bounds('2026-07')]).to.deep.equal([null, null]);
    await test.core.months.close(test.company, { month: '2026-05', reason: 'payday' });
    expect(await bounds('2026-05')).to.equal(null);
    await test.core.months.reopen(test.company, { month: '2026-05', reason: 'tests' });
  });

  it('asks for an absence in place of the punches', async () => {
    await own.get(`/admin/my-day/correction?date=${DATE}`);
    const none = await own.submit('/my-day/correction', { what: 'absence', reason: 'ill' });
    expect(none.main).to.include('Choose a kind of absence.');
    const sent = await own.submit('/my-day/correction', { what: 'absence', absence_type: 'מחלה', reason: 'ill' });
    expect(sent.main).to.include('instead of punches');
    await manager.get('/admin/corrections');
    await manager.submit('/decide', { verdict: 'apply' });
    expect((await dayOf())?.record).to.include({ absence_type: 'מחלה', check_in: null });
  });

  it('refuses a day to come, one too old, one of a closed month and a second request, each with its reason', async () => {
    const said = async (date: string) => (await own.get(`/admin/my-day/correction?date=${date}`)).main;
    expect(await said('2026-06-23'))
      .to.include('This day has not come yet.')
      .and.include('ask for leave');
    expect(await said('2026-05-07')).to.include('You may ask up to 45 days back.');
    await test.core.months.close(test.company, { month: '2026-05', reason: 'payday' });
    expect(await said('2026-05-20')).to.include('May 2026 is closed. Closed by');
    await own.get(`/admin/my-day/correction?date=${DATE}`);
    await ask();
    const second = await own.submit('/my-day/correction', { 'time.1': '17:00', reason: 'again' });
    expect(second.status).to.equal(422);
    expect(second.main).to.include('This day has an open request already. Withdraw it to send a new one.');
    expect((await own.submit('/withdraw')).main).to.include('The request is withdrawn.');
    expect((await own.get('/admin/my-day/correction?date=2026-13-01')).status).to.equal(404);
    await test.core.months.reopen(test.company, { month: '2026-05', reason: 'tests' });
  });

  it('refuses with a note that its person reads, and only with one', async () => {
    await ask();
    await manager.get('/admin/corrections');
    const without = await manager.submit('/decide', { verdict: 'refuse' });
    expect(without.status).to.equal(422);
    expect(without.main).to.include('Refusing needs a note: the person who asked reads it.');
    const refused = await manager.submit('/decide', { verdict: 'refuse', note: 'you were seen at noon' });
    expect(refused.main).to.include('The request was refused.');
    const month = await own.get('/admin/my-day/month?month=2026-06&day=18');
    expect(month.main)
      .to.include('Refused')
      .and.include('you were seen at noon')
      .and.include('Ask for a correction of this day');
    expect((await manager.get('/admin/corrections?state=decided')).main).to.include('Maya Miss');
  });

  it('is applied with the change that stands in the fields, and does not undo what others added meanwhile', async () => {
    await ask();
    await manager.get('/admin/corrections');
    test.clock.advance(60_000);
    const away = { kind: 'break_start', at: at(`${DATE}T12:30`) } as const;
    const punches = [IN, away, { kind: 'break_end', at: at(`${DATE}T13:00`) }] as const;
    await test.core.attendance.correct(test.company, mayasId(), DATE, { punches, note: 'the break' });
    const changed = await manager.submit('/decide', { verdict: 'apply', 'time.1': '17:00', note: 'by the gate' });
    expect(changed.status).to.equal(409);
    expect(changed.main).to.include('The day changed since you opened this page.').and.include('Added meanwhile');
    expect(changed.main).to.include('Will apply').and.include('Apply as changed').and.include('by the gate');
    expect((await dayOf())?.record.check_out).to.equal(null);
    const times = changed.document.querySelectorAll('.punch-line input').map((input) => input.getAttribute('value'));
    expect(times).to.deep.equal(['08:04', '12:30', '13:00', '17:00']);
    const applied = await manager.submit('/decide', { verdict: 'apply' });
    expect(applied.main).to.include('The request was applied, and the day approved.');
    const day = await dayOf();
    expect([day?.workedMs, day?.breakMs]).to.deep.equal([8 * 3_600_000 + 26 * 60_000, 30 * 60_000]);
    expect((await own.get('/admin/my-day')).main)
      .to.include('Applied with a change')
      .and.include('there is a note for you');
  });

  it('shows a day that changed before the queue was opened, and what would apply', async () => {
    await ask();
    test.clock.advance(60_000);
    const punches = [IN, { kind: 'out', at: at(`${DATE}T12:00`) }, { kind: 'in', at: at(`${DATE}T12:40`) }] as const;
    await test.core.attendance.correct(test.company, mayasId(), DATE, { punches, note: 'lunch' });
    const page = await manager.get('/admin/corrections');
    expect(page.main).to.include('The day changed since the request was sent.').and.include('Will apply');
    await manager.submit('/decide', { verdict: 'apply' });
    expect((await dayOf())?.workedMs).to.equal(8 * 3_600_000 + 26 * 60_000);
  });

  it('is told when somebody else decided, or its person withdrew it; and nobody decides on their own', async () => {
    const first = await ask();
    await manager.get(`/admin/corrections/${first.id}`);
    await test.core.correctionRequests.refuse(test.company, first.id, { note: 'no' });
    const late = await manager.submit('/decide', { verdict: 'apply' });
    expect(late.main).to.include('the request is no longer pending').and.include('This request was decided by');
    const second = await ask();
    await manager.get(`/admin/corrections/${second.id}`);
    await test.core.correctionRequests.withdraw(maya.actor, second.id);
    const withdrawn = await manager.submit('/decide', { verdict: 'refuse', note: 'no' });
    expect(withdrawn.main).to.include('This request was withdrawn by Maya Miss');

    const me = test.manager.actor.employeeId as number;
    await test.core.attendance.punchIn(test.company, me, { at: IN.at });
    const mine = await test.core.correctionRequests.ask(test.manager.actor, {
      ...{ date: DATE, punches: [IN, OUT], reason: 'forgot' },
    });
    const page = await manager.get(`/admin/corrections/${mine.id}`);
    expect(page.main).to.include('Your own request; others decide');
    expect(page.document.querySelector('form[action*="decide"]')).to.equal(null);
  });

  it('stands first in what is left of a month, and says that it was closed with it', async () => {
    const { id } = await ask();
    const first = await ask({ date: '2026-06-01', punches: undefined, absence_type: 'מחלה' });
    const admin = await test.signedIn(test.admin);
    const closing = await admin.get('/admin/month?month=2026-06');
    expect(closing.document.querySelector('.work .what')?.textContent).to.equal('Correction requests that wait');
    expect(closing.document.querySelector('.work a')?.getAttribute('href')).to.equal(`/admin/corrections/${first.id}`);
    test.clock.set(at('2026-07-02T12:00'));
    await test.core.months.close(test.company, { month: '2026-06', reason: 'payday' });
    const manager_ = await test.signedIn(test.manager);
    expect((await manager_.get(`/admin/corrections/${id}`)).main).to.include('The month was closed before');
    const browser = await test.signedIn(maya);
    const month = await browser.get('/admin/my-day/month?month=2026-06&day=18');
    expect(month.main).to.include('Closed with the month, without a decision').and.not.include('Ask for a correction');
    expect((await browser.get('/admin/my-day')).main).not.to.include('has no check-out');
    await test.core.months.reopen(test.company, { month: '2026-06', reason: 'tests' });
  });
});

const PAGE = { page: 1, per_page: 50 };

/** Opens the page's first link to an address that contains `path`. */
function follow(browser: HtmlBrowser, path: string) {
  const links = browser.page?.document.querySelectorAll('main a') ?? [];
  const href = links.map((link) => link.getAttribute('href') ?? '').find((address) => address.includes(path));
  return browser.get(href ?? `no link to ${path}`);
}
