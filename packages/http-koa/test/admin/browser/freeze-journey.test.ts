import { expect } from 'chai';
import { type Journey, withJourneys } from './journey.ts';
import { freezePerson } from './people-pages.ts';
import { ENGLISH_DESKTOP, ENGLISH_PHONE, HEBREW_DESKTOP, HEBREW_PHONE, type Look } from './signed-in-page.ts';

withJourneys('from a freeze to the end of the session', (journey) => {
  it('in English on a desktop, of somebody on a phone in Hebrew', () =>
    travel(journey, ENGLISH_DESKTOP, HEBREW_PHONE)).timeout(120_000);
  it('in Hebrew on a phone, of somebody on a desktop in English', () =>
    travel(journey, HEBREW_PHONE, ENGLISH_DESKTOP)).timeout(120_000);
  it('in Hebrew on a desktop, of somebody on a phone in English, without JavaScript', () =>
    travel(journey, HEBREW_DESKTOP, ENGLISH_PHONE, false)).timeout(120_000);
});

async function travel(journey: Journey, look: Look, employeesLook: Look, javaScriptEnabled = true): Promise<void> {
  const { pages } = journey;
  const somebody = await pages.hire(`Omer ${look.locale}`);
  const id = somebody.actor.employeeId ?? 0;
  const employee = await journey.signedIn(somebody, employeesLook, { javaScriptEnabled });
  await employee.open('/my-day');

  const admin = await journey.signedIn(pages.admin, look, { javaScriptEnabled });
  await freezePerson(admin, id);
  expect(await admin.textOf('h1')).to.include(look.locale === 'he' ? 'בהקפאה' : 'Frozen');

  await employee.follow('/my-day/month');
  expect(employee.path).to.equal('/sign-in');
  await employee.signIn(somebody.email);
  expect([employee.status, employee.path]).to.deep.equal([422, '/sign-in']);
  const { total } = await pages.core.attendance.list(pages.company, { employee_id: id }, { page: 1, per_page: 1 });
  expect(total).to.equal(0);
}
