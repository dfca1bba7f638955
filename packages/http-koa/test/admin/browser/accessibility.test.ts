/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { daySeed, runsAll, skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, watchedPageOf } from '../../host/watched-page.ts';
import { everyView, type SeenPage } from './every-view.ts';
import { contextFor, DESKTOP, type Look, PHONE } from './signed-in-page.ts';
import { textFaultsOf } from './text-faults.ts';
import { openWorld, type World } from './world.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A desktop of 1,280 pixels that is enlarged four times (WCAG 2, 1.4.10). */
const NARROWEST = 320;

/** How a page is opened, and how it is looked at after that: a second look costs less than a second opening. */
const ALL_LOOKS: readonly (readonly [Look, ...Look[]])[] = [
  [
    { locale: 'he', theme: 'light', ...DESKTOP },
    { locale: 'he', theme: 'dark', ...PHONE },
  ],
  [
    { locale: 'en', theme: 'dark', ...DESKTOP },
    { locale: 'en', theme: 'light', ...PHONE },
  ],
];
/** `npm test` takes one of the four, another one the next day. */
const LOOKS = runsAll ? ALL_LOOKS : [[ALL_LOOKS.flat()[daySeed % 4] as Look] as const];

/** Every page in both languages, colour modes and widths, by the rules of axe-core, and without complaint of the browser. */
describe('the pages for everybody', () => {
  let world: World;
  let browser: Browser;
  let views: readonly SeenPage[];

  before(async function () {
    this.timeout(120_000);
    const chromium = skipWithout(this, 'headless-chromium');
    world = await openWorld();
    browser = await launchBrowser(chromium);
    views = everyView(world);
  });

  after(async () => {
    await browser?.close();
    await world?.close();
  });

  for (const looks of LOOKS) {
    const [first] = looks;
    for (const role of ['admin', 'manager', 'employee', null] as const) {
      it(`have nothing in anybody's way: ${role ?? 'visitor'}, ${first.locale}`, async function () {
        this.timeout(600_000);
        const context = await contextFor(browser, world, role, first);
        const { page, complaints } = await watchedPageOf(context);
        // A page's policy would refuse it as a script of its own, and sent to each page it would be compiled each time.
        await page.addInitScript(AXE);
        const faults: string[] = [];
        for (const { path } of views.filter((seen) => seen.role === role)) {
          const before = complaints.length;
          await page.goto(`${world.origin}/admin${path}`);
          for (const look of looks) {
            await lookAs(page, look);
            faults.push(...(await faultsOf(page)).map((fault) => `${path} (${look.theme}, ${look.width}): ${fault}`));
          }
          await lookAs(page, { ...(looks.at(-1) ?? first), width: NARROWEST });
          faults.push(...(await widthFaultOf(page)).map((fault) => `${path} (${NARROWEST}): ${fault}`));
          faults.push(...complaints.slice(before).map((complaint) => `${path}: ${complaint}`));
        }
        await context.close();
        expect(faults.join('\n')).to.equal('');
      });
    }
  }

  it('show the beginning of a long name of either direction, and keep a long choice in its place', async () => {
    const context = await contextFor(browser, world, 'admin', { locale: 'he', theme: 'light', ...DESKTOP });
    const { page } = await watchedPageOf(context);
    await page.goto(`${world.origin}/admin/attendance?month=2020-01`);
    const shown = await page.evaluate(() => {
      const name = document.querySelector('.month .who .unchosen bdi') as HTMLElement;
      const isBeginningShown = (text: string) => {
        name.textContent = text;
        const first = document.createRange();
        first.setStart(name.firstChild as Node, 0);
        first.setEnd(name.firstChild as Node, 1);
        const [letter, cell] = [
          first.getBoundingClientRect(),
          (name.closest('.who') as Element).getBoundingClientRect(),
        ];
        return letter.left >= cell.left && letter.right <= cell.right;
      };
      const select = document.querySelector('.filters select') as HTMLSelectElement;
      select.add(new Option('מחלקה '.repeat(40)));
      return {
        latin: isBeginningShown('Bartholomew '.repeat(20)),
        hebrew: isBeginningShown('אברהם '.repeat(40)),
        isSelectNarrow: select.getBoundingClientRect().width <= 240,
      };
    });
    await context.close();
    expect(shown).to.deep.equal({ latin: true, hebrew: true, isSelectNarrow: true });
  });

  it('mark what is chosen and what has the focus also in the system’s own colours', async () => {
    const context = await contextFor(browser, world, 'admin', { locale: 'he', theme: 'light', ...DESKTOP });
    const { page } = await watchedPageOf(context);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${world.origin}/admin/leave`);
    await page.locator('.filters select').first().focus();
    const seen = await page.evaluate(() => {
      const focus = getComputedStyle(document.activeElement as Element);
      const ground = getComputedStyle(document.body).backgroundColor;
      const lineOf = (selector: string, side: 'borderBottomColor' | 'borderInlineStartColor') =>
        getComputedStyle(document.querySelector(selector) as Element)[side] === ground ? 'none' : 'shown';
      return {
        focus: `${focus.outlineStyle} ${focus.outlineWidth}`,
        tabs: ['.tabs a[aria-current]', '.tabs a:not([aria-current])'].map((tab) => lineOf(tab, 'borderBottomColor')),
        queue: ['.queue-list a[aria-current]', '.queue-list a:not([aria-current])'].map((item) =>
          lineOf(item, 'borderInlineStartColor'),
        ),
      };
    });
    await context.close();
    expect(seen).to.deep.equal({ focus: 'solid 2px', tabs: ['shown', 'none'], queue: ['shown', 'none'] });
  });

  it('draw the buttons below a queue as those below other lists', async () => {
    const context = await contextFor(browser, world, 'manager', { locale: 'en', theme: 'light', ...DESKTOP });
    const { page } = await watchedPageOf(context);
    await page.goto(`${world.origin}/admin/leave?status=approved&since=2020-01-01`);
    const [previous, next] = await page
      .locator('.queue-list .paging .btn')
      .evaluateAll((buttons) =>
        buttons.map((button) => [button.clientHeight, getComputedStyle(button).borderLeftWidth]),
      );
    await context.close();
    expect(next).to.deep.equal(previous).and.not.equal(undefined);
  });

  it('keep an ability whole in a table that scrolls', async () => {
    const context = await contextFor(browser, world, 'admin', { locale: 'he', theme: 'light', ...PHONE });
    const { page } = await watchedPageOf(context);
    await page.goto(`${world.origin}/admin/tokens/${world.ids.tokens}`);
    const heights = await page
      .locator('.scroll-x .mono')
      .evaluateAll((codes) => codes.map((code) => code.clientHeight));
    await context.close();
    expect(heights).to.have.length.above(1);
    expect(Math.max(...heights), 'lines').to.be.below(30);
  });

  it('keep tabs, the navigation and headings on one line of a phone', async () => {
    for (const locale of ['he', 'en'] as const) {
      const look: Look = { locale, theme: 'light', width: 390, height: 844 };
      for (const [role, paths] of [
        [
          'admin',
          ['/attendance', '/leave', '/people', '/month', '/tokens', '/webhooks', '/deliveries', '/audit', '/company'],
        ],
        ['employee', ['/my-day', '/my-day/month', '/my-day/correction', '/my-day/leave', '/account']],
      ] as const) {
        const context = await contextFor(browser, world, role, look);
        const { page } = await watchedPageOf(context);
        for (const path of paths) {
          await page.goto(`${world.origin}/admin${path}`);
          const broken = await page.locator('.tabs a, .bottom a span, main h1').evaluateAll((texts) =>
            texts
              .filter((text) => {
                const range = document.createRange();
                range.selectNodeContents(text.firstElementChild ?? text);
                const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
                return Math.max(...tops) - Math.min(...tops) > 12;
              })
              .map((text) => text.textContent?.trim()),
          );
          expect(broken, `${path}, ${locale}`).to.deep.equal([]);
        }
        const tops = await page
          .locator('.tabs')
          .evaluateAll((lists) =>
            lists.map((list) => new Set([...list.children].map((tab) => tab.getBoundingClientRect().top)).size),
          );
        expect(tops, `${role}, ${locale}`).to.deep.equal(tops.map(() => 1));
        await context.close();
      }
    }
  });

  it('give each day of a month room to be read and pressed, in any window', async () => {
    const context = await contextFor(browser, world, 'manager', { locale: 'he', theme: 'light', ...DESKTOP });
    const { page } = await watchedPageOf(context);
    const narrow: string[] = [];
    for (const path of ['/attendance?month=2026-10', '/leave/calendar?month=2026-10']) {
      await page.goto(`${world.origin}/admin${path}`);
      for (const width of [PHONE.width, 768, 992, 1_024, 1_280]) {
        await page.setViewportSize({ width, height: 800 });
        const day = await page.locator('.month thead th:nth-child(2)').boundingBox();
        if (day === null || day.width < 24) narrow.push(`${path} at ${width}: ${day?.width}`);
        narrow.push(...(await widthFaultOf(page)).map((fault) => `${path} at ${width}: ${fault}`));
      }
    }
    await context.close();
    expect(narrow).to.deep.equal([]);
  });

  it('draw bars in the system’s own colours', async () => {
    const context = await contextFor(browser, world, 'employee', { locale: 'he', theme: 'light', ...DESKTOP });
    const { page } = await watchedPageOf(context);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.goto(`${world.origin}/admin/my-day`);
    const [bar, text] = await page.evaluate(() => {
      const style = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
      return [style('.chart rect').fill, style('body').color];
    });
    await context.close();
    expect(bar).to.equal(text);
  });

  it('show an employee more than the controls on a low screen', async () => {
    const look = { locale: 'he', theme: 'light', width: NARROWEST, height: 256 } as const;
    const context = await contextFor(browser, world, 'employee', look);
    const { page } = await watchedPageOf(context);
    await page.goto(`${world.origin}/admin/my-day`);
    const controls = await page.evaluate(() => document.querySelector('.dock')?.getBoundingClientRect().top);
    await context.close();
    expect(controls, 'below the screen').to.be.at.least(look.height);
  });

  it('are printed dark on white, a month with all its days', async function () {
    this.timeout(120_000);
    const context = await contextFor(browser, world, 'admin', { locale: 'he', theme: 'dark', ...DESKTOP });
    const { page } = await watchedPageOf(context);
    await page.goto(`${world.origin}/admin/attendance`);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const [, width, height] = /MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]/.exec(paper) ?? [];
    expect(Number(width), 'a page on its side').to.be.above(Number(height));
    await page.emulateMedia({ media: 'print' });
    // The inner width of that page at 96 pixels an inch.
    await page.setViewportSize({ width: 1_046, height: 700 });
    const printed = page.locator('.printed:visible');
    expect(await printed.textContent(), 'the company and the moment').to.match(/ · .+2026, \d\d:\d\d \(שעון ישראל\)/);
    const month = await page.locator('.period span:visible').textContent();
    expect(month).to.match(/^(?:ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר) 2026$/);
    expect(await page.locator('.frame .btn:visible').count(), 'buttons, which paper does not have').to.equal(0);
    expect(await page.locator('.filters:visible').count(), 'a filter that is not set').to.equal(0);
    const shown = await page.evaluate(() => {
      const grid = document.querySelector('table.month')?.getBoundingClientRect();
      const { backgroundColor, color } = getComputedStyle(document.body);
      return { backgroundColor, color, isWhole: grid !== undefined && grid.left >= 0 && grid.right <= innerWidth };
    });
    await page.goto(`${world.origin}/admin/attendance?state=pending`);
    expect(await page.locator('.filters select:visible').count(), 'a filter that is set').to.equal(4);
    for (const path of [`/attendance/people/${world.ids.attendance}?date=${world.date}`, '/leave']) {
      await page.goto(`${world.origin}/admin${path}`);
      expect(await page.locator('.frame :is(.btn, textarea):visible').count(), `${path}: forms`).to.equal(0);
    }
    await context.close();
    expect(shown).to.deep.equal({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(26, 28, 32)', isWhole: true });
  });
});

/** As the stylesheet shows it in another colour mode and width. */
async function lookAs(page: Page, { theme, width, height }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((mode) => document.documentElement.setAttribute('data-bs-theme', mode), theme);
}

/** What axe finds, and what is wider than the screen. */
async function faultsOf(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const { axe } = window as Window & {
      axe?: { run(options: object): Promise<{ violations: readonly AxeViolation[] }> };
    };
    // WCAG 2.2's rule about the size of what is pressed is off unless it is asked for.
    const options = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] };
    // What the dock covers can be scrolled from under it, which axe does not try.
    const dock = document.querySelector<HTMLElement>('.dock');
    dock?.style.setProperty('position', 'static');
    const found = await axe?.run(options);
    dock?.style.removeProperty('position');
    return found?.violations ?? [{ id: 'axe did not run', nodes: [] }];
  });
  const found = violations.map(({ id, nodes }) => {
    const targets = nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`);
    return `${id} (${nodes.length}): ${targets.join(' | ')}`;
  });
  return [...found, ...(await widthFaultOf(page)), ...(await touchFaultsOf(page)), ...(await textFaultsOf(page))];
}

/** On a phone what a thumb presses is 44 pixels high; a field has letters at which the phone does not enlarge the page, and covers no other. */
function touchFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate((phone) => {
    if (innerWidth > phone) return [];
    const controls = [...document.querySelectorAll<HTMLElement>('.btn, .form-control, .form-select')];
    return controls
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        const isField = !control.matches('.btn');
        const letters = Number.parseFloat(getComputedStyle(control).fontSize);
        return height < 44 || (isField && (letters < 16 || width - (control.parentElement?.clientWidth ?? 0) > 1));
      })
      .map((control) => `not for a thumb: ${control.outerHTML.slice(0, 120)}`);
  }, PHONE.width);
}

async function widthFaultOf(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [`${overflow} pixels wider than the screen`] : [];
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}
