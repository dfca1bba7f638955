import { freePort, onEachDatabase, skipWithout } from '@shaon/testing';
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
import { openVisitor, type Visitor } from './visitor.ts';

const EMAIL = 'ruth@mill.example';

/** What an operator does on the first day, with the built command. */
onEachDatabase('from shaon company create to the first call', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  let settings: Settings;
  let server: ServedHost;
  let browser: Browser;
  let visitor: Visitor;

  before(async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    browser = await launchBrowser(skipWithout(this, 'headless-chromium'));
    const port = String(await freePort());
    const SHAON_BASE_URL = `http://127.0.0.1:${port}/api/v1`;
    settings = settingsFor(database.connection(), folder.path, { PORT: port, SHAON_BASE_URL });
    server = await ServedHost.serve(settings);
  });
  after(async () => {
    await browser?.close();
    await server?.end();
    folder.remove();
  });

  it('goes by the link that the command prints', async () => {
    const admin = ['--admin-name', 'רות', '--admin-email', EMAIL];
    const made = await shaon(['company', 'create', '--name', 'טחנה', ...admin], settings);
    expect(made.code, made.stderr).to.equal(0);
    const link = /http\S+\/set-up\/\S+/.exec(made.stdout)?.[0] ?? '';

    visitor = await openVisitor(browser, server.url, HEBREW_DESKTOP);
    await visitor.page.goto(link);
    await visitor.fill({ password: PASSWORD });
    await visitor.press('/set-up');
    await visitor.signOut();
    await visitor.page.goto(link);
    expect(visitor.status, 'a link is good for one password').to.equal(404);
    await visitor.signIn(EMAIL);
    await visitor.open('/tokens/new');
    const token = await createToken(visitor, { name: 'Payroll', abilities: ['employees:read'] });
    const answer = await server.get('/api/v1/employees', { Authorization: `Bearer ${token}` });
    expect(answer.status).to.equal(200);
    expect(visitor.complaints).to.deep.equal([]);
  }).timeout(SEVERAL_PROCESSES_MS);
});
