import { type Html, html } from '../../html.ts';
import { itemsAt } from '../../navigation.ts';
import type { Page } from '../../page.ts';

/** The parts of the company's settings, with the open one marked. */
export function settingsTabs(page: Page, open: string): Html {
  const tabs = itemsAt(page, 'settings').map(
    ({ path, label }) =>
      html`<li><a href="${page.path(path)}"${path === open && html` aria-current="page"`}>${label(page.t)}</a></li>`,
  );
  return html`<nav aria-label="${page.t.company.tabsLabel}"><ul class="tabs">${tabs}</ul></nav>`;
}

/** Where a part of the settings stands, or the pages below one. */
export function inSettings(page: Page, below?: string) {
  const part = itemsAt(page, 'settings').find(({ path }) => path === below);
  const crumbs = [
    { href: '/company', label: page.t.company.title },
    ...(part === undefined ? [] : [{ href: part.path, label: part.label(page.t) }]),
  ];
  return { navigation: '/company', crumbs };
}
