/// <reference lib="dom" />
import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import { PASSWORD } from '../support.ts';
import { type Journey, withJourneys } from './journey.ts';
import { addPerson, fillPerson } from './people-pages.ts';
import { ENGLISH_DESKTOP, ENGLISH_PHONE, HEBREW_DESKTOP, HEBREW_PHONE, PHONE } from './signed-in-page.ts';
import { textFaultsOf } from './text-faults.ts';
import { createToken } from './token-pages.ts';
import type { Visitor } from './visitor.ts';

const LONGER_THAN_A_SESSION_MS = 13 * 3_600_000;
const HOSTILE_NAMES = [
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example","x")',
  'אבג (abc) <img src=x onerror=alert(1)>',
];
const TURNED_AROUND = '\u202Egnp.exe\u202C';

withJourneys('what goes wrong in a browser', (journey) => {
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? '' : ', without JavaScript';

    it(`neither the way back nor a reload leads to a token that was shown${how}`, async () => {
      const admin = await journey.signedIn(journey.pages.admin, ENGLISH_DESKTOP, { javaScriptEnabled });
      const name = `Once ${javaScriptEnabled}`;
      await admin.open('/tokens/new');
      const token = await createToken(admin, { name, abilities: ['shifts:read'] });
      await admin.open('/tokens');
      await goBack(admin);
      expect(await admin.page.content()).not.to.include(token);

      await admin.open('/tokens/new');
      const another = await createToken(admin, { name, abilities: ['shifts:read'] });
      await admin.leaveBy(() => admin.page.reload());
      expect(admin.status).to.equal(409);
      expect(await admin.page.content()).not.to.include(another);
      expect(await tokensNamed(journey, name)).to.equal(2);
    }).timeout(120_000);

    it(`a form that is sent by a double click makes one record${how}`, async () => {
      const admin = await journey.signedIn(journey.pages.admin, HEBREW_PHONE, { javaScriptEnabled });
      const email = `double-${javaScriptEnabled}@bakery.example`;
      await admin.open('/people/new');
      await fillPerson(admin, { name: email, email });
      await admin.leaveBy(() => admin.button('/people/new').dblclick());
      await admin.page.locator('.flash').waitFor();
      expect(await peopleNamed(journey, email)).to.equal(1);

      await admin.open('/tokens/new');
      await admin.fill({ name: email });
      await admin.tick('abilities', 'shifts:read');
      await admin.leaveBy(() => admin.button('/tokens/new').dblclick());
      if (javaScriptEnabled) expect(await admin.textOf('#secret')).to.match(/^shn_/);
      expect(await tokensNamed(journey, email)).to.equal(1);
    }).timeout(120_000);
  }

  it('a session that ended between the page and its form saves nothing, and the form comes back', async () => {
    const admin = await journey.signedIn(journey.pages.admin, HEBREW_DESKTOP);
    await admin.open('/people/new');
    await fillPerson(admin, { name: 'Too late', email: 'late@bakery.example' });
    const idNumber = await admin.field('id_number').inputValue();
    journey.pages.clock.advance(LONGER_THAN_A_SESSION_MS);
    await admin.press('/people/new');
    expect(admin.path).to.equal('/sign-in');
    expect(await admin.textOf('.flash')).to.include('ההתחברות פגה, ודבר לא נשמר');
    await admin.fill({ email: journey.pages.admin.email, password: PASSWORD });
    await admin.press('/sign-in');
    expect(admin.path).to.equal('/people/new');
    expect(await admin.field('name').inputValue()).to.equal('Too late');
    expect(await peopleNamed(journey, 'Too late')).to.equal(0);
    await admin.fill({ id_number: idNumber });
    await admin.press('/people/new');
    expect(await peopleNamed(journey, 'Too late')).to.equal(1);
  }).timeout(120_000);

  it('names without blanks widen no page', async () => {
    const { core, company } = journey.pages;
    const long = `${'א'.repeat(120)} ${'W'.repeat(130)}`;
    const { id: department_id } = await core.organization.createDepartment(company, { name: long });
    const { id: branch_id } = await core.organization.createBranch(company, { name: long, address: long });
    const email = `${'e'.repeat(60)}@${'d'.repeat(60)}.example`;
    const { id } = await core.employees.create(company, newEmployee({ name: long, email, department_id, branch_id }));
    await core.accounts.setRole(company, { employee_id: id, role: 'manager' });
    await core.shifts.create(company, { name: long, wage_percentage: 100 });
    await core.absenceTypes.create(company, { label: long });
    await core.tokens.issue(company, { name: long, abilities: ['shifts:read'] });
    const date = '2026-06-01';
    await core.attendance.recordAbsence(company, { employee_id: id, date, absence_type: long });
    const [request] = await core.leave.submit(company, { employee_id: id, dates: [date], type: long });
    const admin = await journey.signedIn(journey.pages.admin, HEBREW_DESKTOP);
    const faults: string[] = [];
    for (const path of [
      ...['/people', `/people/${id}`, `/people/${id}/edit`, `/people/${id}/freeze`, '/organization', '/accounts'],
      ...['/shifts', '/absence-types', '/tokens', '/audit', `/leave/${request?.id}`, '/leave/calendar?month=2026-06'],
      ...['/attendance?month=2026-06', `/attendance/day?date=${date}`, `/attendance/people/${id}?date=${date}`],
      `/attendance/approve?month=2026-06&employee=${id}`,
    ]) {
      await admin.open(path);
      for (const width of [320, PHONE.width, 720, 1440]) {
        await admin.page.setViewportSize({ width, height: 900 });
        const wider = await admin.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wider > 0) faults.push(`${path} at ${width}: ${wider} pixels`);
        const broken = width === 320 ? [] : await textFaultsOf(admin.page);
        faults.push(...broken.map((fault) => `${path} at ${width}: ${fault}`));
      }
    }
    expect(faults).to.deep.equal([]);
  }).timeout(180_000);

  it('nor do the names of the company and of an employee, who sees what to press', async () => {
    const { core, company, admin: boss } = journey.pages;
    const long = 'W'.repeat(200);
    const { name } = await core.companies.get(company);
    const { actor, email } = await journey.pages.hire(long);
    const employee_id = actor.employeeId ?? 0;
    await core.absenceTypes.create(company, { label: long });
    const [request] = await core.leave.submit(actor, { employee_id, dates: ['2026-08-03'], type: long });
    await core.companies.update(company, { name: long });
    const [employee, admin] = [
      await journey.signedIn({ name: long, email, actor }, ENGLISH_PHONE),
      await journey.signedIn(boss, HEBREW_PHONE),
    ];
    const faults: string[] = [];
    const own = `/my-day/leave/${request?.id}`;
    for (const [visitor, paths] of [
      [employee, ['/my-day', '/my-day/month', '/my-day/leave', own, `${own}/cancel`, '/account']],
      [admin, ['/attendance', '/leave', '/company']],
    ] as const) {
      for (const path of paths) {
        await visitor.open(path);
        for (const width of [320, PHONE.width, 1440]) {
          await visitor.page.setViewportSize({ width, height: 740 });
          const { wider, heading } = await visitor.page.evaluate(() => ({
            wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            heading: document.querySelector('h1')?.getBoundingClientRect().top ?? Number.NaN,
          }));
          if (wider > 0 || !(heading < 200)) faults.push(`${path} at ${width}: ${wider} wider, heading at ${heading}`);
        }
      }
    }
    await core.companies.update(company, { name });
    expect(faults).to.deep.equal([]);
  }).timeout(180_000);

  it('the second of two admins who edit one person is told, and saves nothing', async () => {
    const { core, company, admin } = journey.pages;
    const { id } = await core.employees.create(company, newEmployee({ name: 'Gil', email: 'gil@bakery.example' }));
    const [first, second] = [
      await journey.signedIn(admin, ENGLISH_PHONE),
      await journey.signedIn(admin, ENGLISH_DESKTOP),
    ];
    for (const visitor of [first, second]) await visitor.open(`/people/${id}/edit`);
    await first.fill({ name: 'Gil the first' });
    await second.fill({ name: 'Gil the second' });
    await first.press(`/people/${id}/edit`);
    expect(first.path).to.equal(`/people/${id}`);
    await second.press(`/people/${id}/edit`);
    expect(second.path).to.equal(`/people/${id}/edit`);
    expect(await second.textOf('.flash[role=alert]')).to.include('Somebody else changed this');
    expect(await second.field('name').inputValue(), 'as it was typed').to.equal('Gil the second');
    expect(await second.textOf('#f-name-saved'), 'how it is now').to.equal('Saved now: Gil the first');
    expect((await core.employees.get(company, id)).name).to.equal('Gil the first');
  }).timeout(120_000);

  it('names that are programs are shown as the texts that they are', async () => {
    const admin = await journey.signedIn(journey.pages.admin, HEBREW_PHONE);
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      const id = await addPerson(admin, { name, email: `hostile-${index}@bakery.example` });
      expect(await admin.page.locator('h1 bdi').textContent()).to.equal(name);
      await admin.open('/tokens/new');
      await createToken(admin, { name, abilities: ['shifts:read'] });
      for (const path of [`/people/${id}/edit`, '/people', '/tokens', '/audit', '/attendance']) {
        await admin.open(path);
        expect(admin.status, path).to.equal(200);
        expect(await admin.page.content(), path)
          .not.to.include('<script>alert')
          .and.not.include('<img src=x');
      }
      await admin.open('/people');
      expect(await admin.page.getByText(name, { exact: true }).count()).to.be.above(0);
    }
  }).timeout(180_000);

  it('a name that would turn the text around it is refused beside its field', async () => {
    const admin = await journey.signedIn(journey.pages.admin, ENGLISH_PHONE);
    await admin.open('/people/new');
    await fillPerson(admin, { name: TURNED_AROUND, email: 'turned@bakery.example' });
    await admin.press('/people/new');
    expect(admin.status).to.equal(422);
    expect(await admin.textOf('#f-name-error')).not.to.equal('');
    expect(await admin.field('email').inputValue()).to.equal('turned@bakery.example');
  }).timeout(120_000);
});

/** By the browser's button; the page before may be one that it does not show again. */
async function goBack(admin: Visitor): Promise<void> {
  await admin.page.goBack().catch(() => null);
  // In place of such a page, a Chromium without windows has an empty one.
  await Promise.any([
    admin.page.locator('main, body.neterror').waitFor({ state: 'attached' }),
    admin.page.waitForURL((url) => url.protocol === 'chrome-error:'),
  ]);
}

async function tokensNamed({ pages: { core, company } }: Journey, name: string): Promise<number> {
  return (await core.tokens.list(company)).filter((token) => token.name === name).length;
}

async function peopleNamed({ pages: { core, company } }: Journey, name: string): Promise<number> {
  const { items } = await core.employees.list(company, {}, { page: 1, per_page: 100 });
  return items.filter((employee) => employee.name === name).length;
}
