import {
  type AccountActor,
  type CompanyRow,
  isShaonError,
  type Locale,
  type OpenAccessLink,
  type Origin,
  type PasswordChangeActor,
  type SecondFactorActor,
  type WithinTransaction,
  type WriteOptions,
} from '@shaon/core';
import { markRepeatable } from '@shaon/core/extension';
import type { Admin, AdminCore } from './admin-parts.ts';
import type { Answer, Flash, RedirectAnswer } from './answer.ts';
import { conflictOf } from './conflict.ts';
import type { Disclosure } from './disclosure.ts';
import { Form } from './form.ts';
import { ONCE_FIELD } from './form-fields.ts';
import { FormState } from './form-state.ts';
import { Format } from './format.ts';
import { type KeptForm, pathOf } from './kept-form.ts';
import type { View } from './layout/view.ts';
import { CATALOGUES, type Texts } from './locales/index.ts';
import type { ResolvedAdminOptions } from './options.ts';
import { PageError, PageRedirect } from './page-errors.ts';
import type { PageGroup } from './page-groups.ts';
import type { AdminWebhooks } from './webhooks-port.ts';

/** How long after a password check a secret may be shown. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/** The caller, according to a cookie or the product's log-in. */
export type Person =
  | {
      readonly kind: 'account';
      readonly actor: AccountActor;
      readonly session: PersonSession | null;
      /** The product's answer for its own log-in; our own sessions have a time instead. */
      readonly isConfirmed: boolean;
    }
  | { readonly kind: 'password_change'; readonly actor: PasswordChangeActor; readonly session: PersonSession }
  | { readonly kind: 'second_factor'; readonly actor: SecondFactorActor; readonly session: PersonSession };

/** Our own session; null behind a product's log-in. */
export interface PersonSession {
  readonly sessionId: number;
  /** When the person last proved their password. */
  readonly confirmedAt: Date;
}

export type Theme = 'auto' | 'light' | 'dark';

/** What the rules know about a request before its handler is called. */
export interface VisitState {
  readonly admin: Admin;
  readonly method: string;
  /** The path under the mount, undecoded. */
  readonly requestPath: string;
  readonly query: URLSearchParams;
  readonly requestId: string;
  readonly origin: Origin;
  readonly locale: Locale;
  readonly theme: Theme;
  /** The language that the person chose for their account; null if their pages follow the company. */
  readonly ownLocale: Locale | null;
  /** The language that somebody chose in this browser before they signed in; null if nobody did. */
  readonly browserLocale: Locale | null;
  readonly csrfToken: string;
  /** The browser's own secret for the marks of forms; no page shows it. */
  readonly formSecret: string;
  readonly flash: Flash | null;
  /** A form of this page that was sent after its session had ended. */
  readonly kept: KeptForm | null;
  readonly person: Person | null;
}

/** A request for a page, by anybody. */
export class Visit {
  state: VisitState;
  /** The path's segments that the route names. */
  params: Readonly<Record<string, string>> = {};
  /** The posted form; empty on a GET. */
  form: Form = Form.EMPTY;
  disclosures: Disclosure[] = [];

  constructor(state: VisitState) {
    this.state = state;
  }

  get admin(): Admin {
    return this.state.admin;
  }

  get core(): AdminCore {
    return this.admin.core;
  }

  get webhooks(): AdminWebhooks | null {
    return this.admin.webhooks;
  }

  get options(): ResolvedAdminOptions {
    return this.admin.options;
  }

  get locale(): Locale {
    return this.state.locale;
  }

  /** Answers in the language of a person who has no session yet, so that their next pages are in the same one. */
  addressTo({ ownLocale, company }: Pick<OpenAccessLink, 'ownLocale' | 'company'>): void {
    const { browserLocale } = this.state;
    this.state = { ...this.state, ownLocale, locale: ownLocale ?? browserLocale ?? company.locale };
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
    return 'UTC';
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

/** A request by a person who may see the page; the handlers' parameter. */
export class Page extends Visit {
  readonly actor: AccountActor;
  readonly company: CompanyRow;
  readonly session: PersonSession | null;
  /** The number of waiting items for the reader, by the path of their navigation item. */
  waiting: Readonly<Record<string, number>> = {};

  constructor(state: VisitState, actor: AccountActor, company: CompanyRow, session: PersonSession | null) {
    super(state);
    this.actor = actor;
    this.company = company;
    this.session = session;
  }

  /** Copies the content of the request. */
  adopt(visit: Visit): void {
    this.params = visit.params;
    this.form = visit.form;
    this.disclosures = visit.disclosures;
  }

  /** The language that the reader chose; null if the pages follow the company. */
  get ownLocale(): Locale | null {
    return this.state.ownLocale;
  }

  override get zone(): string {
    return this.company.zone;
  }

  /** The `:id` of the path. Throws `notFound` for an invalid id, because no record has it. */
  id(name = 'id'): number {
    const id = Number(this.params[name]);
    if (!/^[1-9]\d{0,15}$/.test(this.params[name] ?? '') || !Number.isSafeInteger(id)) throw new PageError('notFound');
    return id;
  }

  /** The form of this page as it was when the person's session ended; null if there is none. */
  returnedForm(action: string): FormState | null {
    const { kept } = this.state;
    return kept !== null && kept.action === pathOf(action) ? FormState.returned(kept.form, kept.hadFile) : null;
  }

  /**
   * Options for the one write of a form that may be sent once: the form's number is used up in the write's transaction,
   * so that sending the form twice is `state_conflict` and a refused form can be sent again.
   */
  get once(): WriteOptions {
    const number = this.form.text(ONCE_FIELD);
    const { core, actor } = this;
    const markUsed: WithinTransaction = (manager) => core.accounts.markFormUsed(actor, number, { manager });
    return { withinTransaction: markRepeatable(markUsed) };
  }

  /**
   * Whether a form of `once` was refused because it had been sent before. That is checked also for invalid input,
   * because the form's own record may be what makes its e-mail address a taken one.
   */
  async isSentTwice(error: unknown): Promise<boolean> {
    if (conflictOf(error) === 'sent_twice') return true;
    if (!isShaonError(error, 'invalid_input')) return false;
    return this.core.accounts.isFormUsed(this.actor, this.form.text(ONCE_FIELD));
  }

  /**
   * Asks for the password before a secret is shown, and before a person gets access or a role, unless it was checked in
   * the last minutes. Otherwise a person at somebody else's open session could get access of their own.
   */
  requireConfirmed(): void {
    const { session, options } = this;
    if (session === null) {
      if (this.isConfirmedByProduct || options.confirmUrl === null) return;
      throw this.redirectToProduct(options.confirmUrl, this.asked);
    }
    if (this.isRecentlyConfirmed(session)) return;
    throw new PageRedirect(`/confirm?next=${encodeURIComponent(this.asked)}`);
  }

  get isConfirmedByProduct(): boolean {
    const { person } = this.state;
    return person?.kind === 'account' && person.isConfirmed;
  }

  get isAdmin(): boolean {
    return this.actor.role === 'admin';
  }

  get isManaging(): boolean {
    return this.actor.role !== 'employee';
  }

  /**
   * Records whose personal data the page shows (D:A16). One audit row per request is committed before the answer is
   * sent; a page that shows several things calls this for each.
   */
  disclosed(disclosure: Disclosure): void {
    this.disclosures.push(disclosure);
  }
}
