import { createCore, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase, startTcpProxy } from '@shaon/testing';
import { expect } from 'chai';
import { HtmlBrowser } from '../admin/html-browser.ts';
import { giveBack, takeAway } from './database-outage.ts';
import {
  type Bakery,
  bearer,
  makeCompany,
  makeDataFolder,
  migrateAll,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  settingsFor,
  TEST_KEYS,
} from './running-shaon.ts';

onEachDatabase('a database that goes away', { migrate: migrateAll }, (database) => {
  if (database.type === 'sqlite') return;
  const folder = makeDataFolder();
  let bakery: Bakery;
  let server: RunningShaon;

  before(async () => {
    bakery = await makeCompany(database.connection());
    server = await RunningShaon.serve(settingsFor(database.connection(), folder.path));
  });
  after(async () => {
    await server?.end('SIGKILL');
    folder.remove();
  });

  const status = async (path: string) => (await server.get(path, bearer(bakery.token))).status;

  it('makes every call a 503, and the server goes on without a restart when it is back', async () => {
    const { url } = database.connection() as { url: string };
    expect(await status('/api/v1/employees')).to.equal(200);
    await takeAway(url);
    const refused = await server.get('/api/v1/employees', bearer(bakery.token));
    expect(refused.status).to.equal(503);
    expect(await refused.json()).to.deep.equal({ message: 'Service Unavailable' });
    expect(refused.headers.has('retry-after')).to.equal(false);
    expect(await status('/readyz')).to.equal(503);
    expect(await status('/healthz')).to.equal(200);
    await server.line('audit_lost');
    await server.line('The lock of this server was lost with its connection');

    await giveBack(url);
    expect(await status('/api/v1/employees')).to.equal(200);
    expect(await status('/readyz')).to.equal(200);
    await server.line('The lock of this server is held again');
    expect(JSON.stringify(server.lines)).to.not.include(bakery.token);
  });
});

onEachDatabase('a connection that is lost after a commit', { migrate: migrateAll, only: 'postgres' }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  it('is no reason for a page to say that nothing was saved', async () => {
    const { url } = database.connection() as { url: string };
    const person = { email: 'noa@bakery.example', password: 'long enough to be one' };
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, withoutEvents: true });
    const company = systemActor((await core.companies.create({ name: 'Bakery', locale: 'en' })).id);
    await core.employees.create(company, newEmployee({ email: person.email }));
    const [account] = await core.accounts.list(company, { everybody: true });
    const { secret } = await core.accounts.makeLink(company, account?.id ?? 0);
    await core.accounts.useLink(secret, person.password);

    let isCut = false;
    const proxy = await startTcpProxy(Number(new URL(url).port), (inside) => (bytes) => {
      if (isCut && bytes.includes('COMMIT\0')) inside.destroy();
      else inside.write(bytes);
    });
    const proxied = { type: 'postgres', url: Object.assign(new URL(url), { port: String(proxy.port) }).href } as const;
    const server = await RunningShaon.serve(settingsFor(proxied, folder.path));
    try {
      const browser = new HtmlBrowser(server.url);
      await browser.get('/admin/sign-in');
      await browser.submit('/sign-in', person);
      await browser.get('/admin/my-day');
      isCut = true;
      const page = await browser.submit('/my-day/punch', { kind: 'in' });
      isCut = false;
      expect(page.status).to.equal(503);
      expect((await core.attendance.list(company, {}, { page: 1, per_page: 1 })).total).to.equal(1);
      expect(page.main).to.not.include('Nothing was saved');
      expect(page.main).to.include('look first whether it was saved');
    } finally {
      await server.end('SIGKILL');
      await proxy.close();
      await core.close();
    }
  }).timeout(SEVERAL_PROCESSES_MS);
});
