import { randomBytes } from 'node:crypto';
import type { BrowserRequest } from '../browser-request.ts';
import { keepMark } from '../csrf.ts';
import { CSRF_FIELD, KEEP_FIELD, ONCE_FIELD, OPENED_FIELD, PAGE_FIELD } from '../form-fields.ts';
import type { FormState } from '../form-state.ts';
import { type Html, html } from '../html.ts';

/**
 * A form that changes something: it carries the token that distinguishes our forms from those of foreign pages.
 *
 * @param options.once a number that can be used once, so that sending the same form twice is refused
 * @param options.opened the form of a record that is edited, made by `FormState.opened`
 * @param options.multipart for forms with a file
 * @param options.keptOn the page of a form without secrets; if the session ends before the form is sent, the page shows
 *   the typed values again
 */
export function postForm(
  request: BrowserRequest,
  action: string,
  content: Html,
  options: {
    readonly once?: boolean;
    readonly multipart?: boolean;
    readonly keptOn?: string;
    readonly opened?: FormState;
    readonly className?: string;
    readonly id?: string;
  } = {},
): Html {
  const once = options.once && html`<input type="hidden" name="${ONCE_FIELD}" value="${onceNumber(request)}">`;
  const opened =
    options.opened && html`<input type="hidden" name="${OPENED_FIELD}" value="${options.opened.value(OPENED_FIELD)}">`;
  return html`<form method="post" action="${request.path(action)}"${options.multipart && html` enctype="multipart/form-data"`}${options.className !== undefined && html` class="${options.className}"`}${options.id !== undefined && html` id="${options.id}"`}${request.state.method === 'POST' && html` data-answer`}><input type="hidden" name="${CSRF_FIELD}" value="${request.state.csrfToken}" data-unkept>${once}${opened}${options.keptOn !== undefined && keepFields(request, options.keptOn)}${content}</form>`;
}

function keepFields({ state }: BrowserRequest, page: string): Html | false {
  if (state.person?.kind !== 'account') return false;
  const mark = keepMark(state.formSecret, state.person.actor, page);
  return html`<input type="hidden" name="${KEEP_FIELD}" value="${mark}"><input type="hidden" name="${PAGE_FIELD}" value="${page}">`;
}

/** A refused form keeps its number, because it is still the same form. */
function onceNumber(request: BrowserRequest): string {
  const sent = request.form.text(ONCE_FIELD);
  return /^[\w-]{16,64}$/.test(sent) ? sent : randomBytes(18).toString('base64url');
}
