import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createTestDatabase, listen, skipWithout, testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import type { Browser, Page } from 'playwright-core';
import { createDocsRoutes } from '../../src/docs/docs-routes.ts';
import { operations } from '../openapi/contract.ts';
import { type Bakery, makeCompany, makeDataFolder, migrateAll, ServedHost, settingsFor } from './running-shaon.ts';
import { launchBrowser, openPage, type WatchedPage } from './watched-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What Swagger UI draws, whose faults are not ours. */
const VIEWER = '#api';
const LEAVE = '#operations-Leave-listLeave';

describe('/docs in a browser', function () {
  this.timeout(90_000);
  const folder = makeDataFolder();
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let bakery: Bakery;
  let server: ServedHost;
  let browser: Browser;

  before(async function () {
    const chromium = skipWithout(this, 'chromium');
    database = await createTestDatabase(testedDialects()[0] ?? 'sqlite');
    await migrateAll(database.connection);
    bakery = await makeCompany(database.connection);
    server = await ServedHost.serve(settingsFor(database.connection, folder.path));
    browser = await launchBrowser(chromium);
  });
  after(async () => {
    await browser?.close();
    await server?.end();
    await database?.drop();
    folder.remove();
  });

  describe('shows the contract', () => {
    let watched: WatchedPage;
    let page: Page;

    before(async () => {
      watched = await openDocs(server.url);
      page = watched.page;
    });

    it('with every operation and every webhook', async () => {
      const shown = await page.locator('.opblock').evaluateAll((blocks) =>
        blocks.map((block) => {
          const text = (selector: string) => block.querySelector(selector)?.textContent?.replaceAll('\u200b', '');
          return `${text('.opblock-summary-method')} ${text('.opblock-summary-path')}`;
        }),
      );
      const published = [...operations(), ...operations('x-webhooks')];
      expect(shown.sort()).deep.equal(published.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort());
    });

    it('opened: with the parameters, answers and ability of each', async () => {
      await page.locator('.opblock-summary-control').evaluateAll((buttons) => {
        for (const button of buttons) (button as HTMLButtonElement).click();
      });
      const published = [...operations(), ...operations('x-webhooks')];
      await page.waitForFunction(
        (count) => document.querySelectorAll('.responses-inner').length === count,
        published.length,
      );
      const opened = await page.locator('.opblock').evaluateAll((blocks) =>
        blocks.map((block) => {
          const all = (selector: string, name: string) =>
            [...block.querySelectorAll(selector)].map((element) => element.getAttribute(name));
          const parameters = all('tr[data-param-name]', 'data-param-name');
          return { id: block.id, parameters, statuses: all('tr.response', 'data-code'), text: block.textContent };
        }),
      );
      for (const { definition, parameters, responses } of published) {
        const shown = opened.find(({ id }) => id.endsWith(`-${definition.operationId}`));
        expect(shown?.parameters, shown?.id).to.have.members(parameters.map(({ name }) => name));
        expect(shown?.statuses, shown?.id).to.have.members(Object.keys(responses));
        expect(shown?.text, shown?.id).to.include(definition['x-required-ability'] ?? '');
      }
    });

    it('with Hebrew labels that read from right to left, inside JSON that reads from left to right', async () => {
      const label = page.locator(`${LEAVE} .response[data-code="200"] .microlight span`, { hasText: 'חופש' });
      const { first, last, comma, bidi } = await label.first().evaluate((span) => {
        const right = (node: Node, from: number) => {
          const range = document.createRange();
          range.setStart(node, from);
          range.setEnd(node, from + 1);
          return range.getBoundingClientRect().right;
        };
        const text = span.firstChild as Text;
        const start = text.data.indexOf('חופש');
        const after = span.nextElementSibling?.firstChild as Text;
        return {
          first: right(text, start),
          last: right(text, start + 3),
          comma: right(after, after.data.indexOf(',')),
          bidi: getComputedStyle(span).unicodeBidi,
        };
      });
      expect(first).to.be.above(last);
      expect(comma).to.be.above(first);
      expect(bidi).equal('isolate');
      const input = page.locator(`${LEAVE} tr[data-param-name="type"] input`);
      expect(await input.evaluate((element) => getComputedStyle(element).unicodeBidi)).equal('plaintext');
    });

    it('with a call to try for each operation, and none for a webhook', async () => {
      const offers = (tag: string) => page.locator(`.opblock-tag-section${tag} .try-out__btn`).count();
      const webhooks = ':has([id="operations-tag-Webhooks"])';
      expect(await offers(`:not(${webhooks})`)).equal(operations().length);
      expect(await offers(webhooks)).equal(0);
    });

    it('with a program for each operation in each language, at this server', async () => {
      const samples = await page.locator('.opblock').evaluateAll((blocks) =>
        blocks.map((block) => ({
          id: block.id,
          labels: [...block.querySelectorAll('details > summary')].map((summary) => summary.textContent),
          programs: [...block.querySelectorAll('details pre')].map((program) => program.textContent ?? ''),
        })),
      );
      for (const { definition } of operations()) {
        const shown = samples.find(({ id }) => id.endsWith(`-${definition.operationId}`));
        expect(shown?.labels, shown?.id).deep.equal(['curl', 'TypeScript', 'Python', 'PHP', 'C#']);
        for (const program of shown?.programs ?? []) expect(program).to.include(`${server.url}/api/v1`);
      }
    });

    it('with a quickstart, and guides and descriptions that are there', async () => {
      expect(await page.locator('.start').textContent()).to.include(`${server.url}/api/v1/departments`);
      const links = await page
        .locator('.start a')
        .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
      expect(links.map((link) => link.replace(server.url, ''))).deep.equal([
        '/docs/client-sdk.tgz',
        '/docs/client-sdk',
        '/docs/webhooks-for-receivers',
        '/openapi.json',
        '/openapi-webhooks.json',
      ]);
      for (const link of links) expect((await fetch(link)).status, link).equal(200);
    });

    it('on the width of a telephone, with every operation and every program open', async () => {
      await page.locator('details').evaluateAll((found) => {
        for (const details of found) (details as HTMLDetailsElement).open = true;
      });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await overflow(page)).deep.equal([]);
    });

    it('and guides, by the rules of axe-core, on the width of a telephone', async () => {
      const guides = await browser.newPage({ viewport: { width: 390, height: 844 } });
      for (const colorScheme of ['light', 'dark'] as const)
        for (const path of ['/docs', '/docs/client-sdk', '/docs/webhooks-for-receivers']) {
          await guides.emulateMedia({ colorScheme });
          await guides.goto(server.url + path);
          await guides.locator('details.section').evaluateAll((found) => {
            for (const details of found) (details as HTMLDetailsElement).open = true;
          });
          // Not as a script of the page, which its policy would refuse.
          await guides.evaluate(AXE);
          expect(await violations(guides), `${path} ${colorScheme}`).deep.equal([]);
        }
      await guides.close();
    });

    it('without asking another origin, or for more than its own files and the contract', () => {
      const files = ['docs', 'docs/swagger-ui.css', 'docs/page.css', 'docs/swagger-ui-bundle.js', 'docs/page.js'];
      const expected = [...files, 'docs/favicon-32x32.png', 'openapi.json'].map((file) => `GET ${server.url}/${file}`);
      const asked = new Set(watched.requests.filter((request) => !request.includes(' data:')));
      expect([...asked].sort()).deep.equal(expected.sort());
    });

    it('without a violation of its policy or an error', () => expect(watched.complaints).deep.equal([]));
  });

  it('calls the API with a token that leaves no trace in the browser', async () => {
    const { page, requests } = await openDocs(server.url);
    await page.locator(`${LEAVE} .opblock-summary-control`).click();
    await page.locator(`${LEAVE} .try-out__btn`).click();
    expect(await execute(page))
      .to.include('401')
      .and.include('Unauthenticated.');
    expect(requests.at(-1), 'no example becomes a filter').equal(`GET ${server.url}/api/v1/leave?per_page=50&page=1`);

    await page.locator('.btn.authorize').first().click();
    await page.locator('.modal-ux input').fill(bakery.token);
    await page.locator('.modal-ux button[type=submit]').click();
    await page.locator('.modal-ux .btn-done').click();
    await page.locator(`${LEAVE} tr[data-param-name="type"] input`).fill('חופש');
    expect(await execute(page))
      .to.include('200')
      .and.include('"total"');
    expect(requests.at(-1)).to.include(`/api/v1/leave?type=${encodeURIComponent('חופש')}&`);

    const kept = await page.evaluate(() => ({
      ...{ local: localStorage.length, session: sessionStorage.length, cookies: document.cookie },
    }));
    expect(kept).deep.equal({ local: 0, session: 0, cookies: '' });
    await page.reload();
    await page.locator('.btn.authorize.unlocked').first().waitFor();
  });

  it('offers no call where the API is published at another origin', async () => {
    const app = new Koa().use(createDocsRoutes({ baseUrl: 'https://hr.example/api/v1' }));
    const listening = await listen(app.callback());
    try {
      const { page, complaints } = await openDocs(listening.url);
      expect(await page.locator('.servers').textContent()).to.include('https://hr.example/api/v1');
      await page.locator(`${LEAVE} .opblock-summary-control`).click();
      await page.locator(`${LEAVE} .responses-inner`).waitFor();
      expect(await page.locator(`${LEAVE} .try-out__btn`).count()).equal(0);
      expect(complaints).deep.equal([]);
    } finally {
      await listening.close();
    }
  });

  for (const guide of ['client-sdk', 'webhooks-for-receivers'])
    it(`serves the guide ${guide}, on the width of a telephone, with anchors that are there`, async () => {
      const { page, complaints } = await openPage(browser);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${server.url}/docs/${guide}`);
      expect(await page.locator('h1').count()).equal(1);
      const sections = await page.locator('.guide :is(h2, h3)').allTextContents();
      expect(await page.locator('.contents a').allTextContents()).deep.equal(sections);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).to.be.below(2_500);
      await page.locator('#search').fill('no such words');
      expect(await page.locator('.section:visible').count()).equal(0);
      await page.locator('#search').fill((await page.locator('.section h2').last().textContent()) ?? '');
      expect(await page.locator('.section').last().isVisible()).equal(true);
      expect(await page.locator('.section').last().getAttribute('open')).equal('');
      await page.locator('#search').fill('');
      await page.goto(`${server.url}/docs/${guide}#${await page.locator('.section h2').last().getAttribute('id')}`);
      expect(await page.locator('.section').last().getAttribute('open')).equal('');
      await page.locator('.section').evaluateAll((found) => {
        for (const details of found) (details as HTMLDetailsElement).open = true;
      });
      await page.locator('.contents summary').click();
      expect(await page.locator('.contents a').first().isVisible()).equal(true);
      expect(await overflow(page)).deep.equal([]);
      const missing = await page
        .locator('a[href^="#"]')
        .evaluateAll((links) =>
          links
            .map((link) => (link.getAttribute('href') ?? '').slice(1))
            .filter((id) => document.getElementById(decodeURIComponent(id)) === null),
        );
      expect(missing).deep.equal([]);
      const links = await page
        .locator('a:not([href^="#"])')
        .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
      for (const link of links.filter((one) => one.startsWith(server.url)))
        expect((await fetch(link)).status, link).equal(200);
      expect(complaints).deep.equal([]);
    });

  /** What reaches beyond the right edge of the page, so that it would scroll sideways. */
  async function overflow(page: Page): Promise<string[]> {
    return page.evaluate(() => {
      const { scrollWidth } = document.documentElement;
      if (scrollWidth <= innerWidth) return [];
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1,
      );
      return [`${scrollWidth} px`, ...wide.slice(0, 5).map((element) => `${element.tagName}.${element.className}`)];
    });
  }

  async function openDocs(origin: string): Promise<WatchedPage> {
    const watched = await openPage(browser);
    await watched.page.goto(`${origin}/docs`);
    await watched.page.locator('.opblock').first().waitFor();
    return watched;
  }

  /** Presses "Execute"; gives the answer as it is shown. */
  async function execute(page: Page): Promise<string> {
    const answered = page.waitForResponse((response) => response.url().includes('/api/v1/leave'));
    await page.locator(`${LEAVE} .execute`).click();
    const status = (await answered).status();
    await page.locator(`${LEAVE} .live-responses-table .response-col_status`, { hasText: String(status) }).waitFor();
    return (await page.locator(`${LEAVE} .live-responses-table`).textContent()) ?? '';
  }
});

/** What axe finds outside of the viewer. */
function violations(page: Page): Promise<string[]> {
  return page.evaluate(async (viewer) => {
    const { axe } = window as Window & {
      axe?: {
        run(
          context: object,
        ): Promise<{ violations: readonly { id: string; nodes: readonly { readonly html: string }[] }[] }>;
      };
    };
    if (axe === undefined) return ['axe did not run'];
    const found = await axe.run({ include: [['html']], exclude: [[viewer]] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 100)).join(' | ')}`);
  }, VIEWER);
}
