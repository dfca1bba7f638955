import { setTimeout } from 'node:timers/promises';
import { type Core, createCore } from '@shaon/core';
import { onEachDatabase, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { NO_HOST } from '../no-host.ts';
import { speak } from '../speak.ts';
import {
  type Bakery,
  makeCompany,
  makeDataFolder,
  migrateAll,
  ServedHost,
  settingsFor,
  TEST_KEYS,
} from './running-shaon.ts';

/** Targets that make Koa, or the URL parsers that it asks, throw. */
const THROWING = [
  '//a@[#',
  'http://[/api/v1/employees',
  'http://[::1/api/v1/employees',
  ...NO_HOST,
  '//user:pass@[/#',
  '//u@[/api/v1/employees#x',
  '/api/v1/employees#fragment',
  '*',
  'ftp://x/api/v1/employees',
];
const REFUSED = '{"message":"The request is not valid HTTP."}';

onEachDatabase('requests that are valid HTTP for Node alone', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  let bakery: Bakery;
  let server: ServedHost;
  let port: number;
  let core: Core;

  before(async () => {
    bakery = await makeCompany(database.connection());
    const settings = { SHAON_METRICS: '0', SHAON_TRUSTED_PROXIES: '127.0.0.1' };
    server = await ServedHost.serve(settingsFor(database.connection(), folder.path, settings));
    port = Number(new URL(server.url).port);
    core = await createCore({ database: database.connection(), keys: TEST_KEYS });
  });
  after(async () => {
    await server?.end();
    await core?.close();
    folder.remove();
  });

  const rows = (requestId: string) =>
    core.extension.database
      .allCompanies()
      .run(
        rawSql(
          'SELECT kind, company_id, method, path, status, ip, detail, duration_us FROM "shaon_audit" WHERE request_id = $1',
        ),
        [requestId],
      );
  const requestIdOf = (answer: string) => /^x-request-id: (.+)\r$/im.exec(answer)?.[1] ?? '';

  it('are refused with their audit row when the target is no path, and end nothing', async () => {
    for (const [index, target] of THROWING.entries()) {
      const id = `target-${index}`;
      const answer = await speak(
        port,
        `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nX-Forwarded-For: 192.0.2.5\r\n\r\n`,
      );
      expect(answer, target).to.match(/^HTTP\/1\.1 400 /);
      expect(answer).to.contain(REFUSED).and.to.contain('X-Request-Id: ').and.to.contain('Connection: close');
      const [row, ...more] = await rows(id);
      expect(more).to.deep.equal([]);
      const path = target.replace(/\/\/[^/]*@/, '//…@');
      expect(row).to.include({ kind: 'api', company_id: null, method: 'GET', path, ip: '192.0.2.5' });
      expect(row).to.include({ detail: '{"refused":"target"}' });
      expect([Number(row?.status), Number(row?.duration_us) >= 0]).to.deep.equal([400, true]);
    }
    expect((await server.get('/healthz')).status).to.equal(200);
    const figures = await (await fetch(server.metricsUrl)).text();
    expect(figures, 'counted without a route').to.match(/route="none",status="400"\} \d/);
    expect(figures).not.to.contain('route="/",status="400"');
  });

  it('keep no token in the audit, and no more than 512 characters', async () => {
    const target = `*${bakery.token}${'x'.repeat(4_000)}`;
    const answer = await speak(port, `GET ${target.replace('*', '/#')} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer).to.match(/^HTTP\/1\.1 400 /);
    const [row] = await rows(requestIdOf(answer));
    expect(row?.path)
      .to.match(/^\/#shn_…x*$/)
      .and.to.have.lengthOf.at.most(512);
  });

  it('keep no secret of a set-up link, in the audit and in the log', async () => {
    const secret = 'Tq3_'.repeat(10).concat('abc');
    const answer = await speak(port, `GET /admin/set-up/${secret}#x HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer).to.match(/^HTTP\/1\.1 400 /);
    const [row] = await rows(requestIdOf(answer));
    expect(row?.path).to.equal('/admin/set-up/…#x');
    const page = await server.get(`/admin/set-up/${secret}`);
    expect(page.status).to.equal(404);
    const line = () => server.lines.find(({ route }) => route === '/admin/set-up/:secret');
    for (let waits = 0; waits < 100 && line() === undefined; waits++) await setTimeout(20);
    expect(line()).to.include({ status: 404 });
    expect(JSON.stringify(server.lines)).not.to.contain(secret);
  });

  it('are refused with their audit row when an API call names no host or two', async () => {
    const heads = { none: '', two: 'Host: x\r\nHost: y\r\n' };
    for (const [name, hosts] of Object.entries(heads)) {
      const answer = await speak(
        port,
        `GET /api/v1/employees?page=1 HTTP/1.1\r\n${hosts}X-Request-Id: host-${name}\r\nAuthorization: Bearer ${bakery.token}\r\n\r\n`,
      );
      expect(answer, name)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.to.contain(REFUSED);
      const [row] = await rows(`host-${name}`);
      expect(row).to.include({ company_id: null, path: '/api/v1/employees', detail: '{"refused":"host"}' });
    }
  });

  it('are refused without an audit row when they are no API call', async () => {
    const answer = await speak(port, 'GET /healthz HTTP/1.1\r\nX-Request-Id: not-api\r\n\r\n');
    expect(answer).to.match(/^HTTP\/1\.1 400 /);
    expect(await rows('not-api')).to.deep.equal([]);
  });

  it('are served when the target is the absolute form of a path', async () => {
    const head = `Host: x\r\nAuthorization: Bearer ${bakery.token}\r\nConnection: close\r\n\r\n`;
    expect(await speak(port, `GET http://hr.example/api/v1/employees HTTP/1.1\r\n${head}`)).to.match(
      /^HTTP\/1\.1 200 /,
    );
  });

  it('are refused on the port of the metrics too', async () => {
    const metricsPort = Number(new URL(server.metricsUrl).port);
    for (const target of THROWING) {
      const answer = await speak(metricsPort, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer, target)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.to.contain(REFUSED);
    }
  });

  it('are counted when the parser itself refuses them', async () => {
    const before = await (await fetch(server.metricsUrl)).text();
    expect(before).to.not.contain('shaon_http_unparsable_total{');
    await speak(port, 'nonsense\r\n\r\n');
    await speak(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    const figures = await (await fetch(server.metricsUrl)).text();
    expect(figures).to.contain('shaon_http_unparsable_total{status="400"} 1\n');
    expect(figures).to.contain('shaon_http_unparsable_total{status="431"} 1\n');
  });
});
