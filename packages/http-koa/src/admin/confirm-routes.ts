import type { LoginRole } from '@shaon/core';
import type { Answer } from './answer.ts';
import { type ConfirmParts, type ConfirmTexts, confirmView } from './components/confirm.ts';
import { backOf, carryOut, type NewForm, type SentForm, sentPath } from './form-routes.ts';
import { FormState, type FormValues } from './form-state.ts';
import type { Page } from './page.ts';
import { get, type PageRoute, post } from './page-route.ts';

/** The words of a question, what readers need to decide, and what they fill in. */
export type Question = ConfirmTexts & Omit<ConfirmParts, 'action' | 'back' | 'form' | 'once'>;

/** A page that asks before something is done, at one address: GET asks, POST does it. */
export interface ConfirmPage<R> extends SentForm<R>, Pick<NewForm<R>, 'query'> {
  /** The question; or an answer in its place, such as a redirect if it is done already. */
  readonly ask: (page: Page, record: R, form: FormState) => Promise<Question | Answer> | Question | Answer;
  /** The first values of the question's fields. */
  readonly values?: FormValues;
  /** Where the question's second button leads, and the page after the act. */
  readonly back: string | ((page: Page, record: R) => string);
  readonly asksPassword?: boolean;
}

/** The two routes of a question. */
export function confirmRoutes<R>(path: string, roles: readonly LoginRole[], of: ConfirmPage<R>): readonly PageRoute[] {
  const ask = async (page: Page, record: R, form: FormState, status?: number): Promise<Answer> => {
    const asked = await of.ask(page, record, form);
    if ('kind' in asked) return asked;
    const back = backOf(page, of, record);
    return page.show(confirmView(page, { ...asked, action: sentPath(page, of), back, form, once: true }), status);
  };
  const send = (page: Page) => carryOut(page, of, (record, form, status) => ask(page, record, form, status));
  const open = async (page: Page) => ask(page, await of.record(page), FormState.of(of.values));
  const { asksPassword = false } = of;
  return [get(path, roles, open, { asksPassword }), post(path, roles, send, { asksPassword })];
}
