/// <reference lib="dom" />
import { expect } from 'chai';
import { PASSWORD } from '../support.ts';
import { type Journey, withJourneys } from './journey.ts';
import { Keyboard } from './keyboard.ts';
import { ENGLISH_PHONE, HEBREW_DESKTOP, HEBREW_PHONE, type Look } from './signed-in-page.ts';
import { callApi } from './token-pages.ts';

const AFTER_THE_CONFIRMATION_MS = 11 * 60_000;

withJourneys('with the keyboard alone', (journey) => {
  for (const look of [HEBREW_DESKTOP, ENGLISH_PHONE]) {
    const where = `${look.locale}, ${look.width} pixels`;
    it(`a token is made, used and revoked: ${where}`, () => tokenJourney(journey, look)).timeout(180_000);
    it(`a day is punched in and out: ${where}`, () => punchJourney(journey, look)).timeout(180_000);
  }

  it('the focus is never behind the controls of a phone', async () => {
    const { pages } = journey;
    const asker = await pages.hire('Asks often');
    for (let day = 1; day <= 20; day++) {
      const dates = [`2026-08-${String(day).padStart(2, '0')}`];
      await pages.core.leave.submit(asker.actor, { employee_id: asker.actor.employeeId ?? 0, dates, type: 'חופש' });
    }
    const employee = await journey.signedIn(asker, HEBREW_PHONE);
    await employee.open('/my-day/leave');
    await new Keyboard(employee).tabTo('.bottom a[aria-current]');
    await employee.open('/account');
    await new Keyboard(employee).tabTo('.bottom a[aria-current]');
  }).timeout(120_000);

  it('nor behind the names of a month, or under the menu on the way back', async () => {
    const { pages } = journey;
    for (const [name, date] of [
      ['First', '2026-07-31'],
      ['Second', '2026-07-10'],
      ['Third', '2026-07-05'],
    ] as const) {
      const { actor } = await pages.hire(name);
      await pages.core.leave.submit(actor, { employee_id: actor.employeeId ?? 0, dates: [date], type: 'חופש' });
    }
    const manager = await journey.signedIn(pages.manager, ENGLISH_PHONE);
    const keys = new Keyboard(manager);
    await manager.open('/leave/calendar?month=2026-07');
    await keys.tabTo('.month a');
    await keys.arrowTo('ArrowDown', '.month tr:last-child a');
    await keys.tabBackTo('.topbar summary');
  }).timeout(120_000);

  it('a month is one stop, its days are found by arrows in both directions, and it opens at today', async () => {
    const { pages } = journey;
    const today = pages.clock.now().toISOString().slice(0, 10);
    for (const look of [ENGLISH_PHONE, HEBREW_PHONE]) {
      const manager = await journey.signedIn(pages.manager, look);
      await manager.open(`/attendance?month=${today.slice(0, 7)}`);
      const keys = new Keyboard(manager);
      expect(await manager.page.locator('.month :is(a, input):not([tabindex="-1"])').count()).to.equal(1);
      expect(await manager.page.evaluate(isInView, '.month thead .today')).to.equal(true);
      await keys.tabTo('.month :is(a, input)');
      await keys.arrowTo('ArrowUp', '.month thead a');
      const [forwards, back] =
        look.locale === 'he' ? (['ArrowLeft', 'ArrowRight'] as const) : (['ArrowRight', 'ArrowLeft'] as const);
      await manager.page.keyboard.press('Home');
      await keys.arrowTo(forwards, '.month thead th:nth-child(9) a');
      await keys.arrowTo(back, '.month thead th:nth-child(3) a');
    }
  }).timeout(120_000);
});

/** Whether the region that scrolls shows it. */
function isInView(selector: string): boolean {
  const inner = document.querySelector(selector)?.getBoundingClientRect();
  const outer = document.querySelector('.scroll-x')?.getBoundingClientRect();
  return inner !== undefined && outer !== undefined && inner.left >= outer.left && inner.right <= outer.right;
}

async function tokenJourney(journey: Journey, look: Look): Promise<void> {
  const { pages } = journey;
  await pages.core.accounts.setLocale(pages.admin.actor, look.locale);
  const admin = await journey.visitor(look);
  const keys = new Keyboard(admin);
  await admin.open('/tokens');
  // The first field of the sign-in has the focus.
  await keys.writeAtOnce('email', pages.admin.email);
  await keys.write('password', PASSWORD);
  await keys.enter();
  expect(admin.path).to.equal('/tokens');

  pages.clock.advance(AFTER_THE_CONFIRMATION_MS);
  await keys.go('a[href="/admin/tokens/new"]');
  expect(admin.path).to.equal('/confirm');
  await keys.writeAtOnce('password', PASSWORD);
  await keys.enter();
  await keys.write('name', `Keys ${look.locale}`);
  await keys.tick('[name="abilities"][value="shifts:read"]');
  await keys.go('form[action*="/tokens/new"] button');
  const token = await admin.textOf('#secret');
  expect((await callApi(pages, '/shifts', token)).status).to.equal(200);

  await keys.tick('#stored');
  await keys.go('form:has(#stored) button');
  await keys.go('a[href$="/revoke"]');
  await keys.go('form[action*="/revoke"] button');
  expect(admin.path).to.match(/^\/tokens\/\d+$/);
  expect((await callApi(pages, '/shifts', token)).status).to.equal(401);
}

async function punchJourney(journey: Journey, look: Look): Promise<void> {
  const { pages } = journey;
  const somebody = await pages.hire(`Keren ${look.locale}`);
  await pages.core.accounts.setLocale(somebody.actor, look.locale);
  const employee = await journey.visitor(look);
  const keys = new Keyboard(employee);
  await employee.open('/');
  await keys.writeAtOnce('email', somebody.email);
  await keys.write('password', PASSWORD);
  await keys.enter();
  expect(employee.path).to.equal('/my-day');

  await keys.go('form[action*="/punch"] button[value="in"]');
  pages.clock.advance(60_000);
  await keys.go('form[action*="/punch"] button[value="break_start"]');
  pages.clock.advance(60_000);
  await keys.go('form[action*="/punch"] button[value="break_end"]');
  pages.clock.advance(60_000);
  await keys.go('form[action*="/punch"] button[value="out"]');
  expect(await employee.page.locator('.punches li').count()).to.equal(4);
}
