import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumPath } from '@shaon/testing';
import { launchBrowser } from '../../host/watched-page.ts';
import { everyView } from './every-view.ts';
import { contextFor, DESKTOP, type Look, PHONE } from './signed-in-page.ts';
import { openWorld } from './world.ts';

/*
 * `npm run screenshots -- [--out folder] [--only text]`: a picture of every page of the web interface, in Hebrew and
 * English, on a desktop and a phone, light and dark, for people to look at.
 */
const { values } = parseArgs({
  options: { out: { type: 'string', default: 'screenshots' }, only: { type: 'string', default: '' } },
});
const executable = chromiumPath();
if (executable === undefined) {
  console.error('Chromium is not installed. Debian: apt-get install chromium');
  process.exit(1);
}
const out = resolve(values.out);
mkdirSync(out, { recursive: true });

const world = await openWorld();
const browser = await launchBrowser(executable);
const views = everyView(world).filter(({ path }) => path.includes(values.only));
let count = 0;
for (const locale of ['he', 'en'] as const) {
  for (const [device, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    for (const theme of ['light', 'dark'] as const) {
      const look: Look = { locale, theme, ...size };
      for (const role of new Set(views.map((view) => view.role))) {
        const context = await contextFor(browser, world, role, look);
        const page = await context.newPage();
        for (const view of views.filter((one) => one.role === role)) {
          await page.goto(`${world.origin}/admin${view.path}`);
          await page.screenshot({ path: join(out, `${view.name}.${locale}.${device}.${theme}.png`), fullPage: true });
          count += 1;
        }
        await context.close();
      }
      console.log(`${locale}, ${device}, ${theme}: ${count} pictures`);
    }
  }
}
await browser.close();
await world.close();
console.log(`${count} pictures in ${out}`);
