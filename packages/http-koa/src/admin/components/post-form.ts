import { randomBytes } from 'node:crypto';
import { CSRF_FIELD, ONCE_FIELD } from '../form-fields.ts';
import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';

/**
 * A form that acts: it carries the token by which a foreign page's form is told from ours.
 *
 * @param options.once a number that can be spent once, so that a second sending of the same form is refused
 * @param options.multipart for forms with a file
 */
export function postForm(
  visit: Visit,
  action: string,
  content: Html,
  options: {
    readonly once?: boolean;
    readonly multipart?: boolean;
    readonly className?: string;
    readonly id?: string;
  } = {},
): Html {
  const once = options.once && html`<input type="hidden" name="${ONCE_FIELD}" value="${onceNumber(visit)}">`;
  return html`<form method="post" action="${visit.path(action)}"${options.multipart && html` enctype="multipart/form-data"`}${options.className !== undefined && html` class="${options.className}"`}${options.id !== undefined && html` id="${options.id}"`}><input type="hidden" name="${CSRF_FIELD}" value="${visit.state.csrfToken}">${once}${content}</form>`;
}

/** A form that was refused is the same form still: it keeps its number. */
function onceNumber(visit: Visit): string {
  const sent = visit.form.text(ONCE_FIELD);
  return /^[\w-]{16,64}$/.test(sent) ? sent : randomBytes(18).toString('base64url');
}
