import { type Html, html } from '../html.ts';
import type { Texts } from '../locales/index.ts';
import { icon } from './icon.ts';

/**
 * The button that copies the text of the element with this id. A script shows the button; without a script the text can
 * be selected. `what` names the thing for screen readers.
 */
export function copyButton(
  t: Texts,
  targetId: string,
  what: string,
  options: { readonly isLarge?: boolean } = {},
): Html {
  const label = t.common.copy(what);
  return options.isLarge
    ? html`<button type="button" class="btn btn-primary" data-copy="${targetId}" hidden>${icon('copy')}<span>${label}</span></button>`
    : html`<button type="button" class="btn btn-icon btn-sm" data-copy="${targetId}" aria-label="${label}" hidden>${icon('copy')}</button>`;
}

/** A short text on one line with its button. */
export function copyable(t: Texts, id: string, text: string, what: string): Html {
  return html`<bdi dir="ltr" class="mono" id="${id}">${text}</bdi>${copyButton(t, id, what)}`;
}

/** Code of several lines with its button. */
export function codeBlock(t: Texts, id: string, text: string, what: string): Html {
  return html`<div class="d-flex justify-content-between align-items-center mb-2">
    <h3 class="small muted fw-normal">${what}</h3>${copyButton(t, id, what)}</div><pre class="code code-wrap" id="${id}" tabindex="0">${text}</pre>`;
}
