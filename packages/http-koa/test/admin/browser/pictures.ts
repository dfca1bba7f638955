import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Locale, LoginRole } from '@shaon/core';
import { chromiumPath } from '@shaon/testing';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../host/watched-page.ts';
import { contextFor, PHONE } from './signed-in-page.ts';
import { openWorld, type World } from './world.ts';

/*
 * `npm run pictures -- [--out folder]`: the pictures of `docs/` and the README, each taken of a real page. They are smaller
 * with few colours: `pngquant 64 --nofs --strip --ext .png --force *.png`.
 */

interface Picture {
  readonly name: string;
  readonly role: LoginRole | null;
  readonly locale: Locale;
  readonly isPhone?: boolean;
  /** Brings the page to what is shown. */
  readonly open: (page: Page, world: World) => Promise<unknown>;
}

const DESK = { width: 1280, height: 760 };

const at =
  (path: string | ((world: World) => string)) =>
  (page: Page, world: World): Promise<unknown> =>
    page.goto(`${world.origin}/admin${typeof path === 'string' ? path : path(world)}`);

const PICTURES: readonly Picture[] = [
  { name: 'set-up', role: null, locale: 'en', open: openSetUp },
  { name: 'people', role: 'admin', locale: 'en', open: at('/people') },
  { name: 'new-person', role: 'admin', locale: 'en', open: at('/people/new') },
  { name: 'tokens', role: 'admin', locale: 'en', open: at('/tokens') },
  { name: 'new-token', role: 'admin', locale: 'en', open: openNewToken },
  { name: 'created-token', role: 'admin', locale: 'en', open: createToken },
  { name: 'new-webhook', role: 'admin', locale: 'en', open: at('/webhooks/new') },
  { name: 'webhook', role: 'admin', locale: 'en', open: at(({ ids }) => `/webhooks/${ids.webhooks}`) },
  { name: 'delivery', role: 'admin', locale: 'en', open: at(({ ids }) => `/deliveries/${ids.deliveries}`) },
  { name: 'audit', role: 'admin', locale: 'en', open: at('/audit') },
  { name: 'attendance', role: 'manager', locale: 'en', open: at('/attendance') },
  { name: 'attendance-hebrew', role: 'manager', locale: 'he', open: at('/attendance') },
  { name: 'leave', role: 'manager', locale: 'en', open: at('/leave') },
  { name: 'correction', role: 'manager', locale: 'en', open: at('/corrections/1') },
  { name: 'month', role: 'admin', locale: 'en', open: at('/month') },
  { name: 'payroll', role: 'admin', locale: 'en', open: at('/month/payroll') },
  { name: 'register', role: 'admin', locale: 'en', open: at('/month/register/1') },
  { name: 'my-day', role: 'employee', locale: 'en', isPhone: true, open: at('/my-day') },
  { name: 'my-day-hebrew', role: 'employee', locale: 'he', isPhone: true, open: at('/my-day') },
];

const { values } = parseArgs({ options: { out: { type: 'string', default: 'docs/pictures' } } });
const executable = chromiumPath();
if (executable === undefined) {
  console.error('Chromium is not installed. Debian: apt-get install chromium');
  process.exit(1);
}
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
const world = await openWorld();
const browser = await launchBrowser(executable);
for (const { name, role, locale, isPhone, open } of PICTURES) {
  const context = await contextFor(browser, world, role, { locale, theme: 'light', ...(isPhone ? PHONE : DESK) });
  const page = await context.newPage();
  await open(page, world);
  await page.screenshot({ path: join(out, `${name}.png`) });
  await context.close();
}
await browser.close();
await world.close();
console.log(`${PICTURES.length} pictures in ${out}`);

async function openSetUp(page: Page, { core, company, origin }: World): Promise<void> {
  const input = { name: 'Dana Levi', email: 'dana.levi@gilboa-log.example' };
  const { link } = await core.accounts.inviteAdmin(company.companyId, input);
  await page.goto(`${origin}/admin/set-up/${link.secret}`);
}

async function openNewToken(page: Page, { origin }: World): Promise<void> {
  await page.goto(`${origin}/admin/tokens/new`);
  await page.fill('[name=name]', 'Payroll');
  await page.check('[value="attendance:read"]');
  await page.evaluate('document.activeElement.blur()');
}

async function createToken(page: Page, opened: World): Promise<void> {
  await openNewToken(page, opened);
  await page.click('main form[method=post] button[type=submit]');
  await page.waitForSelector('#secret');
}
