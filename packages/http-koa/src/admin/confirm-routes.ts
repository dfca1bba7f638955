import type { LoginRole } from '@shaon/core';
import type { Answer } from './answer.ts';
import { type ConfirmParts, type ConfirmTexts, confirmView } from './components/confirm.ts';
import { backOf, carryOut, sentPath } from './form-routes.ts';
import { FormState, type FormValues } from './form-state.ts';
import type { Page } from './page.ts';
import { type PageRoute, routesOfForm } from './page-route.ts';

/** The words of a question, what readers need to decide, and what they fill in. */
export type Question = ConfirmTexts & Omit<ConfirmParts, 'action' | 'back' | 'form' | 'once'>;

/** A page that asks before something is done, at one address: GET asks, POST does it. */
export interface ConfirmPage<R> {
  /** The record of the path, and what else the page needs. Throws `notFound`. */
  readonly record: (page: Page) => Promise<R> | R;
  /** The question; or an answer in its place, such as a redirect if it is done already. */
  readonly ask: (page: Page, record: R, form: FormState) => Promise<Question | Answer> | Question | Answer;
  /** The first values of the question's fields. */
  readonly values?: FormValues;
  /**
   * Does it, with `page.once` where a second time would be another act. Returns the sentence for the page `back`, another
   * answer, or the form with the errors that the service need not be asked for.
   */
  readonly act: (page: Page, record: R) => Promise<Answer | string | FormState>;
  /** The form as it was sent, with its errors, or another answer. Throws other errors. Default: every error is thrown. */
  readonly refused?: (page: Page, error: unknown, record: R) => Promise<FormState | Answer> | FormState | Answer;
  /** The answer to a form that was sent before; default: a sentence on the page `back`. */
  readonly sentTwice?: (page: Page, record: R) => Answer;
  /** The sentence above a question about a record that others changed after it was shown; it is shown as it is now. */
  readonly changed?: (page: Page) => string;
  /** Where the question's second button leads, and the page after the act. */
  readonly back: string | ((page: Page, record: R) => string);
  /** Whether the password is asked for first (D:A29, A45). */
  readonly asksPassword?: true;
  /** What the form's address keeps of the page's, such as the date of a day. */
  readonly query?: (page: Page) => Readonly<Record<string, string>>;
}

/** The two routes of a question. */
export function confirmRoutes<R>(path: string, roles: readonly LoginRole[], of: ConfirmPage<R>): readonly PageRoute[] {
  const ask = async (page: Page, record: R, form: FormState, status?: number): Promise<Answer> => {
    const asked = await of.ask(page, record, form);
    if ('kind' in asked) return asked;
    const back = backOf(page, of, record);
    return page.show(confirmView(page, { ...asked, action: sentPath(page, of), back, form, once: true }), status);
  };
  const { refused = rethrow } = of;
  const send = (page: Page) =>
    carryOut(page, { ...of, save: of.act, refused }, (record, form, status) => ask(page, record, form, status));
  const open = async (page: Page) => ask(page, await of.record(page), FormState.of(of.values));
  return routesOfForm(path, roles, of.asksPassword ?? false, { open, send });
}

function rethrow(_page: Page, error: unknown): never {
  throw error;
}
