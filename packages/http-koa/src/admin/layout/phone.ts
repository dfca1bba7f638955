import { flashMessage, formMessage } from '../components/flash.ts';
import { icon } from '../components/icon.ts';
import { name } from '../components/texts.ts';
import { type Html, html } from '../html.ts';
import { itemsAt } from '../navigation.ts';
import type { Page } from '../page.ts';
import { printedHead } from './printed-head.ts';
import type { View } from './view.ts';

/** A person's own pages, made for a phone: the controls are at the bottom, in reach of the thumb. */
export function phone(page: Page, view: View): Html {
  const { t, options } = page;
  const { flash } = page.state;
  const [work] = itemsAt(page, 'daily');
  const bottom = itemsAt(page, 'phone');
  const ways = html`<nav aria-label="${t.common.navigation}">
    <ul class="bottom">${bottom.map(
      (item) =>
        html`<li><a href="${page.path(item.path)}"${
          view.navigation === item.path && html` aria-current="page"`
        }>${item.icon && icon(item.icon)}<span>${item.label(t)}</span></a></li>`,
    )}</ul></nav>`;
  return html`<div class="phone">
<header class="phone-head"><span class="d-inline-flex gap-2 align-items-center">${icon('clock')}<b>${name(
    options.brand?.name ?? page.company.name,
  )}</b></span><span class="d-inline-flex gap-3">${
    work !== undefined && html`<a href="${page.path(work.path)}">${work.label(t)}</a>`
  }<span class="muted">${name(page.actor.name)}</span></span></header>
<main id="main" class="phone-body">
${printedHead(page)}
${flash !== null && flashMessage(flash)}${view.form !== undefined && formMessage(view.form, t)}
<h1 class="${view.heading === undefined ? '' : 'fw-normal fs-6 muted'}">${view.heading ?? view.title}</h1>
${view.lead !== undefined && html`<p class="muted">${view.lead}</p>`}
${view.main}
</main>
<div class="dock">${view.dock}${ways}</div>
</div>`;
}
