import { expect } from 'chai';
import { type Journey, withJourneys } from './journey.ts';
import { punch } from './punch-pages.ts';
import { ENGLISH_DESKTOP, ENGLISH_PHONE, HEBREW_DESKTOP, HEBREW_PHONE, type Look } from './signed-in-page.ts';
import type { Visitor } from './visitor.ts';
import { received, registerEndpoint } from './webhook-pages.ts';

withJourneys('from a new webhook endpoint to a delivery that was sent again', (journey) => {
  it('in English on a desktop, punched in Hebrew on a phone', () =>
    travel(journey, ENGLISH_DESKTOP, HEBREW_PHONE)).timeout(120_000);
  it('in Hebrew on a desktop, punched in English on a phone, without JavaScript', () =>
    travel(journey, HEBREW_DESKTOP, ENGLISH_PHONE, false)).timeout(120_000);
});

async function travel(journey: Journey, look: Look, employeesLook: Look, javaScriptEnabled = true): Promise<void> {
  const { pages, receiver } = journey;
  receiver.answer(204);
  const admin = await journey.signedIn(pages.admin, look, { javaScriptEnabled });
  const url = `${receiver.url}/${look.locale}`;
  const { id, secret } = await registerEndpoint(admin, { url, events: ['attendance.clocked_in'] });

  await admin.follow(`/webhooks/${id}/test`);
  await admin.press(`/webhooks/${id}/test`);
  expect(await received(journey, secret)).to.include({ event: 'attendance.clocked_in' });
  await seeAnswer(admin, '204', javaScriptEnabled);

  receiver.answer(503);
  const somebody = await pages.hire(`Dana ${look.locale}`);
  const employee = await journey.signedIn(somebody, employeesLook, { javaScriptEnabled });
  await punch(employee, 'in');
  const event = await received(journey, secret);
  expect(event.event).to.equal('attendance.clocked_in');
  expect(event.data).to.include({ employee_id: somebody.actor.employeeId });

  const failed = await openNewestDelivery(admin, id);
  const [first, next] = await attemptsOf(admin);
  expect(first).to.include('503');
  expect(next, 'ten seconds later').to.include('09:00:10');
  expect(await admin.textOf('h1')).to.include(look.locale === 'he' ? 'ניסיון חוזר' : 'Retrying');

  receiver.answer(204);
  await admin.press(`/deliveries/${failed}/resend`);
  expect(admin.id).to.be.above(failed);
  expect((await received(journey, secret)).data).to.deep.equal(event.data);
  await seeAnswer(admin, '204', javaScriptEnabled);
  expect(await admin.textOf('h1')).to.include(look.locale === 'he' ? 'נמסרה' : 'Delivered');
  await remove(admin, id);
}

/** From the endpoint's page to the delivery that it names first. */
async function openNewestDelivery(admin: Visitor, endpoint: number): Promise<number> {
  await admin.open(`/webhooks/${endpoint}`);
  await admin.leaveBy(() => admin.page.locator('a[href^="/admin/deliveries/"]:visible').first().click());
  return admin.id;
}

/** The page of a delivery that was on its way loads itself anew, or has a button for it. */
async function seeAnswer(admin: Visitor, status: string, javaScriptEnabled: boolean): Promise<void> {
  if (!javaScriptEnabled) await admin.follow(admin.path);
  await admin.page.locator('.timeline > li', { hasText: status }).waitFor();
}

/** The lines of a delivery's page: what came of each attempt, and when the next one is. */
function attemptsOf(admin: Visitor): Promise<string[]> {
  return admin.page.locator('.timeline > li').allInnerTexts();
}

async function remove(admin: Visitor, endpoint: number): Promise<void> {
  await admin.open(`/webhooks/${endpoint}/remove`);
  await admin.press(`/webhooks/${endpoint}/remove`);
}
