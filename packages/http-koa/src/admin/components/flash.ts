import type { Flash } from '../answer.ts';
import type { FormState } from '../form-state.ts';
import { type Html, html } from '../html.ts';
import type { Texts } from '../locales/index.ts';
import { icon } from './icon.ts';

/** What was just done, or why it was not done. */
export function flashMessage({ tone, text }: Flash): Html {
  const role = tone === 'bad' ? 'alert' : 'status';
  return html`<div class="flash s-${tone}" role="${role}">${icon(tone === 'ok' ? 'check' : 'alert')}<div>${text}</div></div>`;
}

/** A remark within a page. */
export function remark(tone: Flash['tone'], content: Html | string): Html {
  return html`<div class="flash s-${tone}">${icon(tone === 'ok' ? 'check' : 'alert')}<div>${content}</div></div>`;
}

/** The message above a form that was not saved. */
export function formMessage(form: FormState, t: Texts): Html | false {
  return form.hasErrors && errorSummary(form, t);
}

/**
 * The errors that prevented saving a form, with links to the fields. It has the focus when its page opens, so that
 * screen readers read it and the next Tab leads to its first link (WCAG 3.3.1).
 */
function errorSummary(form: FormState, t: Texts): Html {
  const links = Object.keys(form.errors).map(
    (field) => html`<li><a href="#${fieldId(field)}">${form.listedError(field)}</a></li>`,
  );
  const list = links.length > 0 && html`<ul class="plain">${links}</ul>`;
  return html`<div class="flash s-bad" role="alert" tabindex="-1" autofocus>${icon('alert')}<div><span class="strong">${
    form.problem ?? t.common.notSaved
  }</span>${list}</div></div>`;
}

/** The id of a field's first control: names such as `expires_at` and `punches.0.at` are not valid ids. */
export function fieldId(name: string): string {
  return `f-${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`;
}
