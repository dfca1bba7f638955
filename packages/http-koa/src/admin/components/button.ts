import type { BrowserRequest } from '../browser-request.ts';
import { type Html, html } from '../html.ts';
import { type IconName, icon } from './icon.ts';

/** A link that looks like a button. A page has one black (`primary`) button. */
export function linkButton(
  request: BrowserRequest,
  to: string,
  label: Html | string,
  options: {
    readonly look?: 'primary' | 'quiet' | 'danger-quiet';
    readonly icon?: IconName;
    readonly isSmall?: boolean;
  } = {},
): Html {
  return html`<a class="btn btn-${options.look ?? 'quiet'}${options.isSmall && ' btn-sm'}" href="${request.path(to)}">${
    options.icon !== undefined && icon(options.icon)
  }<span>${label}</span></a>`;
}

/** The button of a form. */
export function submitButton(
  label: Html | string,
  options: {
    readonly look?: 'primary' | 'quiet' | 'danger' | 'danger-quiet';
    readonly icon?: IconName;
    readonly isWide?: boolean;
    readonly isSmall?: boolean;
    readonly name?: string;
    readonly value?: string;
  } = {},
): Html {
  return html`<button class="btn btn-${options.look ?? 'primary'}${options.isWide && ' w-100'}${options.isSmall && ' btn-sm'}" type="submit"${
    options.name !== undefined && html` name="${options.name}" value="${options.value ?? '1'}"`
  }>${options.icon !== undefined && icon(options.icon)}<span>${label}</span></button>`;
}

/** A button for a script of the page, which shows it: without a script nobody sees it. */
export function scriptButton(label: string, shape: IconName): Html {
  return html`<button class="btn btn-primary btn-sm" type="button" data-script="${shape}" hidden>${icon(shape)}<span>${label}</span></button>`;
}
