import { createCore, type SystemActor } from '@shaon/core';
import { adminRequestListener } from '@shaon/http-koa/admin';
import { listen, type TestDatabase } from '@shaon/testing';
import { HtmlBrowser } from '../admin/html-browser.ts';
import { TEST_KEYS } from '../host/running-shaon.ts';
import type { FormSender } from './hostile-form.ts';

const CREDENTIALS = { email: 'admin@bakery.example', password: 'long enough to be one' };

/** An admin who is signed in to the web interface: the session and the forms hold at every door of the database. */
export async function signedInAdmin(database: TestDatabase, company: SystemActor): Promise<FormSender> {
  const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
  const pages = adminRequestListener(core, null, { baseUrl: 'http://hr.example/admin', path: '/admin' });
  const listening = await listen(pages);
  try {
    const { link } = await core.accounts.inviteAdmin(company.companyId, { name: 'Ada', email: CREDENTIALS.email });
    await core.accounts.useLink(link.secret, CREDENTIALS.password);
    const browser = new HtmlBrowser(listening.url);
    await browser.get('/admin/sign-in');
    await browser.submit('/sign-in', CREDENTIALS);
    const { document } = await browser.get('/admin/account');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { cookie, csrf: document.querySelector('[name=_csrf]')?.getAttribute('value') ?? '' };
  } finally {
    await listening.close();
    await core.close();
  }
}
