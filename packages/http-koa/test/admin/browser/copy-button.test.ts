/// <reference lib="dom" />
import { expect } from 'chai';
import { withJourneys } from './journey.ts';
import { HEBREW_DESKTOP } from './signed-in-page.ts';

withJourneys('a copy button', (journey) => {
  it('says to everybody that it has copied, and then what it copies, however often it is pressed', async () => {
    const admin = await journey.signedIn(journey.pages.admin, HEBREW_DESKTOP);
    await admin.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: admin.origin });
    await admin.open('/tokens');
    const button = admin.page.locator('[data-copy]').first();
    const name = await button.getAttribute('aria-label');
    await button.click();
    await button.click();
    expect(await button.getAttribute('aria-label')).to.equal('הועתק');
    expect(await admin.page.locator('main [role=status]').last().textContent()).to.equal('הועתק');
    const copied = await admin.page.evaluate(() => navigator.clipboard.readText());
    expect(copied).to.equal(`${admin.origin}/api/v1`);
    await admin.page.waitForFunction(() => document.querySelector('.is-copied') === null);
    // A second press must not have taken the first one's answer for the button's name.
    await admin.page.waitForTimeout(2_500);
    expect(await button.getAttribute('aria-label')).to.equal(name);
  }).timeout(120_000);
});
