import { isDeepStrictEqual } from 'node:util';
import {
  type AccountActor,
  type CompanyRow,
  isShaonError,
  type Locale,
  unwatched,
  type WithinTransaction,
  type WriteOptions,
} from '@shaon/core';
import { BrowserRequest, type RequestState } from './browser-request.ts';
import { conflictOf } from './conflict.ts';
import type { Disclosure } from './disclosure.ts';
import { ONCE_FIELD } from './form-fields.ts';
import { PageError } from './page-errors.ts';
import type { PersonSession } from './person.ts';

/** A request by a person who may see the page; the handlers' parameter. */
export class Page extends BrowserRequest {
  readonly actor: AccountActor;
  readonly company: CompanyRow;
  readonly session: PersonSession | null;
  /** The number of waiting items for the reader, by the path of their navigation item. */
  waiting: Readonly<Record<string, number>> = {};

  constructor(state: RequestState, actor: AccountActor, company: CompanyRow, session: PersonSession | null) {
    super(state);
    this.actor = actor;
    this.company = company;
    this.session = session;
  }

  /** Copies the content of the request. */
  adopt(request: BrowserRequest): void {
    this.params = request.params;
    this.form = request.form;
    this.disclosures = request.disclosures;
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

  /**
   * Options for the one write of a form that may be sent once: the form's number is used up in the write's transaction,
   * so that sending the form twice is `state_conflict` and a refused form can be sent again.
   */
  get once(): WriteOptions {
    const number = this.form.text(ONCE_FIELD);
    const { core, actor } = this;
    const markUsed: WithinTransaction = (manager) => core.accounts.markFormUsed(actor, number, { manager });
    return { withinTransaction: unwatched(markUsed) };
  }

  /**
   * Whether a form of `once` was refused because it had been sent before. That is checked also for invalid input and for
   * conflicts, because the form's own record may be what makes its e-mail address a taken one, or its days requested.
   */
  async isSentTwice(error: unknown): Promise<boolean> {
    if (conflictOf(error) === 'sent_twice') return true;
    if (!isShaonError(error, 'invalid_input') && !isShaonError(error, 'state_conflict')) return false;
    const number = this.form.text(ONCE_FIELD);
    return number !== '' && (await this.core.accounts.isFormUsed(this.actor, number));
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
    // A form reads its record again when it was refused, or saved.
    if (!this.disclosures.some((one) => isDeepStrictEqual(one, disclosure))) this.disclosures.push(disclosure);
  }
}
