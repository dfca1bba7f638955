/// <reference lib="dom" />
import { expect } from 'chai';
import type { Browser, BrowserContext, Frame, Geolocation, Locator, Page } from 'playwright-core';
import { watchedPageOf } from '../../host/watched-page.ts';
import { PASSWORD } from '../support.ts';
import { browserContext, type Look } from './signed-in-page.ts';

export interface VisitorOptions {
  /** Default true. */
  readonly javaScriptEnabled?: boolean;
  /** What the device says where it is. Default: the person does not let the browser tell. */
  readonly geolocation?: Geolocation;
}

/** A browser of nobody yet, at no page yet. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  look: Look,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browserContext(browser, look, options);
  const { geolocation } = options;
  await context.grantPermissions(geolocation === undefined ? [] : ['geolocation'], { origin });
  if (geolocation !== undefined) await context.setGeolocation(geolocation);
  const { page, complaints } = await watchedPageOf(context);
  return new Visitor({ origin, look, context, page, complaints });
}

/**
 * A person at a browser: where they go, what they fill in and press. Everything is found by what a page has in every
 * language: addresses, and the names of fields.
 */
export class Visitor {
  readonly origin: string;
  readonly look: Look;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #told: readonly string[];
  readonly #seen: string[] = [];
  readonly #forgiven = [
    'the server responded with a status of 4',
    // Somebody who was quicker than the browser.
    'Autofocus processing was blocked because a document already has a focused element',
  ];
  /** Of the page that is shown. */
  status = 0;

  constructor(parts: {
    readonly origin: string;
    readonly look: Look;
    readonly context: BrowserContext;
    readonly page: Page;
    readonly complaints: readonly string[];
  }) {
    this.origin = parts.origin;
    this.look = parts.look;
    this.context = parts.context;
    this.page = parts.page;
    this.#told = parts.complaints;
    this.page.on('response', (response) => {
      if (response.request().isNavigationRequest()) this.status = response.status();
      else if (response.status() >= 400) this.#seen.push(`${response.status()} ${response.url()}`);
    });
    this.page.on('dialog', async (dialog) => {
      // The browser's own question whether to leave a page is no fault of it.
      if (dialog.type() !== 'beforeunload') this.#seen.push(`${dialog.type()}: ${dialog.message()}`);
      await dialog.accept();
    });
  }

  /** Of the console, the policy and dialogs. That a page was answered with an error is none: it is looked at. */
  get complaints(): string[] {
    const told = this.#told.filter((text) => !this.#forgiven.some((forgiven) => text.includes(forgiven)));
    return [...told, ...this.#seen];
  }

  /** Takes a complaint that the test itself has brought about for none. */
  forgive(text: string): void {
    this.#forgiven.push(text);
  }

  /** The path of the pages, also behind a proxy that publishes them under a path. */
  get #mount(): string {
    return new URL(`${this.origin}/admin`).pathname;
  }

  /** The path under `/admin`. */
  get path(): string {
    return new URL(this.page.url()).pathname.replace(this.#mount, '');
  }

  /** The number at the end of the path, or before its last segment. */
  get id(): number {
    return Number(/\/(\d+)(?:\/|$)/.exec(this.path)?.[1]);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.origin}/admin${path}`);
  }

  /** Does what leads to another page, and waits until that is there. */
  async leaveBy(act: () => Promise<unknown>): Promise<void> {
    const isOurs = (frame: Frame): boolean => frame === this.page.mainFrame();
    await Promise.all([this.page.waitForEvent('framenavigated', isOurs), act()]);
    await this.page.waitForLoadState('load');
  }

  /** Clicks the first visible link to a path. */
  async follow(path: string): Promise<void> {
    await this.leaveBy(() => this.page.locator(`a[href="${this.#mount}${path}"]:visible`).first().click());
  }

  field(name: string): Locator {
    return this.page.locator(`[name="${name}"]:visible`);
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.field(name).fill(value);
  }

  /** Ticks a box or a button of several. */
  async tick(name: string, ...values: readonly string[]): Promise<void> {
    for (const value of values) await this.page.locator(`[name="${name}"][value="${value}"]`).check();
  }

  /** The button of the form that acts at a path; of several the one with a value, or else the first, as Enter presses. */
  button(path: string, value?: string): Locator {
    const action = this.#mount + path;
    const named = value === undefined ? '' : `[value="${value}"]`;
    return this.page
      .locator(`form:is([action="${action}"],[action^="${action}?"]) button${named}:not([type=button]):visible`)
      .first();
  }

  /** Presses it and waits for the page that answers. */
  async press(path: string, value?: string): Promise<void> {
    await this.leaveBy(() => this.button(path, value).click());
  }

  async signIn(email: string, password: string = PASSWORD): Promise<void> {
    await this.open('/sign-in');
    await this.fill({ email, password });
    await this.press('/sign-in');
  }

  async signOut(): Promise<void> {
    await this.openMenu();
    await this.press('/sign-out');
  }

  /** On a narrow screen the navigation is behind a word. */
  async openMenu(): Promise<void> {
    const menu = this.page.locator('.topbar summary');
    if (await menu.isVisible()) await menu.click();
  }

  /** Gives the password once more, where the page that follows shows a secret. */
  async confirmPassword(): Promise<void> {
    expect(this.path).to.equal('/confirm');
    await this.fill({ password: PASSWORD });
    await this.press('/confirm');
  }

  /** What the first of some elements shows, with single blanks. */
  async textOf(selector: string): Promise<string> {
    const element = this.page.locator(selector).first();
    await element.waitFor();
    const [text = ''] = await element.allInnerTexts();
    return text.replaceAll(/\s+/g, ' ').trim();
  }

  /** Where they are, for a test that failed. */
  async whereabouts(): Promise<string> {
    const [text = ''] = await this.page.locator('body').allInnerTexts();
    return `${this.status} ${this.page.url()}: ${text.replaceAll(/\s+/g, ' ')}`;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
