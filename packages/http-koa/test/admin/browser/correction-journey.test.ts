import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { withJourneys } from './journey.ts';
import { ENGLISH_DESKTOP, ENGLISH_PHONE, HEBREW_DESKTOP, HEBREW_PHONE, type Look } from './signed-in-page.ts';

const DAY_MS = 86_400_000;

withJourneys('from a forgotten punch to what is paid', (journey) => {
  it('asked for in Hebrew on a phone, applied in English on a desktop, and adjusted after its month was closed', () =>
    travel('Adi', HEBREW_PHONE, ENGLISH_DESKTOP)).timeout(120_000);
  it('asked for in English on a phone, applied in Hebrew on a desktop, without JavaScript', () =>
    travel('Bar', ENGLISH_PHONE, HEBREW_DESKTOP, false)).timeout(120_000);

  async function travel(name: string, look: Look, managersLook: Look, javaScriptEnabled = true): Promise<void> {
    const { pages } = journey;
    const { core, company, clock } = pages;
    const start = clock.now();
    const someone = await pages.hire(`${name} Forgot`);
    const id = someone.actor.employeeId ?? 0;
    await core.attendance.punchIn(company, id);
    clock.set(new Date(start.getTime() + 2 * DAY_MS));
    const employee = await journey.signedIn(someone, look, { javaScriptEnabled });
    await employee.open('/my-day');
    await employee.follow('/my-day/correction?date=2026-06-02');
    await employee.fill({ 'time.1': '17:10', reason: 'השער לא קרא את הכרטיס' });
    await employee.leaveBy(() => employee.page.locator('form .btn-primary').click());
    expect(employee.path).to.equal('/my-day/month');
    expect(await employee.page.locator('.days details[open] .badge-s.s-wait').count()).to.be.above(0);

    const manager = await journey.signedIn(pages.manager, managersLook, { javaScriptEnabled });
    await manager.open('/corrections');
    await manager.leaveBy(() => manager.page.locator('.queue-list a').first().click());
    expect(await manager.textOf('.queue-item'))
      .to.include(someone.name)
      .and.include('17:10');
    await manager.press(`/corrections/${manager.id}/decide`, 'apply');
    expect(manager.path).to.equal('/corrections');

    await employee.open('/my-day');
    expect(await employee.page.locator('.flash.s-bad').count(), 'no box').to.equal(0);
    await employee.follow('/my-day/month?month=2026-06&day=2');
    expect(await employee.textOf('.days details[open]'))
      .to.include('17:10')
      .and.include(pages.manager.name);
    const day = await core.attendance.dayOfDate(company, id, '2026-06-02');
    expect(day?.record).to.include({ status: 'approved' });

    clock.set('2026-07-01T09:00:00.000Z');
    const admin = await journey.signedIn(pages.admin, managersLook, { javaScriptEnabled });
    await admin.open('/month?month=2026-06');
    await admin.fill({ reason: 'payday' });
    await admin.press('/month/close');
    expect(await core.months.get(company, '2026-06')).to.have.property('state', 'closed');
    await admin.open('/month/payroll?month=2026-06');
    const link = admin.page.locator('a[href*="/month/payroll/file"][href*="format=csv"]');
    const [download] = await Promise.all([admin.page.waitForEvent('download'), link.click()]);
    expect(await readFile(await download.path(), 'utf8')).to.include(`${someone.name},,1,8:10,`);

    const later = await journey.signedIn(someone, look, { javaScriptEnabled });
    await later.open('/my-day/correction?date=2026-06-02');
    expect(await later.page.locator('.flash.s-bad').count(), 'the month is closed').to.equal(1);
    expect(await later.page.locator('form[action*="/my-day/correction"]').count()).to.equal(0);

    await admin.open('/month?month=2026-06');
    await admin.fill({ reopen_reason: 'the log of the gate' });
    await admin.press('/month/reopen');
    const punches = [
      { kind: 'in', at: start },
      { kind: 'out', at: new Date('2026-06-02T18:10:00+03:00') },
    ] as const;
    const { id: recordId } = await core.attendance.correct(company, id, '2026-06-02', { punches, note: 'the log' });
    await core.attendance.approve(company, [recordId]);
    await admin.open('/month?month=2026-06');
    const adjusted = admin.page.locator('tbody tr', { hasText: someone.name });
    expect(await adjusted.textContent()).to.include('9:10');
    clock.set(start);
  }
});
