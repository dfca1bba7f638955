import { createTestDatabase, testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import { makeCompany, makeDataFolder, migrateAll, ServedHost, settingsFor } from './running-shaon.ts';

describe('the page at the root of the host', function () {
  this.timeout(90_000);
  const folder = makeDataFolder();
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let server: ServedHost;

  before(async () => {
    database = await createTestDatabase(testedDialects()[0] ?? 'sqlite');
    await migrateAll(database.connection);
    await makeCompany(database.connection);
    server = await ServedHost.serve(settingsFor(database.connection, folder.path));
  });
  after(async () => {
    await server?.end();
    await database?.drop();
    folder.remove();
  });

  for (const [locale, text] of [
    ['he', 'התחברות'],
    ['en', 'Sign in'],
  ] as const) {
    it(`leads to the sign-in and to the docs: ${locale}`, async () => {
      const answer = await fetch(`${server.url}/`, { headers: { 'Accept-Language': locale } });
      const page = await answer.text();
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-security-policy')).to.include("default-src 'none'");
      expect(page).to.include(`lang="${locale}"`).and.include(text);
      const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? '');
      expect(links).to.include.members(['/admin/', '/docs']);
      for (const link of links) {
        const there = await fetch(server.url + link, { redirect: 'manual' });
        expect(there.status, link).to.be.oneOf([200, 303]);
      }
    });
  }

  it('is at the root alone, and to be read alone', async () => {
    expect((await fetch(`${server.url}/nothing`)).status).to.equal(404);
    expect((await fetch(`${server.url}/`, { method: 'POST' })).status).to.equal(404);
    expect((await fetch(`${server.url}/`, { method: 'HEAD' })).status).to.equal(200);
  });
});
