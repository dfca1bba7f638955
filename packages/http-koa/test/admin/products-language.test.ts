import type { AccountActor, Locale } from '@shaon/core';
import { type AdminOptions, adminRequestListener } from '@shaon/http-koa/admin';
import { type Listening, listen } from '@shaon/testing';
import { expect } from 'chai';
import { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('the language of pages behind a product’s log-in', (test) => {
  const running: Listening[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });

  /** The language of a page for an admin of the product, whose browser prefers English. */
  async function languageOf(of: AccountActor, options: Partial<AdminOptions> = {}) {
    const server = await listen(
      adminRequestListener(test.core, null, {
        baseUrl: 'http://hr.example',
        accountFromRequest: () => of,
        ...options,
      }),
    );
    running.push(server);
    const page = await new HtmlBrowser(server.url, { 'accept-language': 'en' }).get('/attendance');
    return { status: page.status, lang: page.document.querySelector('html')?.getAttribute('lang') };
  }

  const bossOf = (companyId: number): AccountActor => ({
    kind: 'account',
    companyId,
    loginId: -7,
    role: 'admin',
    name: 'Boss',
    employeeId: null,
  });

  it('is the company’s, whatever the browser prefers', async () => {
    for (const [company, locale] of [
      [test.company, 'he'],
      [test.company, 'en'],
    ] as const) {
      await test.core.companies.update(company, { locale });
      expect(await languageOf(bossOf(company.companyId)), locale).to.deep.equal({ status: 200, lang: locale });
    }
  });

  it('is the one that the product gives, unless it gives none that there is', async () => {
    await test.core.companies.update(test.company, { locale: 'en' });
    const boss = bossOf(test.company.companyId);
    for (const [given, lang] of [
      ['he', 'he'],
      ['en', 'en'],
      [null, 'en'],
      ['fr', 'en'],
    ] as const) {
      const found = await languageOf(boss, { localeFromRequest: async () => given as Locale | null });
      expect(found, String(given)).to.deep.equal({ status: 200, lang });
    }
  });

  it('is the browser’s preference for a company that does not exist', async () => {
    expect(await languageOf(bossOf(999_999))).to.deep.equal({ status: 404, lang: 'en' });
  });

  it('answers 500 if the product’s function fails', async () => {
    const fails = () => Promise.reject(new Error('no languages today'));
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const found = await languageOf(bossOf(test.company.companyId), { localeFromRequest: fails, log });
    expect(found.status).to.equal(500);
  });
});
