import type { ExpectedVersion, LoginRole } from '@shaon/core';
import type { Answer } from './answer.ts';
import { linkButton, submitButton } from './components/button.ts';
import { postForm } from './components/post-form.ts';
import { conflictOf } from './conflict.ts';
import { FormState, type FormValues } from './form-state.ts';
import { type Html, html } from './html.ts';
import type { View } from './layout/view.ts';
import type { Page } from './page.ts';
import { type Asking, get, type PageRoute, post } from './page-route.ts';
import { refusedForm } from './refused-form.ts';

/*
 * A page with one form, at one address: GET shows it, POST saves it. A form that makes something is a `NewForm`: sending
 * it twice makes one thing. A form of a record is an `EditForm`: it tells a person whose record others changed
 * meanwhile, and shows both values (D:A48). One of several forms of a page is a `FormPart`, sent to an address below the
 * page's. What is typed survives a refusal, a lost network and a session that ended.
 */

interface FormPage<R> extends Pick<Asking, 'asksPassword'> {
  /**
   * The record of the path, and what else the page needs, read again whenever the form is shown. Throws `notFound`, or a
   * `PageRedirect` if there is nothing to fill in.
   */
  readonly record: (page: Page) => Promise<R> | R;
  /** The first values of the fields; for the form of a record what is saved, under the names of its fields. */
  readonly values: (record: R, page: Page) => FormValues;
  readonly fields: (page: Page, form: FormState, record: R) => Promise<Html> | Html;
  /** The heading and the place of the page. `main` is given only if it has more than the `form`. */
  readonly view: (page: Page, record: R, form: Html) => Promise<FormView> | FormView;
  /** Where Cancel leads, and the page after saving; default: the page itself, without Cancel. */
  readonly back?: string | ((page: Page, record: R) => string);
  /** Default: Save. */
  readonly verb?: (page: Page) => string;
  /** Default: Cancel. */
  readonly cancel?: (page: Page) => string;
  /** For a phone, whose navigation is below: one button, as wide as the page. */
  readonly isWide?: boolean;
  /** What the form's address keeps of the page's, such as the date of a day. */
  readonly query?: (page: Page) => Readonly<Record<string, string>>;
  /** Another button beside the first one. */
  readonly secondButton?: (page: Page) => Html;
  /**
   * The form as it was sent, with its errors, or another answer. Throws errors that are not about its content. Default:
   * `refusedForm`.
   */
  readonly refused?: (page: Page, error: unknown, record: R) => Promise<FormState | Answer> | FormState | Answer;
  readonly multipart?: boolean;
  readonly className?: string;
}

export interface NewForm<R> extends FormPage<R> {
  /**
   * Passes `page.once` to its one write, where a second time would be another act. Returns the sentence for the page
   * `back`, another answer, or the form with the errors that the service need not be asked for.
   */
  readonly save: (page: Page, record: R) => Promise<Answer | string | FormState>;
  /** The answer to a form that was sent before; default: a sentence on the page `back`. */
  readonly sentTwice?: (page: Page, record: R) => Answer;
  /** The sentence above a form about a record that others changed after it was shown; it is shown as it is now. */
  readonly changed?: (page: Page) => string;
  /** The sentence for the page `back` if that record has what the form saves: the form was sent twice. */
  readonly savedAlready?: (page: Page, present: R) => string | false;
}

export interface EditForm<R> extends FormPage<R> {
  /** The version of all that the form edits, such as `versionOf(record)`. */
  readonly version: (record: R) => string;
  /**
   * Passes `expected` to its one write, and only the changed fields: `page.form.onlyChanged` (D:A48). Returns a form that
   * is to be shown again in the place of a write.
   */
  readonly save: (page: Page, record: R, expected: ExpectedVersion) => Promise<unknown>;
  /** The sentence for the page `back`, or another answer, about the record as it is saved now. */
  readonly saved: (page: Page, record: R) => Answer | string;
  /** The sent values as `values` writes them, where people may write them in several ways. */
  readonly sent?: (page: Page) => FormValues;
  /** Whether the form has something to save that `values` lacks. */
  readonly changesMore?: (page: Page) => boolean;
}

type FormView = Omit<View, 'main' | 'form'> & { readonly main?: Html };

/** The two routes of a form's page. */
export function formRoutes<R>(
  path: string,
  roles: readonly LoginRole[],
  of: NewForm<R> | EditForm<R>,
): readonly PageRoute[] {
  const open = async (page: Page): Promise<Answer> => {
    const record = await of.record(page);
    return show(page, of, record, opened(of, record, of.values(record, page)));
  };
  const send = (page: Page) => ('version' in of ? edit(page, of) : make(page, of));
  return [get(path, roles, open, { asksPassword: of.asksPassword === true }), post(path, roles, send, of)];
}

function make<R>(page: Page, of: NewForm<R>): Promise<Answer> {
  return carryOut(page, of, (record, form, status) => show(page, of, record, form, status));
}

/** A form that was sent, without the page that shows it. */
export type SentForm<R> = Pick<NewForm<R>, 'save' | 'sentTwice'> & RefusableForm<R>;

type RefusableForm<R> = Pick<NewForm<R>, 'record' | 'refused' | 'changed' | 'savedAlready' | 'back'>;

