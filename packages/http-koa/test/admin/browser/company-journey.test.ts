import { freePort, onEachDatabase, type RunningNginx, skipWithout, startNginx } from '@shaon/testing';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import {
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  ServedHost,
  type Settings,
  settingsFor,
  shaon,
} from '../../host/running-shaon.ts';
import { launchBrowser } from '../../host/watched-page.ts';
import { PASSWORD } from '../support.ts';
import { HEBREW_DESKTOP } from './signed-in-page.ts';
import { createToken } from './token-pages.ts';
import { openVisitor } from './visitor.ts';

const EMAIL = 'ruth@mill.example';

/** What an operator does on the first day, with the built command. */
onEachDatabase('from shaon company create to the first call', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  let browser: Browser;
  let nginx: RunningNginx | undefined;
  let server: ServedHost | undefined;

  before(async function () {
    browser = await launchBrowser(skipWithout(this, 'headless-chromium'));
  });
  afterEach(async () => {
    await nginx?.stop();
    await server?.end();
  });
  after(async () => {
    await browser?.close();
    folder.remove();
  });

  it('goes by the link that the command prints', async () => {
    const port = String(await freePort());
    const root = `http://127.0.0.1:${port}`;
    await goFromCompanyToCall(root, settingsFor(database.connection(), folder.path, { PORT: port }));
  }).timeout(SEVERAL_PROCESSES_MS);

  it('also behind nginx that publishes it under a path, and removes that', async function () {
    skipWithout(this, 'nginx');
    const port = String(await freePort());
    nginx = await startNginx(
      (own) => `server {
        listen 127.0.0.1:${own};
        location /hr/ { proxy_pass http://127.0.0.1:${port}/; }
      }`,
    );
    const root = `http://127.0.0.1:${nginx.port}/hr`;
    await goFromCompanyToCall(root, settingsFor(database.connection(), folder.path, { PORT: port }));
  }).timeout(SEVERAL_PROCESSES_MS);

  async function goFromCompanyToCall(root: string, alone: Settings): Promise<void> {
    const settings = { ...alone, SHAON_BASE_URL: `${root}/api/v1` };
    server = await ServedHost.serve(settings);
    const email = `${new URL(root).port}.${EMAIL}`;
    const admin = ['--admin-name', 'רות', '--admin-email', email];
    const made = await shaon(['company', 'create', '--name', 'טחנה', ...admin], settings);
    expect(made.code, made.stderr).to.equal(0);
    const link = /http\S+\/set-up\/\S+/.exec(made.stdout)?.[0] ?? '';
    expect(link).to.include(`${root}/admin/`);

    const visitor = await openVisitor(browser, root, HEBREW_DESKTOP);
    await visitor.page.goto(link);
    await visitor.fill({ password: PASSWORD });
    await visitor.press('/set-up');
    await visitor.signOut();
    await visitor.page.goto(link);
    expect(visitor.status, 'a link is good for one password').to.equal(404);
    await visitor.signIn(email);
    await visitor.open('/tokens/new');
    const token = await createToken(visitor, { name: 'Payroll', abilities: ['employees:read'] });
    const answer = await fetch(`${root}/api/v1/employees`, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).to.equal(200);
    expect(((await answer.json()) as { readonly links: { readonly first: string } }).links.first).to.include(
      `${root}/api/v1/employees?`,
    );
    // The docs have the page of the host that leads to them before.
    await visitor.page.goto(`${root}/`);
    await visitor.leaveBy(() => visitor.page.locator('a[href$="/docs"]').click());
    await visitor.page.locator('.opblock').first().waitFor();
    await visitor.leaveBy(() => visitor.page.locator('a[href="docs/client-sdk"]').click());
    expect(visitor.page.url()).to.equal(`${root}/docs/client-sdk`);
    expect(visitor.complaints).to.deep.equal([]);
    await visitor.close();
  }
});
