import type { RequestListener } from 'node:http';
import { longReading } from '@shaon/core/storage';
import { createAdminRoutes } from '@shaon/http-koa/admin';
import { type Listening, listen, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import mount from 'koa-mount';
import { HtmlBrowser } from './html-browser.ts';
import { PASSWORD, withPages } from './support.ts';

/** It takes more than a second. */
const SLOW = rawSql(
  'WITH RECURSIVE c(n) AS (SELECT CAST($1 AS INTEGER) UNION ALL SELECT n + 1 FROM c WHERE n < 10000000) SELECT count(*) AS rows FROM c',
);

const LAST_GIVEN_UP = rawSql(
  `SELECT kind, login_id, route, status, detail FROM "shaon_audit" WHERE action = 'page.give_up' ORDER BY id DESC LIMIT 1`,
);

withPages(
  'pages that read too long',
  (test) => {
    let listening: Listening;

    before(async () => {
      const { database } = test.core.extension;
      const search = async (actor: never) => {
        await database.scope(actor, longReading('personnel.search')).rows(SLOW);
        return { items: [], total: 0 };
      };
      const core = { ...test.core, personnel: { ...test.core.personnel, search } };
      let handler: RequestListener = () => undefined;
      listening = await listen((request, response) => handler(request, response));
      const routes = createAdminRoutes(core, test.webhooks, { baseUrl: `${listening.url}/admin` });
      handler = new Koa().use(mount('/admin', routes)).callback();
    });
    after(() => listening?.close());

    for (const [language, title] of [
      ['en', 'This took too long'],
      ['he', 'זה לקח יותר מדי זמן'],
    ] as const) {
      it(`say so with 503, in ${language}, and are audited`, async () => {
        await test.core.accounts.setLocale(test.admin.actor, language);
        const browser = new HtmlBrowser(listening.url);
        await browser.get('/admin/sign-in');
        await browser.submit('/sign-in', { email: test.admin.email, password: PASSWORD });
        const page = await browser.get('/admin/people');
        expect(page.status).to.equal(503);
        expect(page.main).to.contain(title);

        // Past the threads, which are busy.
        const [row] = await test.core.extension.database.allCompanies().run(LAST_GIVEN_UP);
        expect(row).to.include({ kind: 'admin', route: '/people', status: 503 });
        expect(Number(row?.login_id)).to.equal(test.admin.actor.loginId);
        // On a busy machine another reading of the page may be the first to take too long.
        expect(row?.detail).to.match(/^\{"code":"took_too_long","reading":"[\w.]+"\}$/);
      });
    }
  },
  { core: { readSeconds: 0.3 } },
);
