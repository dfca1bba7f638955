import type { NewAccessLink } from '@shaon/core';
import { type Html, html } from '../html.ts';
import type { View } from '../layout/view.ts';
import type { Page } from '../page.ts';
import { copyButton } from './copy.ts';
import { name, value } from './texts.ts';

/**
 * The page that shows a one-time link, only once. Its only button says that the link was passed on.
 *
 * @param parts.next the path of the next page, under the mount
 */
export function oneTimeLinkView(
  page: Page,
  link: NewAccessLink,
  parts: {
    readonly who: string;
    readonly next: string;
    readonly navigation: string;
    readonly crumbs: NonNullable<View['crumbs']>;
  },
): View {
  const { t, format, options } = page;
  const texts = t.accounts.link;
  const address = `${options.origin}${page.path(`/set-up/${link.secret}`)}`;
  const until = html`${value(format.shortDate(link.expiresAt))}, ${value(format.time(link.expiresAt))} (${format.zoneName()})`;
  return {
    title: texts.title,
    lead: texts.lead(name(parts.who), until),
    crumbs: parts.crumbs,
    navigation: parts.navigation,
    layout: 'narrow',
    scripts: ['once.js'],
    main: html`<section class="secret" aria-label="${texts.what}">
<div><p class="strong mb-2">${texts.onlyOnce}</p><pre class="code code-wrap mb-3" id="link" tabindex="0" dir="ltr" data-secret>${address}</pre>${copyButton(
      t,
      'link',
      texts.what,
      { isLarge: true },
    )}<p class="small muted mt-3 mb-0">${texts.howTo}</p></div>
<div>${handedOver(page, parts.next)}</div>
</section>`,
  };
}

function handedOver(page: Page, next: string): Html {
  const { t } = page;
  return html`<form method="get" action="${page.path(next)}" class="d-flex flex-wrap gap-3 justify-content-between align-items-center">
    <div class="check"><input class="form-check-input" type="checkbox" id="f-stored"
    required><label for="f-stored">${t.accounts.link.stored}</label></div><button class="btn btn-quiet" type="submit">${t.common.done}</button></form>`;
}
