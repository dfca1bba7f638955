/// <reference lib="dom" />
import type { RequestListener } from 'node:http';
import { generateKey } from '@shaon/core';
import { createTestDatabase, type Listening, listen, skipWithout, testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import { parse } from 'node-html-parser';
import { type Browser, chromium, type Page } from 'playwright-core';
import { openProduct, type Product } from '../src/product.ts';
import { accountTable } from '../src/tables.ts';

const PATH = '/settings/shaon';
const PASSWORD = 'correct';
const BOSS = 'boss@acme.example';
const MANAGER = 'manager@acme.example';
/** What a page of Shaon may lead to outside its own path: the product's first screen and its logo. */
const OF_THE_PRODUCT = ['/', '/logo.svg'];

describe("examples/embed-in-hr-product, Shaon's pages among its own", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let product: Product;
  let listening: Listening;

  before('start the product', async function () {
    if (!testedDialects().includes('postgres')) return this.skip();
    database = await createTestDatabase('postgres');
    if (database.connection.type !== 'postgres') throw new Error('Not PostgreSQL.');
    let listener: RequestListener = () => undefined;
    listening = await listen((request, response) => listener(request, response));
    product = await openProduct({
      databaseUrl: database.connection.url,
      keys: generateKey('test'),
      cookieKey: 'for this test',
      baseUrl: `${listening.url}/api/v1`,
    });
    listener = product.listener;
    await post('/sign-up', { company: 'Bakery', name: 'Bo Boss', email: BOSS, password: PASSWORD });
    const accounts = product.dataSource.getRepository(accountTable);
    const { id: _, ...boss } = await accounts.findOneByOrFail({ email: BOSS });
    await accounts.save({ ...boss, name: 'Mo Manager', email: MANAGER, role: 'manager' });
  });
  after('stop it', async () => {
    await listening?.close();
    await product?.close();
    await database?.drop();
  });

  it('lead to the log-in of the product, and from there back', async () => {
    const first = await fetch(`${listening.url}${PATH}/tokens?state=active`, { redirect: 'manual' });
    expect(first.status).equal(303);
    const logIn = first.headers.get('location') ?? '';
    expect(logIn).equal(`/log-in?next=${encodeURIComponent(`${PATH}/tokens?state=active`)}`);
    const answer = await post(logIn, { email: BOSS, password: PASSWORD });
    expect([answer.status, answer.headers.get('location')]).deep.equal([303, `${PATH}/tokens?state=active`]);
    const elsewhere = await post('/log-in?next=//evil.example', { email: BOSS, password: PASSWORD });
    expect(elsewhere.headers.get('location')).equal('/');
  });

  it('have no sign-in, account or company page of their own', async () => {
    const cookie = await logIn(BOSS);
    for (const path of ['/sign-in', '/account', '/company', '/my-day', '/set-up/x', '/confirm'])
      expect((await get(PATH + path, cookie)).status, path).equal(404);
    expect((await get('/admin/tokens', cookie)).status).equal(404);
  });

  it('have every link and form under the path of the product, and its name and logo', async () => {
    const cookie = await logIn(BOSS);
    const seen = new Set<string>();
    const left = [`${PATH}/tokens`];
    for (let page = left.shift(); page !== undefined && seen.size < 40; page = left.shift()) {
      if (seen.has(page)) continue;
      seen.add(page);
      const answer = await get(page, cookie);
      expect(answer.status, page).to.be.below(500);
      if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
      const document = parse(await answer.text());
      expect(document.querySelector('.brand')?.textContent).to.include('Acme HR').and.include('Bakery');
      expect(document.querySelector('.brand img')?.getAttribute('src')).equal('/logo.svg');
      const all = ['href', 'src', 'action'].flatMap((name) =>
        document.querySelectorAll(`[${name}]`).map((element) => element.getAttribute(name) ?? ''),
      );
      const strange = all.filter(
        (link) => !link.startsWith(`${PATH}/`) && !/^[#?]/.test(link) && !OF_THE_PRODUCT.includes(link),
      );
      expect(strange, page).deep.equal([]);
      const next = document.querySelectorAll('a[href]').map((link) => link.getAttribute('href') ?? '');
      left.push(...next.filter((link) => link.startsWith(PATH)).map((link) => link.split('#', 1)[0] ?? ''));
    }
    expect(seen.size).to.be.above(8);
    expect((await get('/logo.svg', cookie)).headers.get('content-type')).to.match(/^image\/svg/);
  });

  it("know the product's roles, and who acted", async () => {
    const manager = await logIn(MANAGER);
    expect((await get(`${PATH}/tokens`, manager)).status).equal(403);
    expect((await get(`${PATH}/people`, manager)).status).equal(200);
  });

  describe('in a browser', () => {
    let browser: Browser;
    before(async function () {
      const executablePath = skipWithout(this, 'chromium');
      browser = await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
      });
    });
    after(() => browser?.close());

    it('go from the log-in to a token that the API takes', async function () {
      this.timeout(60_000);
      const page = await (await browser.newContext({ locale: 'he-IL' })).newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(listening.url);
      await page.click('text=Log in');
      await page.fill('[name=email]', BOSS);
      await page.fill('[name=password]', PASSWORD);
      await page.click('button');
      await page.click('text=Attendance and API');
      await page.click('nav.side >> text=Tokens');
      expect(await strangeLinks(page)).deep.equal([]);
      expect(await page.textContent('nav.side .brand')).to.include('Acme HR');
      expect(await page.evaluate(() => document.querySelector<HTMLImageElement>('.brand img')?.complete)).equal(true);

      await page.click('a[href$="/tokens/new"]');
      await page.fill('[name=name]', 'Payroll');
      await page.check('[value="employees:read"]');
      await page.click('main form[method=post] button[type=submit]');
      const token = await page.textContent('#secret');
      const call = await fetch(`${listening.url}/api/v1/employees`, { headers: { Authorization: `Bearer ${token}` } });
      expect(call.status).equal(200);
      expect(new URL(page.url()).pathname).to.match(/^\/settings\/shaon\/tokens/);
      await page.click('nav.side >> text=Audit');
      expect(await page.textContent('main')).to.include('Bo Boss');
      await page.click('nav.side a[href="/"]');
      expect(await page.textContent('h1')).equal('Acme HR');
      expect(complaints).deep.equal([]);
    });
  });

  const get = (path: string, cookie: string) =>
    fetch(listening.url + path, { redirect: 'manual', headers: { Cookie: cookie, 'Accept-Language': 'en' } });
  const post = (path: string, body: object) =>
    fetch(listening.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function logIn(email: string): Promise<string> {
    const answer = await post('/log-in', { email, password: PASSWORD });
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }
});

/** Links and forms of the page that lead out of Shaon's path and not into the product. */
function strangeLinks(page: Page): Promise<string[]> {
  return page.$$eval(
    '[href], [action]',
    (elements, allowed) =>
      elements
        .map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? '')
        .filter((link) => !link.startsWith('/settings/shaon/') && !link.startsWith('#') && !allowed.includes(link)),
    OF_THE_PRODUCT,
  );
}
