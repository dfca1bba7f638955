import { expect } from 'chai';
import { codeAt } from '../support.ts';
import { type Journey, withJourneys } from './journey.ts';
import { ENGLISH_DESKTOP, HEBREW_PHONE, type Look } from './signed-in-page.ts';
import type { VisitorOptions } from './visitor.ts';

withJourneys('a second factor, from its drawing to the next sign-in', (journey) => {
  it('in Hebrew on a phone', () => travel(journey, HEBREW_PHONE)).timeout(120_000);

  it('in English without JavaScript', () => travel(journey, ENGLISH_DESKTOP, { javaScriptEnabled: false })).timeout(
    120_000,
  );
});

async function travel(journey: Journey, look: Look, options: VisitorOptions = {}): Promise<void> {
  const { pages } = journey;
  const who = await pages.hire(`Factor ${look.locale}`, 'admin');
  const visitor = await journey.signedIn(who, look, options);

  await visitor.open('/account/second-factor/new');
  await visitor.press('/account/second-factor/new/begin');
  const drawing = await visitor.page.locator('svg.qr').boundingBox();
  expect(drawing?.width, 'a camera must be able to read it').to.be.within(150, look.width);
  const secret = await visitor.textOf('#key');
  await visitor.fill({ code: codeAt(secret, pages.clock.now()) });
  await visitor.press('/account/second-factor/new');
  const codes = (await visitor.textOf('#codes')).trim().split(/\s+/);
  expect(codes).to.have.lengthOf(10);
  pages.clock.advance(30_000);

  await visitor.signOut();
  await visitor.signIn(who.email);
  expect(visitor.path).to.equal('/second-factor');
  await visitor.fill({ code: codeAt(secret, pages.clock.now()) });
  await visitor.press('/second-factor');
  await visitor.open('/account');
  expect(visitor.path).to.equal('/account');

  await visitor.signOut();
  await visitor.signIn(who.email);
  await visitor.fill({ code: codes[0] ?? '' });
  await visitor.press('/second-factor');
  await visitor.open('/account');
  expect(visitor.path).to.equal('/account');
}
