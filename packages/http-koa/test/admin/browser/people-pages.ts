import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import type { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';

/** From the list of people to the page of a new one; gives their number. */
export async function addPerson(
  admin: Visitor,
  person: { readonly name: string; readonly email: string },
): Promise<number> {
  await admin.open('/people');
  await admin.follow('/people/new');
  await fillPerson(admin, person);
  await admin.press('/people/new');
  expect(admin.path).to.match(/^\/people\/\d+$/);
  return admin.id;
}

export async function fillPerson(
  admin: Visitor,
  person: { readonly name: string; readonly email: string },
): Promise<void> {
  const { name, email, id_number, phone, hourly_rate } = newEmployee(person);
  await admin.fill({ name, email, id_number, phone, hourly_rate });
  await admin.tick('salary_type', 'hourly');
}

export async function freezePerson(admin: Visitor, id: number): Promise<void> {
  await admin.open(`/people/${id}`);
  await admin.follow(`/people/${id}/freeze`);
  await admin.press(`/people/${id}/freeze`);
  expect(admin.path).to.equal(`/people/${id}`);
}

/** Signs in with the password of the message, and chooses another before anything else is shown. */
export async function signInByMessage(
  journey: Journey,
  visitor: Visitor,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const sent = /(?:Password|סיסמה): (\S+)/.exec(await journey.messageAbout(email))?.[1] ?? '';
  await visitor.signIn(email, sent);
  expect(visitor.path).to.equal('/choose-password');
  await visitor.open('/my-day');
  expect(visitor.path, 'nothing else is shown before').to.equal('/choose-password');
  await visitor.fill({ password });
  const reveal = visitor.page.locator('button[aria-controls=f-password]');
  // A script adds it.
  if ((await reveal.count()) > 0) {
    await reveal.click();
    expect(await visitor.field('password').getAttribute('type'), 'shown').to.equal('text');
  }
  await visitor.press('/choose-password');
  expect(visitor.path).to.equal('/my-day');
}
