/// <reference lib="dom" />
import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import { PASSWORD } from '../support.ts';
import { withJourneys } from './journey.ts';
import { fillPerson } from './people-pages.ts';
import { ENGLISH_DESKTOP, HEBREW_DESKTOP, HEBREW_PHONE } from './signed-in-page.ts';
import type { Visitor } from './visitor.ts';

/** What was typed into a form that did not arrive, or that came after its session had ended. */
withJourneys('a form that was lost', (journey) => {
  const shown = (visitor: Visitor, name: string) => visitor.field(name).inputValue();
  const drafts = (visitor: Visitor) =>
    visitor.page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('shaon-draft')));
  const endSessions = () => journey.pages.core.accounts.endAllSessions(journey.pages.admin.actor);
  const signInAgain = async (visitor: Visitor, email: string) => {
    await visitor.fill({ email, password: PASSWORD });
    await visitor.press('/sign-in');
  };

  it('on the way comes back by the back button, also where it is sent to its own address', async () => {
    const { core, company } = journey.pages;
    const department = await core.organization.createDepartment(company, { name: 'Unit' });
    const shift = await core.shifts.create(company, { name: 'Shift', wage_percentage: 100 });
    const [type] = await core.absenceTypes.list(company);
    const { id } = await core.employees.create(company, newEmployee({ email: 'lost@bakery.example' }));
    const admin = await journey.signedIn(journey.pages.admin, ENGLISH_DESKTOP);
    for (const [path, field, action = path] of [
      ['/company', 'name'],
      ['/absence-types', 'label'],
      [`/absence-types/${type?.id}/rename`, 'label'],
      ['/departments/new', 'name'],
      [`/departments/${department.id}/edit`, 'name'],
      [`/shifts/${shift.id}/edit`, 'name'],
      [`/people/${id}/edit`, 'name'],
      [`/attendance/people/${id}?date=2026-06-01`, 'absence_reason', `/attendance/people/${id}/absence`],
    ] as const) {
      await admin.open('/people');
      await admin.open(path);
      await admin.fill({ [field]: 'Typed' });
      const isSent = (url: URL) => url.pathname === `/admin${action}`;
      await admin.page.route(isSent, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await admin.button(action).click();
      await admin.page.waitForURL((url) => url.protocol === 'chrome-error:');
      await admin.page.unroute(isSent);
      await admin.page.goBack();
      expect(`${admin.path}${new URL(admin.page.url()).search}`).to.equal(path);
      expect(await shown(admin, field), path).to.equal('Typed');
    }
    admin.forgive('ERR_FAILED');
  }).timeout(180_000);

  it('because its session had ended comes back once its person has signed in, but for what is guarded', async () => {
    const { admin: boss, core, company } = journey.pages;
    const admin = await journey.signedIn(boss, HEBREW_DESKTOP);
    await admin.open('/people/new');
    await fillPerson(admin, { name: 'דנה Levi "x" <b>', email: 'late@bakery.example' });
    await admin.tick('salary_type', 'global');
    await endSessions();
    await admin.press('/people/new');
    expect(admin.path).to.equal('/sign-in');
    await admin.fill({ email: boss.email, password: 'wrong' });
    await admin.press('/sign-in');
    expect(admin.status).to.equal(422);
    await signInAgain(admin, boss.email);
    expect(admin.path).to.equal('/people/new');
    expect(await admin.textOf('form .flash[role=status]')).to.include('הטופס מוצג כפי שמולא');
    expect(await shown(admin, 'name')).to.equal('דנה Levi "x" <b>');
    expect(await shown(admin, 'id_number'), 'what is guarded most is typed anew').to.equal('');
    expect(await admin.page.locator('[name=salary_type]:checked').inputValue()).to.equal('global');
    const { total } = await core.personnel.search(company, { text: 'late@' }, { page: 1, per_page: 1 });
    expect(total).to.equal(0);

    await fillPerson(admin, { name: 'Late', email: 'late@bakery.example' });
    await admin.press('/people/new');
    expect(admin.path).to.match(/^\/people\/\d+$/);
    await admin.open('/people/new');
    expect(await shown(admin, 'name'), 'a new form').to.equal('');
  }).timeout(120_000);

  it('because the password was asked for comes back, over a record that others have changed too', async () => {
    const { admin: boss, core, company, clock } = journey.pages;
    const { id } = await core.employees.create(company, newEmployee({ name: 'Old', email: 'asked@bakery.example' }));
    const admin = await journey.signedIn(boss, ENGLISH_DESKTOP);
    await admin.open(`/people/${id}/edit`);
    await admin.fill({ email: 'other@bakery.example' });
    clock.advance(61 * 60_000);
    await core.personnel.amend(company, id, { address: 'Changed meanwhile' });
    await admin.press(`/people/${id}/edit`);
    expect(admin.path).to.equal('/confirm');
    await admin.fill({ password: PASSWORD });
    await admin.press('/confirm');
    expect(await shown(admin, 'email')).to.equal('other@bakery.example');
    await admin.press(`/people/${id}/edit`);
    expect(admin.status).to.equal(409);
    expect(await shown(admin, 'email')).to.equal('other@bakery.example');
    expect(await shown(admin, 'address')).to.equal('Changed meanwhile');
  }).timeout(120_000);

  it('comes back into the one of several forms, and asks for its file again', async () => {
    const { pages } = journey;
    const visitor = await journey.signedIn(pages.employee, ENGLISH_DESKTOP);
    await visitor.open('/my-day/leave/new');
    await visitor.field('type').selectOption({ index: 1 });
    await visitor.fill({ from: '2026-07-05', to: '2026-07-07' });
    const buffer = Buffer.from('%PDF-1.4 x');
    await visitor.page.setInputFiles('[name=document]', { name: 'x.pdf', mimeType: 'application/pdf', buffer });
    await pages.core.accounts.endAllSessions(pages.employee.actor);
    await visitor.leaveBy(() => visitor.page.locator('form[enctype] button[type=submit]').click());
    await signInAgain(visitor, pages.employee.email);
    expect(visitor.path).to.equal('/my-day/leave/new');
    expect(await shown(visitor, 'from')).to.equal('2026-07-05');
    expect(await visitor.textOf('form .flash[role=status]')).to.include('Choose the file again.');

    const admin = await journey.signedIn(pages.admin, HEBREW_PHONE);
    const path = `/attendance/people/${pages.employee.actor.employeeId}`;
    await admin.open(`${path}?date=2026-06-01`);
    await admin.fill({ time: '0815', reason: 'forgot' });
    await endSessions();
    await admin.press(`${path}/punches`);
    await signInAgain(admin, pages.admin.email);
    expect(admin.path).to.equal(path);
    expect(await shown(admin, 'reason')).to.equal('forgot');
    expect(await admin.page.locator('.flash[role=status]').count()).to.equal(1);
  }).timeout(120_000);

  it('is shown to nobody else who signs in in that tab, and is gone with a sign-out', async () => {
    const { admin: boss, manager, core } = journey.pages;
    const visitor = await journey.signedIn(boss, ENGLISH_DESKTOP);
    const typed = `/attendance/people/${journey.pages.employee.actor.employeeId}`;
    await visitor.open(`${typed}?date=2026-06-01`);
    await visitor.fill({ time: '0815', reason: 'only mine' });
    await endSessions();
    await visitor.press(`${typed}/punches`);
    expect(await drafts(visitor)).to.have.lengthOf(1);
    await core.accounts.setLocale(manager.actor, 'en');
    await signInAgain(visitor, manager.email);
    expect(visitor.path).to.equal(typed);
    expect(await shown(visitor, 'reason')).to.equal('');
    expect(await drafts(visitor)).to.deep.equal([]);
    await visitor.fill({ time: '0815', reason: 'theirs' });
    await visitor.follow('/people');
    expect(await drafts(visitor)).to.have.lengthOf(1);
    await visitor.signOut();
    expect(await drafts(visitor)).to.deep.equal([]);
  }).timeout(120_000);
});
