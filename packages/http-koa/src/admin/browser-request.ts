import type { Locale, OpenAccessLink, Origin } from '@shaon/core';
import { MINUTE_MS } from '@shaon/core/time';
import type { Webhooks } from '@shaon/webhooks';
import type { Admin, AdminCore } from './admin-parts.ts';
import type { Answer, Flash, RedirectAnswer } from './answer.ts';
import type { Disclosure } from './disclosure.ts';
import { Form } from './form.ts';
import { PAGE_FIELD } from './form-fields.ts';
import { Format } from './format.ts';
import type { View } from './layout/view.ts';
import { CATALOGUES, type Texts } from './locales/index.ts';
import { PageRedirect } from './page-errors.ts';
import type { PageGroup } from './page-groups.ts';
import { pathAfterSignIn } from './path-after-sign-in.ts';
import type { Person, PersonSession, Theme } from './person.ts';
import type { ResolvedAdminOptions } from './resolve-options.ts';

/** How long after a password check a secret may be shown. */
const CONFIRMED_FOR_MS = 10 * MINUTE_MS;

/** What the rules know about a request before its handler is called. */
export interface RequestState {
  readonly admin: Admin;
  readonly method: string;
  /** The path under the mount, undecoded. */
  readonly requestPath: string;
  readonly query: URLSearchParams;
  /** The page of ours from which the request came, according to the browser; the first page if it does not say. */
  readonly pageBefore: string;
  readonly requestId: string;
  readonly origin: Origin;
  readonly locale: Locale;
  readonly theme: Theme;
  /** The language that the person chose for their account; null if their pages follow the company. */
  readonly ownLocale: Locale | null;
  /** The language that somebody chose in this browser before they signed in; null if nobody did. */
  readonly browserLocale: Locale | null;
  readonly csrfToken: string;
  readonly flash: Flash | null;
  readonly person: Person | null;
}

/** A person's own language goes before the choice of their browser. */
export function chosenLocale(ownLocale: Locale | null, browserLocale: Locale | null): Locale | null {
  return ownLocale ?? browserLocale;
}

/** A request for a page, by anybody. */
export class BrowserRequest {
  state: RequestState;
  /** The path's segments that the route names. */
  params: Readonly<Record<string, string>> = {};
  /** The posted form; empty on a GET. */
  form: Form = Form.EMPTY;
  disclosures: Disclosure[] = [];
  #zone = 'UTC';

  constructor(state: RequestState) {
    this.state = state;
  }

  get admin(): Admin {
    return this.state.admin;
  }

  get core(): AdminCore {
    return this.admin.core;
  }

  get webhooks(): Webhooks | null {
    return this.admin.webhooks;
  }

  get options(): ResolvedAdminOptions {
    return this.admin.options;
  }

  get locale(): Locale {
    return this.state.locale;
  }

  /** Answers in the language and the zone of a person who has no session yet, as their next pages will. */
  answerInLanguageAndZoneOf({ ownLocale, company }: OpenAccessLink): void {
    const { browserLocale } = this.state;
    this.#zone = company.zone;
    this.state = { ...this.state, ownLocale, locale: chosenLocale(ownLocale, browserLocale) ?? company.locale };
  }

  /** The texts of the reader's language. */
  get t(): Texts {
    return CATALOGUES[this.locale];
  }

  get query(): URLSearchParams {
    return this.state.query;
  }

  get now(): Date {
    return this.core.clock.now();
  }

  /** The zone in which times are shown: UTC if no company is known. */
  get zone(): string {
    return this.#zone;
  }

  /** Dates, times and numbers in the reader's language and the company's zone. */
  get format(): Format {
    return Format.of(this.locale, this.zone, this.now);
  }

  /** The requested path under the mount, and its query. */
  get asked(): string {
    const query = this.query.toString();
    return this.state.requestPath + (query === '' ? '' : `?${query}`);
  }

  /** The page with the form that is shown or was posted. */
  get pageOfForm(): string {
    if (this.state.method === 'GET') return this.asked;
    const named = this.form.optional(PAGE_FIELD);
    return named === null ? this.state.pageBefore : pathAfterSignIn(named);
  }

  /** The same page for somebody who must sign in first: the browser fills in again what was typed and not saved. */
  get pageOfUnsentForm(): string {
    return this.form.has(PAGE_FIELD) ? `${this.pageOfForm}#unsent` : this.pageOfForm;
  }

  /** A link under the mount: `path('/tokens')`. */
  path(to: string): string {
    return `${this.options.publicPath}${to}`;
  }

  /**
   * Whether a session's password was checked recently enough to show a secret. A form has more time than the page that
   * shows it, because people fill it in.
   */
  isRecentlyConfirmed({ confirmedAt }: PersonSession): boolean {
    const allowedMs = this.state.method === 'GET' ? CONFIRMED_FOR_MS : 6 * CONFIRMED_FOR_MS;
    return this.now.getTime() - confirmedAt.getTime() < allowedMs;
  }

  /** @param asked the page of ours to which the product may redirect the person afterwards: `{page}` in its address */
  redirectToProduct(url: string, asked: string): PageRedirect {
    return new PageRedirect(url.replaceAll('{page}', encodeURIComponent(this.path(asked))), { isOutside: true });
  }

  has(group: PageGroup): boolean {
    return this.options.groups.has(group);
  }

  /** A page; its status is 422 if its form has errors, unless another one is given. */
  show(view: View, status = view.form?.hasErrors ? 422 : 200): Answer {
    return { kind: 'page', status, view };
  }

  /** A redirect to another page of ours, with a sentence about what was done. */
  redirect(to: string, flash?: string | Flash): RedirectAnswer {
    const shown = typeof flash === 'string' ? { tone: 'ok' as const, text: flash } : (flash ?? null);
    return { kind: 'redirect', to: this.path(to), flash: shown };
  }
}
