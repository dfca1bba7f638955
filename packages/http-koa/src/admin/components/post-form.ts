import { randomBytes } from 'node:crypto';
import type { BrowserRequest } from '../browser-request.ts';
import { CSRF_FIELD, ONCE_FIELD, OPENED_FIELD, PAGE_FIELD } from '../form-fields.ts';
import type { FormState } from '../form-state.ts';
import { type Html, html } from '../html.ts';

/**
 * A form that changes something: it carries the token that distinguishes our forms from those of foreign pages. A page
 * with one form is declared by `formRoutes`, a question by `confirmRoutes`; this is for pages with several forms, and for
 * a button that asks nothing.
 *
 * @param options.once a number that can be used once, so that sending the same form twice is refused
 * @param options.opened the form of a record that is edited, made by `FormState.opened`
 * @param options.multipart for forms with a file
 * @param options.keepsText whether the browser keeps what is typed (`drafts.js`), in this tab, until the form is sent
 *   or opened anew; secrets are never kept (`form-fields.ts`)
 */
export function postForm(
  request: BrowserRequest,
  action: string,
  content: Html,
  options: {
    readonly once?: boolean;
    readonly multipart?: boolean;
    readonly keepsText?: boolean;
    readonly opened?: FormState | undefined;
    readonly className?: string | undefined;
    readonly id?: string;
  } = {},
): Html {
  const { state } = request;
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;
  const isKept = options.keepsText && state.person?.kind === 'account';
  const fields = html`${options.once && hidden(ONCE_FIELD, onceNumber(request))}${
    options.opened && hidden(OPENED_FIELD, options.opened.value(OPENED_FIELD))
  }${isKept && hidden(PAGE_FIELD, request.pageOfForm)}`;
  return html`<form method="post" action="${request.path(action)}"${options.multipart && html` enctype="multipart/form-data"`}${
    options.className !== undefined && html` class="${options.className}"`
  }${options.id !== undefined && html` id="${options.id}"`}${state.method === 'POST' && html` data-answer`}><input type="hidden" name="${CSRF_FIELD}"
  value="${state.csrfToken}" data-unkept>${fields}${content}</form>`;
}

/** A refused form keeps its number, because it is still the same form. */
function onceNumber(request: BrowserRequest): string {
  const sent = request.form.text(ONCE_FIELD);
  return /^[\w-]{16,64}$/.test(sent) ? sent : randomBytes(18).toString('base64url');
}
