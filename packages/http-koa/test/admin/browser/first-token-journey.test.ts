import { expect } from 'chai';
import { PASSWORD } from '../support.ts';
import { type Journey, withJourneys } from './journey.ts';
import { ENGLISH_DESKTOP, HEBREW_PHONE, type Look } from './signed-in-page.ts';
import { callApi, createToken, revokeToken } from './token-pages.ts';
import type { Visitor } from './visitor.ts';

const AFTER_THE_CONFIRMATION_MS = 11 * 60_000;

withJourneys('from a set-up link to a revoked token', (journey) => {
  it('in Hebrew on a phone', () => travel(journey, HEBREW_PHONE)).timeout(120_000);
  it('in English on a desktop, without JavaScript', () => travel(journey, ENGLISH_DESKTOP, false)).timeout(120_000);
});

async function travel(journey: Journey, look: Look, javaScriptEnabled = true): Promise<void> {
  const { pages } = journey;
  const email = `first-${look.locale}@mill.example`;
  const admin = await journey.visitor(look, { javaScriptEnabled });
  await setUp(journey, admin, email);
  await admin.signOut();
  await admin.signIn(email);

  pages.clock.advance(AFTER_THE_CONFIRMATION_MS);
  await admin.open('/tokens');
  await admin.follow('/tokens/new');
  await admin.confirmPassword();
  const token = await createToken(admin, { name: 'Payroll', abilities: ['employees:read', 'attendance:read'] });
  expect(await admin.page.locator('html').getAttribute('lang')).to.equal(look.locale);
  expect(await admin.page.locator('[data-copy="secret"]').isVisible()).to.equal(javaScriptEnabled);
  await admin.page.locator('#stored').check();
  await admin.leaveBy(() => admin.page.locator('form:has(#stored) button').click());
  expect(await admin.page.content()).not.to.include(token);
  const { id } = admin;

  expect((await callApi(pages, '/employees?per_page=10', token)).status).to.equal(200);
  expect(await newestCall(admin))
    .to.include('GET /employees')
    .and.include('?per_page=10')
    .and.include('200');

  await revokeToken(admin, id);
  expect((await callApi(pages, '/employees', token)).status).to.equal(401);
  expect(await newestCall(admin))
    .to.include('GET /employees')
    .and.include('401');
}

/** A new company, whose first admin follows the link. */
async function setUp({ pages: { core } }: Journey, admin: Visitor, email: string): Promise<void> {
  const { locale } = admin.look;
  const { id } = await core.companies.create({ name: 'Mill', locale });
  const { link } = await core.accounts.inviteAdmin(id, { name: 'רות', email });
  await admin.open(`/set-up/${link.secret}`);
  expect(await admin.textOf('main')).to.include(email);
  await admin.fill({ password: PASSWORD });
  await admin.press('/set-up');
  expect(admin.page.url()).not.to.include(link.secret);
}

/** The newest row of the audit that is a call of the API. */
async function newestCall(admin: Visitor): Promise<string> {
  await admin.open('/audit?kind=api');
  return admin.textOf('table.list tbody tr');
}
