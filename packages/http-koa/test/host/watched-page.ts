/// <reference lib="dom" />
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** What a browser needs to be quiet and alone: no service of its maker, no name but the loopback's is found. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** @param executablePath of a Chromium or Chrome */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page of its own, with an account of what it asked for and complained of. */
export interface WatchedPage {
  readonly page: Page;
  /** `GET http://127.0.0.1:…/docs`, whether answered or not. */
  readonly requests: readonly string[];
  /** Errors and warnings of the console, exceptions, and violations of the content security policy. */
  readonly complaints: readonly string[];
}

export async function openPage(browser: Browser): Promise<WatchedPage> {
  return watchedPageOf(await browser.newContext());
}

/** The same in a context that has its own settings or cookies. */
export async function watchedPageOf(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(`${message.type()}: ${message.text()}`);
  });
  // The tests' loader wraps named functions in a call of this.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.exposeFunction('tellViolation', (text: string) => complaints.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation(text: string): void };
      tellViolation(`${event.violatedDirective} forbids ${event.blockedURI}`);
    });
  });
  return { page, requests, complaints };
}
