import type { Locale, LoginRole } from '@shaon/core';
import type { Browser, BrowserContext } from 'playwright-core';
import { PASSWORD } from '../support.ts';
import type { World } from './world.ts';

export interface Look {
  readonly locale: Locale;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

export const HEBREW_DESKTOP: Look = { locale: 'he', theme: 'light', ...DESKTOP };
export const HEBREW_PHONE: Look = { locale: 'he', theme: 'dark', ...PHONE };
export const ENGLISH_DESKTOP: Look = { locale: 'en', theme: 'dark', ...DESKTOP };
export const ENGLISH_PHONE: Look = { locale: 'en', theme: 'light', ...PHONE };

/** A browser of its own, in a language, a colour mode and a size. */
export function browserContext(
  browser: Browser,
  { locale, theme, width, height }: Look,
  options: { readonly javaScriptEnabled?: boolean } = {},
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width, height },
    locale: locale === 'he' ? 'he-IL' : 'en-GB',
    colorScheme: theme,
    reducedMotion: 'reduce',
    javaScriptEnabled: options.javaScriptEnabled ?? true,
  });
}

/** The same; signed in unless nobody looks. */
export async function contextFor(
  browser: Browser,
  world: World,
  role: LoginRole | null,
  look: Look,
  options: { readonly javaScriptEnabled?: boolean } = {},
): Promise<BrowserContext> {
  const { locale, theme } = look;
  const context = await browserContext(browser, look, options);
  // What a person chose in their account would win over the browser's language; the cookie is the browser's choice.
  const { headers } = await fetch(`${world.origin}/admin/sign-in`);
  const mark = /^shaon_form(_\w+)=/.exec(headers.getSetCookie()[0] ?? '')?.[1];
  await context.addCookies([{ name: `shaon_theme${mark}`, value: theme, url: world.origin }]);
  if (role === null) return context;
  const account = (await world.core.accounts.list(world.company, { everybody: true })).find(
    ({ email }) => email === world.emails[role],
  );
  if (account === undefined) throw new Error(`There is no ${role}.`);
  const actor = {
    kind: 'account',
    companyId: world.company.companyId,
    loginId: account.id,
    role,
    name: account.name,
    employeeId: account.employeeId,
  } as const;
  await world.core.accounts.setLocale(actor, locale);
  const page = await context.newPage();
  await page.goto(`${world.origin}/admin/sign-in`);
  await page.fill('#f-email', world.emails[role]);
  await page.fill('#f-password', PASSWORD);
  await Promise.all([
    page.waitForURL((url) => !url.pathname.endsWith('/sign-in')),
    page.click('form[action$="/sign-in"] button[type=submit]'),
  ]);
  await page.close();
  return context;
}
