import type { BrowserRequest } from '../browser-request.ts';
import { type Html, html } from '../html.ts';
import type { View } from '../layout/view.ts';
import { postForm } from './post-form.ts';

/** The words of the page, as catalogues have them. */
export interface ConfirmTexts {
  readonly title: string;
  readonly question: Html;
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
  /** On a phone the title is the question, and the consequence stands under the facts. */
  readonly isOnPhone?: boolean;
  readonly form?: View['form'];
  readonly once?: boolean;
}

/** The page that asks before something is lost: the question, the consequence, and two buttons. */
export function confirmView(request: BrowserRequest, parts: ConfirmTexts & ConfirmParts): View {
  const { isOnPhone = false } = parts;
  const buttons = html`<div class="acts"><button class="btn ${parts.isHarmless ? 'btn-primary' : 'btn-danger'}"
    type="submit">${parts.verb}</button><a class="btn btn-quiet" href="${request.path(parts.back)}">${parts.keep}</a></div>`;
  return {
    title: parts.title,
    // A single child, because the line puts gaps between its children.
    ...(!isOnPhone && { heading: html`<span>${parts.question}</span>`, lead: parts.consequence }),
    navigation: parts.navigation,
    layout: isOnPhone ? 'phone' : 'narrow',
    ...(parts.crumbs !== undefined && { crumbs: parts.crumbs }),
    ...(parts.form !== undefined && { form: parts.form }),
    main: html`${parts.facts}${isOnPhone && html`<p class="muted mb-4">${parts.consequence}</p>`}${postForm(
      request,
      parts.action,
      html`${parts.fields}${buttons}`,
      { once: parts.once ?? false, keepsText: true },
    )}`,
  };
}
