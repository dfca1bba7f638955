/// <reference lib="dom" />
import { expect } from 'chai';
import { type Journey, withJourneys } from './journey.ts';
import { addPerson, signInByMessage } from './people-pages.ts';
import { punch } from './punch-pages.ts';
import { ENGLISH_DESKTOP, ENGLISH_PHONE, HEBREW_DESKTOP, HEBREW_PHONE, type Look } from './signed-in-page.ts';
import { callApi } from './token-pages.ts';
import type { VisitorOptions } from './visitor.ts';

const GEOLOCATION = { latitude: 32.0853, longitude: 34.7818, accuracy: 12 };

withJourneys('from a new employee to their first punch', (journey) => {
  it('with its location, in Hebrew on a phone', async () => {
    const location = await travel(journey, ENGLISH_DESKTOP, HEBREW_PHONE, { geolocation: GEOLOCATION });
    expect(location).to.deep.equal({ lat: 32.0853, lng: 34.7818, accuracy_meters: 12 });
  }).timeout(120_000);

  it('without it where the browser may not tell, in English on a phone', async () => {
    expect(await travel(journey, HEBREW_DESKTOP, ENGLISH_PHONE)).to.equal(null);
  }).timeout(120_000);

  it('without it where there is no JavaScript, in Hebrew on a desktop', async () => {
    expect(await travel(journey, ENGLISH_PHONE, HEBREW_DESKTOP, { javaScriptEnabled: false })).to.equal(null);
  }).timeout(120_000);

  it('without it where nobody answers the browser’s question whether it may tell', async () => {
    const { pages } = journey;
    const employee = await journey.signedIn(await pages.hire('Paz Pending'), ENGLISH_PHONE);
    // A browser without windows answers the question itself.
    await employee.page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = () => undefined;
    });
    await employee.page.clock.install();
    await employee.open('/my-day');
    await employee.button('/my-day/punch', 'in').click();
    expect(await employee.textOf('[data-location-state]')).to.include('Finding');
    await employee.leaveBy(() => employee.page.clock.fastForward('00:15'));
    expect(await employee.textOf('.flash.s-wait')).to.include('No location received. The punch is recorded');
  }).timeout(120_000);
});

/** Gives the location of the check-in, as the API has it. */
async function travel(
  journey: Journey,
  look: Look,
  employeesLook: Look,
  options: VisitorOptions = {},
): Promise<unknown> {
  const { pages } = journey;
  const email = `new-${look.locale}-${look.width}@bakery.example`;
  const admin = await journey.signedIn(pages.admin, look, options);
  const id = await addPerson(admin, { name: 'תמר New', email });

  const employee = await journey.visitor(employeesLook, options);
  await signInByMessage(journey, employee, { email, password: 'a long one of their own' });
  await punch(employee, 'in');
  const isLocated = options.geolocation !== undefined;
  expect(await employee.textOf('.punches')).to.include('09:00');
  expect((await employee.textOf('.punches')).includes('±12')).to.equal(isLocated);
  const isTold = await employee.page.locator('.flash.s-wait').count();
  expect(isTold, 'that no location was received').to.equal(isLocated || options.javaScriptEnabled === false ? 0 : 1);

  const abilities = ['attendance:read', 'attendance:location:read'] as const;
  const { token } = await pages.core.tokens.issue(pages.company, { name: 'Payroll', abilities: [...abilities] });
  const answer = await callApi(pages, `/attendance?employee_id=${id}`, token);
  const { data } = (await answer.json()) as { readonly data: readonly ApiRecord[] };
  expect(data).to.have.lengthOf(1);
  return data[0]?.location?.check_in ?? null;
}

interface ApiRecord {
  readonly location?: { readonly check_in: object | null };
}