/** One of several forms of a page. */
export interface FormPart<R> extends SentForm<R>, Pick<Asking, 'asksPassword'> {
  /** The page with the form as it was refused. */
  readonly view: (page: Page, record: R, form: FormState) => Promise<View> | View;
}

/** The route to which such a form is sent. */
export const partRoute = <R>(path: string, roles: readonly LoginRole[], of: FormPart<R>): PageRoute =>
  post(
    path,
    roles,
    (page) => carryOut(page, of, async (record, form, status) => page.show(await of.view(page, record, form), status)),
    of,
  );

/** @param shown the page with the form as it was refused */
export async function carryOut<R>(page: Page, of: SentForm<R>, shown: Shown<R>): Promise<Answer> {
  const record = await of.record(page);
  try {
    const saved = await of.save(page, record);
    return saved instanceof FormState ? shown(record, saved) : done(page, of, record, saved);
  } catch (error) {
    if (!(await page.isSentTwice(error))) return refuse(page, of, error, record, shown);
    if (of.sentTwice !== undefined) return of.sentTwice(page, record);
    return page.redirect(backOf(page, of, record), { tone: 'wait', text: page.t.common.sentTwice });
  }
}

type Shown<R> = (record: R, form: FormState, status?: number) => Promise<Answer>;

async function refuse<R>(
  page: Page,
  of: RefusableForm<R>,
  error: unknown,
  record: R,
  shown: Shown<R>,
): Promise<Answer> {
  if (of.changed !== undefined && conflictOf(error) === 'changed') {
    const present = await of.record(page);
    const already = of.savedAlready?.(page, present) ?? false;
    if (already !== false) return done(page, of, present, already);
    return shown(present, FormState.refused(page.form, {}, of.changed(page)), 409);
  }
  const refused = await (of.refused?.(page, error, record) ?? refusedForm(page, error));
  return refused instanceof FormState ? shown(record, refused) : refused;
}

async function edit<R>(page: Page, of: EditForm<R>): Promise<Answer> {
  const record = await of.record(page);
  try {
    const outcome = await of.save(page, record, { expectedVersion: page.form.text(VERSION) });
    if (outcome instanceof FormState) return show(page, of, record, outcome);
  } catch (error) {
    if (conflictOf(error) !== 'changed') {
      return refuse(page, of, error, record, (_, form) => show(page, of, record, form));
    }
    const present = await of.record(page);
    const form = changedByOthers(page, of, present);
    const isSaved = !form.differsFromSaved && !of.changesMore?.(page);
    return isSaved ? afterSaving(page, of, present) : show(page, of, present, form, 409);
  }
  return afterSaving(page, of, await of.record(page));
}

const afterSaving = <R>(page: Page, of: EditForm<R>, record: R): Answer =>
  done(page, of, record, of.saved(page, record));

/** The typed values, and those that somebody else has saved since the form was opened. */
function changedByOthers<R>(page: Page, of: EditForm<R>, present: R): FormState {
  const { changedByOthers: problem, savedNow: words } = page.t.common;
  const saved = { values: of.values(present, page), sent: of.sent?.(page) ?? {}, words };
  return FormState.changed(page.form, saved, { [VERSION]: of.version(present) }, problem);
}

const VERSION = 'version';

const opened = <R>(of: NewForm<R> | EditForm<R>, record: R, values: FormValues): FormState =>
  'version' in of ? FormState.opened(values, { [VERSION]: of.version(record) }) : FormState.of(values);

async function show<R>(
  page: Page,
  of: NewForm<R> | EditForm<R>,
  record: R,
  form: FormState,
  status?: number,
): Promise<Answer> {
  const isEdit = 'version' in of;
  const version = isEdit && html`<input type="hidden" name="${VERSION}" value="${form.value(VERSION)}">`;
  const cancel =
    of.back !== undefined && linkButton(page, backOf(page, of, record), of.cancel?.(page) ?? page.t.common.cancel);
  const { isWide = false } = of;
  const verb = submitButton(of.verb?.(page) ?? page.t.common.save, { isWide });
  const buttons = isWide ? verb : html`<div class="acts">${verb}${of.secondButton?.(page)}${cancel}</div>`;
  const content = html`${version}${await of.fields(page, form, record)}
${buttons}`;
  const shown = postForm(page, sentPath(page, of), content, {
    once: !isEdit,
    opened: isEdit ? form : undefined,
    keepsText: true,
    multipart: of.multipart ?? false,
    className: of.className,
  });
  return page.show({ layout: 'narrow', main: shown, ...(await of.view(page, record, shown)), form }, status);
}

/**
 * The address of a page's form. A browser replaces a page by the error of a network only if both have one address, and
 * then the typed text is lost.
 */
export function sentPath(page: Page, { query }: Pick<FormPage<never>, 'query'>): string {
  const kept = new URLSearchParams(query?.(page)).toString();
  return `${page.state.requestPath}?${kept === '' ? '' : `${kept}&`}sent`;
}

/** The page after an act. */
export function backOf<R>(page: Page, of: Pick<FormPage<R>, 'back'>, record: R): string {
  const { back = page.state.requestPath } = of;
  return typeof back === 'string' ? back : back(page, record);
}

const done = <R>(page: Page, of: Pick<FormPage<R>, 'back'>, record: R, outcome: Answer | string): Answer =>
  typeof outcome === 'string' ? page.redirect(backOf(page, of, record), outcome) : outcome;
