import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import {
  type Bakery,
  bearer,
  makeCompany,
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  ServedHost,
  settingsFor,
} from './running-shaon.ts';

onEachDatabase('SHAON_REQUIRE_HTTPS', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  let bakery: Bakery;
  let server: ServedHost;

  async function serve(proxies: string): Promise<void> {
    const more = { SHAON_REQUIRE_HTTPS: 'true', SHAON_TRUSTED_PROXIES: proxies };
    server = await ServedHost.serve(settingsFor(database.connection(), folder.path, more));
  }

  before(async () => {
    bakery = await makeCompany(database.connection());
  });
  afterEach(() => server?.end());
  after(() => folder.remove());

  const call = (scheme: string | null) =>
    server.get('/api/v1/departments', {
      ...bearer(bakery.token),
      ...(scheme === null ? {} : { 'X-Forwarded-Proto': scheme }),
    });

  it('lets through what a trusted proxy has got by https, and refuses the rest without a redirect', async () => {
    await serve('127.0.0.0/8');
    expect((await call('https')).status).to.equal(200);
    expect((await call('http, https')).status).to.equal(200);
    for (const scheme of [null, 'http', 'https, http', 'https://']) {
      const refused = await call(scheme);
      expect(refused.status, String(scheme)).to.equal(403);
      expect(await refused.json()).to.deep.equal({ message: 'Call this API by https.' });
      expect(refused.headers.has('location')).to.equal(false);
    }
    expect((await server.get('/readyz')).status).to.equal(200);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('does not believe a proxy that is not trusted', async () => {
    await serve('192.0.2.1');
    expect((await call('https')).status).to.equal(403);
  }).timeout(SEVERAL_PROCESSES_MS);
});
