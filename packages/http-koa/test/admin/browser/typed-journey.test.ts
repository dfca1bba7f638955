/// <reference lib="dom" />
import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import { PASSWORD } from '../support.ts';
import { type Journey, withJourneys } from './journey.ts';
import { Keyboard } from './keyboard.ts';
import { fillPerson } from './people-pages.ts';
import { ENGLISH_DESKTOP, ENGLISH_PHONE, HEBREW_DESKTOP, HEBREW_PHONE } from './signed-in-page.ts';
import type { Visitor } from './visitor.ts';
import { registerEndpoint } from './webhook-pages.ts';

withJourneys('what was typed', (journey) => {
  const back = (visitor: Visitor) => visitor.leaveBy(() => visitor.page.goBack());
  const drafts = (visitor: Visitor) =>
    visitor.page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('shaon-draft')));
  const shown = (visitor: Visitor, ...names: readonly string[]) =>
    Promise.all(names.map((name) => visitor.field(name).inputValue()));

  it('and not sent comes back by the back button and after a reload, but for what is guarded', async () => {
    const admin = await journey.signedIn(journey.pages.admin, HEBREW_DESKTOP);
    await admin.open('/people/new');
    await fillPerson(admin, { name: 'Half "typed" <b>', email: 'half@bakery.example' });
    await admin.tick('salary_type', 'global');
    await admin.follow('/leave');
    await back(admin);
    const typed = ['Half "typed" <b>', 'half@bakery.example', ''];
    expect(await shown(admin, 'name', 'email', 'id_number')).to.deep.equal(typed);
    expect(await admin.page.locator('[name=salary_type]:checked').inputValue()).to.equal('global');
    await admin.leaveBy(() => admin.page.reload());
    expect(await shown(admin, 'name', 'email', 'id_number')).to.deep.equal(typed);

    await admin.follow('/people');
    await admin.follow('/people/new');
    expect(await shown(admin, 'name', 'email'), 'a new form').to.deep.equal(['', '']);
    expect(await drafts(admin)).to.deep.equal([]);
  }).timeout(120_000);

  it('comes back from a form that was refused, and from one that the network lost', async () => {
    const admin = await journey.signedIn(journey.pages.admin, ENGLISH_PHONE);
    await admin.open('/departments/new');
    await admin.fill({ name: '\u202Eturned' });
    await admin.press('/departments/new');
    expect(admin.status).to.equal(422);
    await back(admin);
    expect(await shown(admin, 'name')).to.deep.equal(['\u202Eturned']);

    await admin.fill({ name: 'Lost on the way' });
    await admin.page.route('**/departments/new?sent', (route) => route.abort());
    await admin.button('/departments/new').click();
    await admin.page.waitForURL((url) => url.protocol === 'chrome-error:');
    await admin.page.unroute('**/departments/new?sent');
    await admin.page.goBack();
    expect(await shown(admin, 'name')).to.deep.equal(['Lost on the way']);
    await admin.press('/departments/new');
    expect(await unitsNamed(journey, 'Lost on the way')).to.equal(1);
    admin.forgive('ERR_FAILED');
  }).timeout(120_000);

  it('is one form when it is sent again as it was, and another one with a change', async () => {
    const admin = await journey.signedIn(journey.pages.admin, ENGLISH_DESKTOP);
    await admin.open('/departments/new');
    await admin.fill({ name: 'Once' });
    await admin.press('/departments/new');
    await back(admin);
    expect(await shown(admin, 'name')).to.deep.equal(['Once']);
    await admin.press('/departments/new');
    expect(await admin.textOf('.flash')).to.include('sent already');
    expect(await unitsNamed(journey, 'Once')).to.equal(1);
    await back(admin);
    await admin.fill({ name: 'Once more' });
    await admin.press('/departments/new');
    expect(await unitsNamed(journey, 'Once more')).to.equal(1);
  }).timeout(120_000);

  it('and saved is shown as it is saved, and can be changed again', async () => {
    const { core, company, admin } = journey.pages;
    const { id } = await core.employees.create(company, newEmployee({ name: 'First', email: 'again@bakery.example' }));
    const visitor = await journey.signedIn(admin, HEBREW_PHONE);
    for (const name of ['Second', 'Third']) {
      await visitor.open(`/people/${id}/edit`);
      await visitor.fill({ name });
      await visitor.press(`/people/${id}/edit`);
      await back(visitor);
      expect(await shown(visitor, 'name')).to.deep.equal([name]);
      await visitor.fill({ address: `Street of ${name}` });
      await visitor.press(`/people/${id}/edit`);
      expect(visitor.path).to.equal(`/people/${id}`);
    }
    expect((await core.personnel.file(admin.actor, id)).address).to.equal('Street of Third');
  }).timeout(120_000);

  it('over a record that others have changed meanwhile is told of them', async () => {
    const { core, company, admin } = journey.pages;
    const { id } = await core.employees.create(company, newEmployee({ name: 'Old', email: 'draft@bakery.example' }));
    const visitor = await journey.signedIn(admin, ENGLISH_DESKTOP);
    await visitor.open(`/people/${id}/edit`);
    await visitor.fill({ name: 'Typed' });
    await visitor.follow('/people');
    await core.personnel.amend(company, id, { address: 'Changed meanwhile' });
    await back(visitor);
    expect(await shown(visitor, 'name')).to.deep.equal(['Typed']);
    await visitor.press(`/people/${id}/edit`);
    expect(await visitor.textOf('.flash[role=alert]')).to.include('Somebody else changed this');
    expect(await visitor.textOf('#f-name-saved')).to.equal('Saved now: Old');
    expect(await shown(visitor, 'address'), 'left alone').to.deep.equal(['Changed meanwhile']);
  }).timeout(120_000);

  it('is gone from the tab once its person is out, and shown to nobody else', async () => {
    const { pages } = journey;
    const visitor = await journey.signedIn(pages.admin, ENGLISH_DESKTOP);
    await visitor.open('/departments/new');
    await visitor.fill({ name: 'Only mine' });
    await visitor.follow('/people');
    expect(await drafts(visitor)).to.have.lengthOf(1);
    await visitor.signOut();
    expect(await drafts(visitor)).to.deep.equal([]);

    await visitor.signIn(pages.admin.email);
    await visitor.open('/departments/new');
    await visitor.fill({ name: 'Only mine' });
    await visitor.follow('/people');
    // Another tab signs somebody else in.
    const other = await visitor.context.newPage();
    await other.goto(`${visitor.origin}/admin/people`);
    await other.locator('.side form[action$="/sign-out"] button').click();
    await other.fill('[name=email]', pages.foreignAdmin.email);
    await other.fill('[name=password]', PASSWORD);
    await other.locator('form[action$="/sign-in"] button[type=submit]').click();
    await other.waitForURL('**/admin/**');
    await back(visitor);
    expect(await shown(visitor, 'name')).to.deep.equal(['']);
    expect(await drafts(visitor)).to.deep.equal([]);
  }).timeout(120_000);

  for (const [look, javaScriptEnabled] of [
    [HEBREW_PHONE, true],
    [ENGLISH_DESKTOP, false],
  ] as const) {
    it(`wrongly is told first, with the focus on what is wrong: ${look.locale}, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const admin = await journey.signedIn(journey.pages.admin, look, { javaScriptEnabled });
      const keys = new Keyboard(admin);
      await admin.open('/people/new');
      await fillPerson(admin, { name: 'Wrong', email: 'wrong@bakery.example' });
      await admin.fill({ id_number: '123456789', phone: '12' });
      await admin.press('/people/new');
      expect(await admin.page.title()).to.match(look.locale === 'he' ? /^שגיאה: / : /^Error: /);
      await admin.page.waitForSelector('.flash[role=alert]:focus');
      await keys.open('.flash a[href="#f-phone"]');
      await admin.page.waitForSelector('#f-phone:focus');
      await admin.open('/people/new');
      expect(await admin.page.title()).to.not.match(/^(שגיאה|Error)/);
    }).timeout(120_000);
  }

  it('with the marks of a right-to-left text around addresses, numbers and times is understood', async () => {
    const { core, company, admin: boss } = journey.pages;
    await core.accounts.setLocale(boss.actor, 'he');
    const admin = await journey.visitor(HEBREW_DESKTOP);
    await admin.signIn(`\u200F${boss.email}`);
    expect(admin.path).to.equal('/attendance');

    const email = 'pasted@bakery.example';
    await admin.open('/people/new');
    await fillPerson(admin, { name: 'Pasted', email: `\u202A${email}\u202C` });
    await admin.press('/people/new');
    expect(await admin.textOf('main')).to.include(email);

    await admin.open('/shifts/new');
    await admin.fill({ name: 'Pasted', start_time: '\u200E22:00\u200E' });
    await admin.press('/shifts/new');
    const shift = (await core.shifts.list(company)).find(({ name }) => name === 'Pasted');
    expect(shift?.start_time).to.equal('22:00');

    const { url } = await registerEndpoint(admin, {
      url: '\u2066https://93.184.216.34/pasted\u2069',
      events: ['employee.created'],
    }).then(({ id }) => journey.pages.webhooks.endpoints.get(company, id));
    expect(url).to.equal('https://93.184.216.34/pasted');

    await admin.open('/audit');
    await admin.fill({ search: '\u200F127.0.0.1' });
    await admin.page.keyboard.press('Enter');
    await admin.page.waitForURL('**/audit?**');
    expect(await admin.page.locator('tbody tr').count()).to.be.above(0);
  }).timeout(120_000);

  it('wrongly at the sign-in is told before the password is asked again', async () => {
    const visitor = await journey.visitor(ENGLISH_PHONE, { javaScriptEnabled: false });
    await visitor.signIn('nobody@bakery.example', 'wrong');
    await visitor.page.waitForSelector('.flash[role=alert]:focus');
  }).timeout(120_000);
});

async function unitsNamed({ pages: { core, company } }: Journey, name: string): Promise<number> {
  return (await core.organization.departments(company)).filter((unit) => unit.name === name).length;
}
