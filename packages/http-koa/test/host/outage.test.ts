import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { giveBack, takeAway } from './database-outage.ts';
import {
  type Bakery,
  bearer,
  makeCompany,
  makeDataFolder,
  migrateAll,
  RunningShaon,
  settingsFor,
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
