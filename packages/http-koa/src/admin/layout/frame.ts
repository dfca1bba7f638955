import type { NavigationItem } from '../admin-parts.ts';
import { icon } from '../components/icon.ts';
import { postForm } from '../components/post-form.ts';
import { type Html, html } from '../html.ts';
import { itemsAt } from '../navigation.ts';
import type { Page } from '../page.ts';
import { brandMark } from './brand.ts';
import { pageContent } from './page-content.ts';
import { printedHead } from './printed-head.ts';
import type { View } from './view.ts';

/** The pages of managers and admins: a side bar, on narrow screens a menu that opens without a script. */
export function frame(page: Page, view: View): Html {
  const { t } = page;
  const width = view.layout === 'narrow' ? ' main-narrow' : '';
  return html`<div class="frame">
<header class="topbar"><details><summary><span class="brand">${brandMark(page)}</span><span
  class="d-inline-flex gap-2 align-items-center small"><span>${t.common.menu}</span>${icon('menu')}</span></summary>
  <nav aria-label="${t.common.navigation}">${ways(page, view, 'top')}</nav></details></header>
<nav class="side" aria-label="${t.common.navigation}"><a class="brand" href="${page.path('/')}">${brandMark(page)}</a>${ways(page, view, 'side')}</nav>
<main id="main" class="main${width}">
${printedHead(page)}
${pageContent(page, view)}
</main>
</div>`;
}

/** @param where makes the ids of the two navigations differ */
function ways(page: Page, view: View, where: 'top' | 'side'): Html {
  const { t, options } = page;
  const connections = itemsAt(page, 'connections');
  const titleId = `nav-api-${where}`;
  const back = options.brand?.back;
  return html`${
    back !== undefined &&
    html`<ul class="nav-group">
    <li><a class="nav-item" href="${back.url}">${icon('previous', { turns: true })}<span>${back.label}</span></a></li>
    </ul>`
  }${list(page, view, itemsAt(page, 'daily'))}
${connections.length > 0 && html`<div><h2 class="nav-title" id="${titleId}">${t.common.connections}</h2>${list(page, view, connections, titleId)}</div>`}
<div class="side-foot">${list(page, view, itemsAt(page, 'foot'))}${signOut(page)}</div>`;
}

function list(page: Page, view: View, items: readonly NavigationItem[], labelledBy?: string): Html {
  if (items.length === 0) return html``;
  return html`<ul class="nav-group"${labelledBy !== undefined && html` aria-labelledby="${labelledBy}"`}>${items.map(
    (item) =>
      html`<li><a class="nav-item" href="${page.path(item.path)}"${
        view.navigation === item.path && html` aria-current="page"`
      }>${item.icon && icon(item.icon)}<span>${item.label(page.t)}</span>${countOf(page, item)}</a></li>`,
  )}</ul>`;
}

/** A number is shown only if something waits. */
function countOf(page: Page, item: NavigationItem): Html | false {
  const count = page.waiting[item.path] ?? 0;
  if (count === 0) return false;
  const shown = page.format.number(count);
  return html`<span class="count"><span aria-hidden="true">${shown}</span><span class="visually-hidden">${page.t.common.waiting(count, shown)}</span></span>`;
}

/** A form instead of a link, so that a foreign page cannot sign anybody out. */
function signOut(page: Page): Html | false {
  if (page.session === null) return false;
  return postForm(
    page,
    '/sign-out',
    html`<button class="nav-item w-100" type="submit">${icon('out')}<span>${page.t.common.signOut}</span></button>`,
  );
}
