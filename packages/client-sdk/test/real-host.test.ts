import { fileURLToPath } from 'node:url';
import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { type ApiTest, BASE_URL, EVERY_MOUNT, newEmployee, withApi } from '../../http-koa/test/support.ts';
import { storeDays } from '../../http-koa/test/v1/attendance-rows.ts';
import type { NewEmployee } from '../src/index.ts';
import { clientConformance, type ServiceUnderTest } from './conformance.ts';

/** A company on the real service, enough of it to be walked. */
async function seed(test: ApiTest): Promise<Omit<ServiceUnderTest, 'baseUrl' | 'close'>> {
  const { core, company, foreign } = test;
  const first = await core.organization.createDepartment(company, { name: 'ייצור' });
  const second = await core.organization.createDepartment(company, { name: 'Sales' });
  await core.organization.createBranch(company, { name: 'חיפה' });
  await core.shifts.create(company, { name: 'לילה', wage_percentage: 150 });
  const ids: number[] = [];
  for (const department of [first, second, first, second, first])
    ids.push((await core.employees.create(company, newEmployee({ department_id: department.id }))).id);
  const [employeeId = 0] = ids;
  await storeDays(test, company, [{ employeeId, date: '2026-06-01', checkIn: '2026-06-01T05:00:00Z' }]);
  await core.absenceTypes.createDefaults(company);
  await core.leave.submit(company, { employee_id: employeeId, dates: ['2026-07-01'], type: 'חופש' });
  const stranger = await core.employees.create(foreign, newEmployee());
  return {
    token: test.token,
    narrowToken: await test.newToken(['shifts:read']),
    foreignEmployeeId: stranger.id,
    newEmployee: { ...newEmployee(), salary_type: 'hourly', hourly_rate: 42.5 } as NewEmployee,
  };
}

const close = async () => undefined;

withApi(
  'the client and the real service',
  (test) => {
    clientConformance('the real service over a socket', async () => ({
      ...(await seed(test)),
      baseUrl: test.url,
      close,
    }));
  },
  { mounts: EVERY_MOUNT, hasFollowableLinks: true },
);

withApi('the client and the real service', (test) => {
  clientConformance('the real service, published under another address', async () => {
    const fetch: typeof globalThis.fetch = (input, init) =>
      globalThis.fetch(String(input).replace(BASE_URL, test.url), init);
    return { ...(await seed(test)), baseUrl: BASE_URL, fetch, close };
  });
});

const PAGE_ORIGIN = 'http://127.0.0.1:4999';

withApi(
  'the client in a browser',
  (test) => {
    let browser: Browser;

    before(async function () {
      // The page's server is played by the test, and Chromium takes it for one outside of this machine.
      const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-features=LocalNetworkAccessChecks'];
      const executablePath = skipWithout(this, 'chromium');
      browser = await chromium.launch({ executablePath, args });
    });
    after(() => browser?.close());

    it('reads from a page of another origin that the operator allows, with the headers that it may read', async () => {
      const { outputFiles } = await build({
        entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
        ...{ bundle: true, write: false, format: 'iife', globalName: 'shaon', platform: 'browser', target: 'es2022' },
      });
      const page = await browser.newPage();
      await page.route(`${PAGE_ORIGIN}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>page' }));
      await page.goto(`${PAGE_ORIGIN}/`);
      // As long as requests are played, Playwright answers the preflights too.
      await page.unrouteAll();
      await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
      const program = `(async () => {
        const options = ${JSON.stringify({ baseUrl: test.url, token: test.token, retries: 0 })};
        const client = new shaon.ShaonClient(options);
        const { data, response } = await client.departments.list({ requestId: 'page-1' }).withResponse();
        const isLimited = response.rateLimitRemaining !== undefined;
        // A browser refuses to run its fetch as a method of another object.
        const given = await new shaon.ShaonClient({ ...options, fetch: window.fetch }).departments.list();
        return { data, requestId: response.requestId, isLimited, given };
      })()`;
      expect(await page.evaluate(program)).to.deep.equal({ data: [], requestId: 'page-1', isLimited: true, given: [] });
    });
  },
  { v1: { corsOrigins: [PAGE_ORIGIN] } },
);
