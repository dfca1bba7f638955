import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../host/watched-page.ts';
import { withPages } from '../support.ts';
import { ENGLISH_DESKTOP, HEBREW_PHONE } from './signed-in-page.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** What is shown, once the browser has made up its mind: it may put a page of its own in place of one that nobody may keep. */
async function contentOf(page: Page): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const content = await page.content().catch(() => null);
    if (content !== null) return content;
    await page.waitForTimeout(100);
  }
  throw new Error('The browser shows nothing.');
}

/** A page that is shown once, in a browser that would like to keep it. */
withPages('the page of a new token’s secret', (test) => {
  let browser: Browser;

  before(async function () {
    browser = await launchBrowser(skipWithout(this, 'chromium'));
  });
  after(() => browser?.close());

  async function secretOf(visitor: Visitor): Promise<string> {
    await visitor.signIn(test.admin.email);
    await visitor.open('/tokens/new');
    await visitor.fill({ name: 'Shown once' });
    await visitor.tick('abilities', 'leave:read');
    await visitor.press('/tokens/new');
    return (await visitor.page.textContent('#secret')) ?? '';
  }

  const done = (visitor: Visitor) => visitor.page.click('.secret form button[type=submit]', { noWaitAfter: true });

  for (const [look, javaScriptEnabled] of [
    [HEBREW_PHONE, true],
    [ENGLISH_DESKTOP, false],
  ] as const) {
    it(`is left when the secret is stored, and never comes back, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async function () {
      this.timeout(60_000);
      const visitor = await openVisitor(browser, test.origin, look, { javaScriptEnabled });
      const secret = await secretOf(visitor);
      expect(secret).to.match(/^shn_/);
      await done(visitor);
      expect(await visitor.page.textContent('#secret'), 'the box is not ticked').to.equal(secret);
      await visitor.page.check('#stored');
      await visitor.leaveBy(() => done(visitor));
      expect(visitor.path).to.match(/^\/tokens\/\d+$/);
      await visitor.page.goBack({ waitUntil: 'domcontentloaded', timeout: 5_000 }).catch(() => null);
      expect(await contentOf(visitor.page)).not.to.include(secret);
      await visitor.context.close();
    });
  }

  it('asks before it is left by another way', async function () {
    this.timeout(60_000);
    const visitor = await openVisitor(browser, test.origin, ENGLISH_DESKTOP);
    const asked: string[] = [];
    visitor.page.on('dialog', (dialog) => asked.push(dialog.type()));
    await secretOf(visitor);
    await visitor.follow('/audit');
    expect(asked).to.deep.equal(['beforeunload']);
    await visitor.context.close();
  });
});
