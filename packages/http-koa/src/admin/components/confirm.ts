import type { BrowserRequest } from '../browser-request.ts';
import { type Html, html } from '../html.ts';
import type { View } from '../layout/view.ts';
import { postForm } from './post-form.ts';
import { name } from './texts.ts';

/** The words of the page, as catalogues have them. */
export interface ConfirmTexts<Question> {
  readonly title: string;
  readonly question: Question;
  readonly consequence: Html | string;
  /** The text of the red button. */
  readonly verb: string;
  /** The text of the link back. */
  readonly keep: string;
}

export interface ConfirmParts {
  /** What readers need to decide, such as the last use. */
  readonly facts?: Html;
  readonly fields?: Html;
  readonly action: string;
  readonly back: string;
  readonly navigation: string;
  readonly crumbs?: View['crumbs'];
  readonly isHarmless?: boolean;
  readonly form?: View['form'];
  readonly once?: boolean;
}

/** The page that asks before something is lost: the question, the consequence, and two buttons. */
export function confirmView(request: BrowserRequest, parts: ConfirmTexts<Html> & ConfirmParts): View {
  const buttons = html`<div class="acts"><button class="btn ${parts.isHarmless ? 'btn-primary' : 'btn-danger'}" type="submit">${parts.verb}</button><a class="btn btn-quiet" href="${request.path(parts.back)}">${parts.keep}</a></div>`;
  return {
    title: parts.title,
    // A single child, because the line puts gaps between its children.
    heading: html`<span>${parts.question}</span>`,
    lead: parts.consequence,
    navigation: parts.navigation,
    layout: 'narrow',
    ...(parts.crumbs !== undefined && { crumbs: parts.crumbs }),
    ...(parts.form !== undefined && { form: parts.form }),
    main: html`${parts.facts}${postForm(request, parts.action, html`${parts.fields}${buttons}`, { once: parts.once ?? false, keepsText: true })}`,
  };
}

/** The same in the words of a catalogue, whose question names a person or a thing. */
export function confirmNamed(
  request: BrowserRequest,
  { title, question, consequence, verb, keep }: ConfirmTexts<(shownName: Html) => Html>,
  named: string,
  parts: ConfirmParts,
): View {
  return confirmView(request, { ...parts, title, question: question(name(named)), consequence, verb, keep });
}
