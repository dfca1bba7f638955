import { skipWithout } from '@shaon/testing';
import { serviceSignature } from '@shaon/webhooks';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../host/watched-page.ts';
import { PASSWORD } from '../support.ts';
import { type WebhookPagesTest, withWebhookPages } from '../webhooks/support.ts';

/** An admin's way from no endpoint to a delivery that was sent again, with and without scripts. */
withWebhookPages('an admin who sets a webhook up', (test) => {
  let browser: Browser;

  before(async function () {
    this.timeout(60_000);
    browser = await launchBrowser(skipWithout(this, 'headless-chromium'));
  });
  after(() => browser?.close());

  for (const [locale, javaScriptEnabled] of [
    ['he-IL', true],
    ['en-GB', false],
  ] as const) {
    it(`gets there in ${locale} with scripts ${javaScriptEnabled ? 'on' : 'off'}`, async function () {
      this.timeout(180_000);
      const context = await browser.newContext({ locale, javaScriptEnabled });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      try {
        await signIn(page, test);
        const secret = await register(page, test, javaScriptEnabled);
        const endpoint = new URL(page.url()).pathname;

        test.receiver.answer = { status: 503, body: 'busy' };
        await page.click(`a[href="${endpoint}/test"]`);
        await press(page, '/test');
        const delivery = page.url();
        await test.webhooks.drainOnce();
        if (!javaScriptEnabled) await page.goto(delivery);
        // With scripts the page is loaded anew by itself.
        await page.waitForSelector('.timeline .next');
        await page.waitForSelector('.timeline .s-bad');
        expect(await page.textContent('.timeline'))
          .to.include('503')
          .and.include('busy');

        test.receiver.answer = { status: 204, body: '' };
        await press(page, '/resend');
        expect(page.url()).not.to.equal(delivery);
        await test.webhooks.drainOnce();
        if (!javaScriptEnabled) await page.reload();
        await page.waitForSelector('.timeline .s-ok');
        const { body, headers } = test.receiver.requests.at(-1)!;
        expect(headers['x-service-signature']).to.equal(serviceSignature(secret, Buffer.from(body)));
        expect(await page.textContent('#body')).to.equal(body);
      } finally {
        await context.close();
      }
    });
  }

  it('reads the host of an endpoint without a description in the size of a heading', async function () {
    this.timeout(180_000);
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    try {
      await signIn(page, test);
      await page.goto(`${test.origin}/admin/webhooks/${await test.register('')}`);
      const [host = 0, text = 0] = await page.evaluate(() =>
        ['h1 .mono', 'main p'].map((one) => Number.parseFloat(getComputedStyle(document.querySelector(one)!).fontSize)),
      );
      expect(host).to.be.greaterThan(text * 1.2);
    } finally {
      await context.close();
    }
  });
});

async function signIn(page: Page, test: WebhookPagesTest): Promise<void> {
  await page.goto(`${test.origin}/admin/webhooks`);
  await page.fill('#f-email', test.admin.email);
  await page.fill('#f-password', PASSWORD);
  await press(page, '/sign-in');
}

/** From the empty list to the page of the endpoint; gives the secret that was shown. */
async function register(page: Page, test: WebhookPagesTest, isScripted: boolean): Promise<string> {
  await page.click('main a[href$="/webhooks/new"]');
  await page.fill('#f-description', 'שכר');
  await page.fill('#f-url', test.receiver.url);
  await press(page, '/webhooks/new');
  const secret = (await page.textContent('#secret')) ?? '';
  expect(await page.isVisible('[data-copy=secret]'), 'the copy button').to.equal(isScripted);
  await page.check('#stored');
  await Promise.all([page.waitForURL(/\/webhooks\/\d+\??$/), page.click('form[method=get] button')]);
  const shown = page.url();
  // The browser has kept nothing of an answer to a form, and asks before it sends the form again.
  await page.goBack().catch(() => null);
  await page.waitForURL(/^chrome-error:/);
  expect((await page.content()).includes(secret), 'the way back').to.equal(false);
  await page.goto(shown.replace('?', ''));
  return secret;
}

/** Sends the form of the page whose address ends so. */
async function press(page: Page, action: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(`main form[action*="${action}"] button[type=submit]`)]);
}
